/** Guessing at passwords and codes, and locking owners out by guessing: each shown to fail, with the limits of production. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountCaller, createAccountCaller, PASSWORD, sessionOf, tokenOf } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

const NEW_PASSWORD = "seven quiet lanterns";

let strict: World;
let guess: AccountCaller;
beforeAll(async () => {
  strict = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
  guess = createAccountCaller(strict);
});
afterAll(() => strict.close());

describe("guessing", () => {
  const right = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: strict.clock.now().getTime() });
  const deviceOf = (answer: { cookies: { name: string; value: string }[] }) =>
    `tp_device=${answer.cookies.find(({ name }) => name === "tp_device")?.value}`;

  async function joinWithCodes(name: string) {
    const email = `${name.toLowerCase()}@example.com`;
    const form = { name, email, password: PASSWORD, password_confirmation: PASSWORD };
    const joined = await guess.call("POST", "/api/web/register", form);
    const session = sessionOf(joined);
    const started = await guess.call("POST", "/api/account/time-code/start", { password: PASSWORD }, { session });
    const secret = String(started.body.secret);
    await guess.call("POST", "/api/account/time-code", { code: right(secret) }, { session });
    await strict.advance({ seconds: 61 });
    return { email, session, secret, device: deviceOf(joined) };
  }
  /** Password and code, from a network of its own. */
  async function tryCode(email: string, code: string, device = "") {
    const half = await guess.logIn(email, PASSWORD, { cookie: device });
    const step = half.cookies.find(({ name }) => name === "tp_step")?.value ?? "";
    const cookie = [`tp_step=${step}`, device].filter(Boolean).join("; ");
    const answer = await guess.call("POST", "/api/web/login/code", { code }, { cookie });
    return String(answer.body.code ?? "in");
  }

  it("codes from changing addresses is slowed by account, told to the owner, and does not stop their own device", async () => {
    const own = await joinWithCodes("Gus");
    const answers: string[] = [];
    for (let count = 0; count < 20; count += 1) answers.push(await tryCode(own.email, "000000"));
    expect(answers).toEqual([...Array(6).fill("code_wrong"), ...Array(14).fill("codes_rate_limited")]);
    // Not even a right one passes while it has to wait, and each wrong one doubles that.
    expect(await tryCode(own.email, right(own.secret))).toBe("codes_rate_limited");
    await strict.advance({ seconds: 31 });
    expect(await tryCode(own.email, "000000")).toBe("code_wrong");
    await strict.advance({ seconds: 31 });
    expect(await tryCode(own.email, "000000")).toBe("codes_rate_limited");
    await strict.work();
    const told = (await strict.mails(own.email)).filter((subject) => /Wrong codes/.test(subject));
    expect(told).toHaveLength(1);
    expect(await tryCode(own.email, right(own.secret), own.device)).toBe("in");
    // The owner's success frees nobody else, and a made-up device is a stranger.
    expect(await tryCode(own.email, "000000")).toBe("codes_rate_limited");
    expect(await tryCode(own.email, "000000", `tp_device=${"x".repeat(43)}`)).toBe("codes_rate_limited");
  });

  it("many codes at once counts each of them", async () => {
    const own = await joinWithCodes("Mel");
    const half = await Promise.all(Array.from({ length: 4 }, () => guess.logIn(own.email, PASSWORD)));
    const tickets = half.map(({ cookies }) => cookies.find(({ name }) => name === "tp_step")?.value ?? "");
    const answers = await Promise.all(
      tickets.flatMap((ticket) =>
        [1, 2, 3, 4].map((digit) =>
          guess.call("POST", "/api/web/login/code", { code: `00000${digit}` }, { cookie: `tp_step=${ticket}` }),
        ),
      ),
    );
    expect(answers.filter(({ body }) => body.code === "code_wrong")).toHaveLength(6);
  });

  it("passwords from everywhere does not lock the owner out of their own device or network", async () => {
    const form = { name: "Lou", email: "lou@example.com", password: PASSWORD, password_confirmation: PASSWORD };
    const home = "203.0.113.200";
    const device = deviceOf(await guess.call("POST", "/api/web/register", form, { from: home }));
    const wrong = (more: object = {}) => guess.logIn(form.email, "guessing words", more);
    for (let count = 0; count < 42; count += 1) await wrong();
    expect((await wrong()).body.code).toBe("too_many_attempts");
    const rightOne = (more: object) => guess.logIn(form.email, PASSWORD, more);
    expect((await rightOne({})).body.code).toBe("too_many_attempts");
    expect((await rightOne({ cookie: device })).status).toBe(200);
    expect((await rightOne({ from: home })).status).toBe(200);
    // A neighbour on the same network cannot either; and the device itself may not guess for ever.
    for (let count = 0; count < 9; count += 1) await wrong({ from: home });
    expect((await rightOne({ from: home })).body.code).toBe("too_many_attempts");
    expect((await rightOne({ from: home, cookie: device })).status).toBe(200);
    const own: unknown[] = [];
    for (let count = 0; count < 21; count += 1) own.push((await wrong({ cookie: device })).body.code);
    expect(own.slice(0, 20)).toEqual(Array(20).fill("wrong_credentials"));
    expect(own[20]).toBe("too_many_attempts");
    // After a new password the old device is a stranger.
    await guess.call("POST", "/api/password/reset", { email: form.email });
    const token = tokenOf(await guess.linkTo(form.email, /Set a new password/));
    const words = { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await guess.call("POST", "/api/password/reset", words)).status).toBe(200);
    const before = await guess.logIn(form.email, NEW_PASSWORD, { cookie: device });
    expect(before.body.code).toBe("too_many_attempts");
  });

  it("asking for resets keeps nobody from one of their own", async () => {
    const form = { name: "Rue", email: "rue@example.com", password: PASSWORD, password_confirmation: PASSWORD };
    const device = deviceOf(await guess.call("POST", "/api/web/register", form));
    const ask = (more: object = {}) => guess.call("POST", "/api/password/reset", { email: form.email }, more);
    for (let count = 0; count < 9; count += 1) expect((await ask()).status).toBe(200);
    const token = tokenOf(await guess.linkTo(form.email, /Set a new password/));
    expect((await strict.mails(form.email)).filter((subject) => /Set a new password/.test(subject))).toHaveLength(4);
    const form2 = { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await guess.call("POST", "/api/password/reset", form2)).status).toBe(200);
    for (let count = 0; count < 40; count += 1)
      await strict.identity.requestReset({ email: `x${count}@example.com`, user_agent: "", address: "203.0.113.201" });
    expect((await ask({ from: "203.0.113.201" })).body.code).toBe("too_many_attempts");
    const again = await guess.logIn(form.email, NEW_PASSWORD);
    expect((await ask({ from: "203.0.113.201", cookie: deviceOf(again) })).status).toBe(200);
    expect(device).not.toBe(deviceOf(again));
  });
});
