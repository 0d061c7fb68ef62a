/** The captcha and the service of leaked passwords by their real protocols, when they are configured. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createCaptcha } from "../../src/modules/identity/captcha/recaptcha.ts";
import { type AccountCaller, createAccountCaller, PASSWORD } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld({
    environment: (sandbox) => ({
      RATE_LIMIT_FACTOR: "1",
      RECAPTCHA_URL: `${sandbox}/recaptcha`,
      RECAPTCHA_SITE_KEY: "sandbox-recaptcha-site",
      RECAPTCHA_SECRET: "sandbox-recaptcha-secret",
      LEAKED_PASSWORDS_URL: `${sandbox}/pwned`,
    }),
  });
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

const token = async (body: object = {}) =>
  (await world.control<{ token: string }>("/recaptcha/token", { hostname: "127.0.0.1", ...body })).token;
const logIn = (email: string, password: string, from: string, captcha?: string) =>
  caller.call("POST", "/api/web/login", { email, password, "g-recaptcha-response": captcha }, { from });

it("asks for a person after three wrong tries, for addresses with an account and without alike", async () => {
  const rae = await caller.join("Rae Robot");
  expect((await caller.call("GET", "/api/web/captcha")).body.captcha).toMatchObject({
    site_key: "sandbox-recaptcha-site",
  });
  for (const [email, from] of [
    [rae.email, "192.0.2.1"],
    ["nobody.there@example.com", "192.0.2.2"],
  ] as const) {
    const codes: unknown[] = [];
    for (let count = 0; count < 4; count += 1) codes.push((await logIn(email, "wrong words here", from)).body.code);
    expect(codes).toEqual([...Array(3).fill("wrong_credentials"), "captcha_needed"]);
    expect((await logIn(email, "wrong words here", from, "made-up")).body.code).toBe("captcha_failed");
    expect((await logIn(email, "wrong words here", from, await token())).body.code).toBe("wrong_credentials");
  }
  const solved = await token();
  expect((await logIn(rae.email, PASSWORD, "192.0.2.1", solved)).status).toBe(200);
});

it("takes no token twice, from another site, too old, or by a machine", async () => {
  const sam = await caller.join("Sam Script");
  for (let count = 0; count < 3; count += 1) await logIn(sam.email, "wrong words here", "192.0.2.9");
  const used = await token();
  expect((await logIn(sam.email, "wrong words here", "192.0.2.9", used)).body.code).toBe("wrong_credentials");
  expect((await logIn(sam.email, PASSWORD, "192.0.2.9", used)).body.code).toBe("captcha_failed");
  const elsewhere = await token({ hostname: "evil.example" });
  expect((await logIn(sam.email, PASSWORD, "192.0.2.9", elsewhere)).body.code).toBe("captcha_failed");
  const late = await token();
  await world.control("/clock", { advance_seconds: 121 });
  expect((await logIn(sam.email, PASSWORD, "192.0.2.9", late)).body.code).toBe("captcha_failed");
  await world.control("/recaptcha", { score: 0.1 });
  const machine = await token({ action: "login" });
  expect((await logIn(sam.email, PASSWORD, "192.0.2.9", machine)).body.code).toBe("captcha_failed");
});

it("refuses a password that only the service knows, and takes it when the service is away", async () => {
  const join = (password: string, name: string) =>
    caller.call("POST", "/api/web/register", {
      name,
      email: `${name.toLowerCase()}@example.com`,
      password,
      password_confirmation: password,
    });
  // Strong by itself, and in no list that is shipped: only the service has seen it.
  expect((await join("correct horse battery staple", "Leaky")).body.code).toBe("password_leaked");
  await world.control("/fail", { target: "pwned.range", mode: "500", times: 1 });
  expect((await join("correct horse battery staple", "Away")).status).toBe(200);
  expect((await join("amber kettle under snow", "Fine")).status).toBe(200);
});

it("has a line of health, which a person's own failure does not darken", async () => {
  const line = async () => (await world.providerHealth.read()).find(({ provider }) => provider === "recaptcha");
  expect(await line()).toMatchObject({ faults: 0, good_at: expect.any(Date), ill: false });
  const captcha = createCaptcha(
    {
      url: `${world.sandbox.url}/recaptcha`,
      site_key: "sandbox-recaptcha-site",
      secret: "sandbox-recaptcha-secret",
      host: "127.0.0.1",
    },
    createLog({ level: "silent" }),
    () => {},
    (note) => world.providerHealth.note("recaptcha", note),
  );
  for (let count = 1; count <= 3; count += 1) {
    await world.control("/fail", { target: "recaptcha.verify", mode: "500", times: 1 });
    expect(await captcha.check("any", "192.0.2.9")).toBe("away");
  }
  expect(await line()).toMatchObject({ faults: 3, ill: true });
  expect(await captcha.check("made-up", "192.0.2.9")).toBe("failed");
  expect(await line()).toMatchObject({ faults: 0, ill: false });
});
