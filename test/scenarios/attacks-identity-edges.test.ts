/** Small doors: spellings of a path that escape a limit, operators' pages, JSON without a bottom, copies of one's data. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cookieDomain } from "#platform/cookie-domain";
import { neighbourhoodOf, networkOf } from "#platform/network";
import { type AccountCaller, createAccountCaller, PASSWORD, sessionOf } from "../support/account-calls.ts";
import { createSoftPasskey } from "../support/soft-passkey.ts";
import { createWorld, type World } from "../support/world.ts";

const TOKEN = "a-token-for-operators";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

it("counts every spelling of a form's path as one, and an IPv6 site as one network", async () => {
  const spellings = ["/login", "/LOGIN", "/%6cogin", "/login/", "//login", "/login.data", "/Login?a=1", "/l%6Fgin//"];
  let last = 0;
  const codes: number[] = [];
  for (let round = 0; round < 3; round += 1)
    for (const url of spellings) {
      last += 1;
      // A story has no pages: what gets past the limit fails there.
      const answer = await world.app.inject({
        method: "POST",
        url,
        remoteAddress: `2001:db8:9:9::${last}`,
        // The foreign origin is refused after the count, and before anything is looked for.
        headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
        payload: "email=a",
      });
      codes.push(answer.statusCode);
    }
  expect(codes).toEqual([...Array(12).fill(403), ...Array(12).fill(429)]);
  const calls: number[] = [];
  for (let count = 0; count < 14; count += 1)
    calls.push((await caller.logIn("x@example.com", "wrong", { from: `2001:db8:8:8::${count}` })).status);
  expect(calls.slice(-2)).toEqual([429, 429]);
  expect(networkOf("2001:0db8:0008:0008::1")).toBe(networkOf("2001:db8:8:8:ffff::2"));
  expect(["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:7:1::1", "::1"].map(neighbourhoodOf)).toEqual([
    "203.0.113.0/24",
    "203.0.113.0/24",
    "2001:db8:7::/48",
    "0:0:0::/48",
  ]);
});

it("shows metrics and the calls to operators alone", async () => {
  const paths = ["/metrics", "/api/docs/", "/api/docs/openapi.json", "/%6detrics", "/metrics/"];
  const ask = async (app: World["app"], more: { remoteAddress?: string; headers?: Record<string, string> } = {}) => {
    const codes: number[] = [];
    for (const url of paths) codes.push((await app.inject({ method: "GET", url, ...more })).statusCode);
    return codes;
  };
  const every = (code: number) => paths.map(() => code);
  expect(await ask(world.app)).toEqual(every(200));
  expect(await ask(world.app, { remoteAddress: "203.0.113.5" })).toEqual(every(401));
  expect(await ask(world.app, { headers: { "x-forwarded-for": "203.0.113.5" } })).toEqual(every(401));
  const docs = await world.app.inject({ method: "GET", url: "/api/docs/" });
  const policy = String(docs.headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' ('sha256-[\w+/=]+'( |;))+/);
  expect(policy).toMatch(/form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);

  const guarded = await createWorld({ environment: { METRICS_TOKEN: TOKEN } });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const basic = (token: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`operator:${token}`).toString("base64")}` },
  });
  expect(await ask(guarded.app)).toEqual(every(401));
  expect(await ask(guarded.app, bearer(`${TOKEN}x`))).toEqual(every(401));
  expect(await ask(guarded.app, { ...bearer(TOKEN), remoteAddress: "203.0.113.5" })).toEqual(every(200));
  expect(await ask(guarded.app, basic(TOKEN))).toEqual(every(200));
  expect(await ask(guarded.app, basic(""))).toEqual(every(401));
  expect((await guarded.app.inject({ method: "GET", url: "/healthz" })).statusCode).toBe(200);
  await guarded.close();
});

it("refuses JSON without a bottom as the sender's mistake", async () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const depth = 60_000;
    const payload = `{"email":${open.repeat(depth)}1${close.repeat(depth)}}`;
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/web/login",
      remoteAddress: "203.0.113.6",
      headers: { "content-type": "application/json" },
      payload,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "too_deep"]);
  }
});

it("hands out a copy of somebody's data by the password or soon after a sign-in, not to a session that was left open", async () => {
  const { email, session } = await caller.join("Ora Export");
  const take = (body: object, as = session) => caller.call("POST", "/api/account/export", body, { session: as });
  expect((await take({})).body.account).toMatchObject({ email });
  await world.advance({ minutes: 11 });
  expect((await take({})).body).toMatchObject({ code: "sign_in_again" });
  expect((await take({ password: "wrong words here" })).body.code).toBe("password_wrong");
  expect((await take({ password: PASSWORD })).body.account).toMatchObject({ email });
  const fresh = sessionOf(await caller.logIn(email, PASSWORD));
  expect((await take({}, fresh)).status).toBe(200);
});

it("adds no key by the challenge that another member was given", async () => {
  const [ann, ben] = [await caller.join("Ann Own"), await caller.join("Ben Other")];
  const key = createSoftPasskey(world.productUrl);
  const start = async ({ session }: typeof ann) => {
    const started = await caller.call("POST", "/api/account/passkeys/start", { password: PASSWORD }, { session });
    return (started.body.options as { challenge: string }).challenge;
  };
  const add = (challenge: string, { session }: typeof ann) =>
    caller.call("POST", "/api/account/passkeys", { credential: key.register(challenge) }, { session });
  expect((await add(await start(ann), ben)).body.code).toBe("passkey_wrong");
  expect((await add(await start(ben), ben)).status).toBe(200);
});

it("takes a partner's host for the one that a key was made on, and for no other", async () => {
  const PARTNER = "https://shipright.example";
  const pia = await world.member("Piapartner");
  const visit = { user_agent: "", address: "203.0.113.77" };
  const member = { ...pia, confirmed_at: world.clock.now() };
  const add = async (madeOn: string, said: string | undefined) => {
    const started = await world.identity.startPasskey(member, pia.password, said);
    if (!started.ok) throw new Error(started.code);
    const key = createSoftPasskey(madeOn);
    const added = await world.identity.addPasskey(member, key.register(started.value.challenge), visit, said);
    return { key, added: added.ok, host: started.value.rp.id };
  };
  const evil = "https://evil.example";
  expect(await add(evil, evil)).toMatchObject({ added: false, host: new URL(world.productUrl).hostname });
  expect(await add(evil, PARTNER)).toMatchObject({ added: false });
  expect(await add("http://shipright.example", PARTNER)).toMatchObject({ added: false });
  expect(await add(PARTNER, undefined)).toMatchObject({ added: false });
  const { key, added, host } = await add(PARTNER, PARTNER);
  expect([added, host]).toEqual([true, "shipright.example"]);
  const signIn = async (said: string | undefined) => {
    const { challenge } = await world.identity.askForPasskey(said);
    return (await world.identity.signInWithPasskey(key.assert(challenge), visit, said)).ok;
  };
  for (const said of [
    undefined,
    "https://joinsmarty.example",
    "https://www.shipright.example",
    evil,
    "null",
    `${PARTNER}/`,
  ])
    expect([said, await signIn(said)]).toEqual([said, false]);
  expect(await signIn(PARTNER)).toBe(true);
});

it("hands out the file of all entries soon after a sign-in alone, and says so to scripts and to browsers", async () => {
  const { email, session } = await caller.join("Cora Csv");
  const ask = (accept: string, as = session, query = "?filter=pending") =>
    world.app.inject({
      method: "GET",
      url: `/api/user/orders.csv${query}`,
      headers: { accept, authorization: `Bearer ${as.token}`, "x-tuppence-bind": as.bind },
    });
  const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const accept of ["*/*", BROWSER]) {
    const file = await ask(accept);
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(file.headers["content-disposition"]).toBe('attachment; filename="passbook.csv"');
  }
  await world.advance({ minutes: 10, seconds: 1 });
  const refused = await ask("*/*");
  expect([refused.statusCode, refused.json().code]).toEqual([401, "sign_in_again"]);
  expect(refused.json().message).toMatch(/^Please sign in again first/);
  expect((await ask("*/*", session, "?lang=es")).json().message).toMatch(/^Primero inicia sesión de nuevo/);
  const sent = await ask(BROWSER);
  expect([sent.statusCode, sent.headers.location]).toEqual([303, "/account/purchase-history?filter=pending&again=csv"]);
  expect(sent.body).toBe("");
  // The sign-in leads back to the entries, where the file is one press away.
  expect(sent.cookies).toMatchObject([
    { name: "auth_redirect_url", value: "/account/purchase-history?filter=pending" },
  ]);
  expect((await ask(BROWSER, session, "")).headers.location).toBe("/account/purchase-history?again=csv");
  expect((await ask(BROWSER, session, "?debug=true")).headers.location).toBe(
    "/account/purchase-history?again=csv&debug=true",
  );
  const fresh = sessionOf(await caller.logIn(email, PASSWORD));
  expect((await ask(BROWSER, fresh)).statusCode).toBe(200);
});

it.each([
  ["https://www.tuppence.example", "tuppence.example"],
  ["https://shop.tuppence.co.uk", "tuppence.co.uk"],
  ["https://tuppence.herokuapp.com", "tuppence.herokuapp.com"],
  ["https://a.b.tuppence.com.mx", "tuppence.com.mx"],
  ["https://co.uk", null],
  ["http://localhost:3000", null],
  ["http://app.localhost", null],
  ["http://127.0.0.1:3000", null],
  ["http://[::1]:3000", null],
])("cookies of %s belong to %s", (url, domain) => expect(cookieDomain(url)).toBe(domain));
