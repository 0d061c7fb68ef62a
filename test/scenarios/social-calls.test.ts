/** The calls around signing in with another account: codes and One Tap for apps, linked accounts, and defences around them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SOCIAL_REFUSALS } from "#identity";
import { toldMember } from "../support/account-calls.ts";
import { walkToCallback } from "../support/sign-in-walk.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visit = { user_agent: "Firefox", address: "203.0.113.8" };
type Provider = "google" | "apple" | "facebook";

async function setOut(provider: Provider, person: string) {
  const started = await world.identity.social.start({
    provider,
    to: "/account",
    purpose: "sign_in",
    member: null,
    browser: null,
    language: "en",
  });
  if (!started.ok) throw new Error(started.code);
  await world.control("/signin/next", { provider, person });
  const { params } = await walkToCallback({ world, url: started.value.url });
  return { params, cookie: `tp_social=${started.value.browser}` };
}

async function send(method: "GET" | "POST", path: string, json?: unknown, headers: Record<string, string> = {}) {
  const reply = await world.app.inject({
    method,
    url: path,
    headers: {
      origin: world.productUrl,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { payload: JSON.stringify(json) }),
  });
  const cookies = Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie.value]));
  return { status: reply.statusCode, body: reply.json(), cookies };
}
const newPerson = (provider: Provider, more: object) =>
  world.control<{ person: { id: string } }>("/signin/people", { provider, ...more }).then(({ person }) => person.id);

describe("POST /api/web/social/{provider}", () => {
  it("signs in with a code and its state, like any login, in the browser that set out", async () => {
    const { params, cookie } = await setOut("google", "rosa.delgado@gmail.example");
    const path = "/api/web/social/google";
    expect(await send("POST", path, { ...params, redirect_uri: "https://evil.example/" }, { cookie })).toMatchObject({
      status: 400,
    });
    expect(await send("POST", path, params)).toMatchObject({ status: 403, body: { code: "social_other_browser" } });
    const answer = await send(
      "POST",
      path,
      { ...params, redirect_uri: `${world.productUrl}/auth/google/callback` },
      { cookie },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, recently_created: true, user: { email: "rosa.delgado@gmail.example", is_verified: true } },
    });
    expect(answer.cookies.tp_token_test).toBe(answer.body.login_token);
    expect(answer.cookies.tp_bind).toBeTruthy();
    expect(await send("POST", path, params, { cookie })).toMatchObject({ status: 409 });
    expect(await send("POST", "/api/web/social/myspace", params, { cookie })).toMatchObject({ status: 404 });
    expect(await send("POST", path, {}, { cookie })).toMatchObject({ status: 400 });
  });

  it("keeps how a newcomer came, in their language and brand", async () => {
    const { params, cookie } = await setOut("facebook", await newPerson("facebook", { email: null }));
    const record = encodeURIComponent(
      JSON.stringify({ sid: "03102027;x", cid: "77", partner: "shipright", origin: world.clock.now().toISOString() }),
    );
    const { body } = await send("POST", "/api/web/social/facebook", params, {
      cookie: `${cookie}; lang=es; sm_landers=${record}`,
    });
    expect(body.user).toMatchObject({ email: null, cid: "77", partner: "shipright" });
  });

  it("says that authenticating is needed, as the specification has it", async () => {
    const owner = await world.member("Calla");
    const { params, cookie } = await setOut("facebook", await newPerson("facebook", { email: owner.email }));
    expect(await send("POST", "/api/web/social/facebook", params, { cookie })).toMatchObject({
      status: 409,
      body: {
        success: false,
        requires_authentication: true,
        message: "Email already in use. Please authenticate.",
        errors: { email: ["Email already in use. Please authenticate."] },
      },
    });
  });

  it("takes One Tap's credential only with its own cookie, for us, and in time", async () => {
    const person = await newPerson("google", { email: "tap@gmail.example", given_name: "Tia" });
    const make = async (more: object = {}) => {
      const { nonce } = (await send("POST", "/api/web/social/google/nonce", {})).body;
      return (await world.control<{ credential: string }>("/signin/credential", { person, nonce, ...more })).credential;
    };
    const tap = (credential: string, form = "abc", cookie = "g_csrf_token=abc") =>
      send("POST", "/api/web/social/google", { credential, g_csrf_token: form }, { cookie });
    const good = await make();
    expect(await tap(good, "abd")).toMatchObject({ status: 403 });
    expect(await tap(good, "", "g_csrf_token=")).toMatchObject({ status: 403 });
    expect(await tap(good, "abc", "other=1")).toMatchObject({ status: 403 });
    expect(await tap(await make({ audience: "another-client" }))).toMatchObject({ status: 502 });
    expect(await tap(await make({ seconds: -60 }))).toMatchObject({ status: 502 });
    expect(await tap(`${good.slice(0, -6)}AAAAAA`)).toMatchObject({ status: 502 });
    expect(await tap(await make(), "abc")).toMatchObject({
      status: 200,
      body: { recently_created: true, user: { email: "tap@gmail.example", name: "Tia Example" } },
    });
    const apple = { credential: good, g_csrf_token: "abc" };
    expect(await send("POST", "/api/web/social/apple", apple, { cookie: "g_csrf_token=abc" })).toMatchObject({
      status: 404,
    });
  });
});

describe("linked accounts", () => {
  it("are listed for their member, and unlinked with the password", async () => {
    expect((await send("GET", "/api/linked-accounts/accounts")).status).toBe(401);
    const owner = await world.member("Dora");
    await world.base.handle.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
      owner.user_id,
    ]);
    const { params, cookie } = await setOut("google", await newPerson("google", { email: owner.email }));
    await send("POST", "/api/web/social/google", params, { cookie });
    const linked = await world.identity.social.authenticate({
      provider: "google",
      state: params.state ?? "",
      browser: cookie.split("=")[1] ?? "",
      email: owner.email,
      password: owner.password,
      visit,
    });
    if (!linked.ok || linked.value.kind !== "signed_in") throw new Error("not linked");
    const { login_token, bind_secret } = linked.value.signed_in;
    const headers = { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" };
    const list = await send("GET", "/api/linked-accounts/accounts", undefined, headers);
    expect(list.body).toMatchObject({
      providers: ["google", "apple", "facebook"],
      accounts: [{ provider: "google", email: owner.email }],
    });
    // What each page asks for fills the state of the session (SPEC §3); the extension asks too, and has no business with addresses.
    const toldOf = async () => (await send("GET", "/api/user/summary", undefined, headers)).body.linked_accounts;
    expect(await toldOf()).toEqual([{ provider: "google" }]);
    const path = (id: string) => `/api/linked-accounts/accounts/${id}/unlink`;
    const { id } = list.body.accounts[0];
    expect((await send("POST", path(id), {}, headers)).status).toBe(401);
    expect((await send("POST", path("lnk_zz"), { password: owner.password }, headers)).status).toBe(404);
    expect((await send("POST", path(id), { password: owner.password })).status).toBe(401);
    expect(await send("POST", path(id), { password: owner.password }, headers)).toMatchObject({
      status: 200,
      body: { success: true, provider: "google" },
    });
    expect((await send("GET", "/api/linked-accounts/accounts", undefined, headers)).body.accounts).toEqual([]);
    expect(await toldOf()).toEqual([]);
  });

  it("that somebody else added before the address was proven go when its owner resets the password", async () => {
    const victim = "victim@example.com";
    const { params, cookie } = await setOut("facebook", await newPerson("facebook", { email: victim }));
    const squatting = await send("POST", "/api/web/social/facebook", params, { cookie });
    expect(squatting.body.user).toMatchObject({ email: victim, is_verified: false });
    await world.identity.requestReset({ email: victim, ...visit });
    await world.work();
    const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(`/mails?to=${victim}`);
    const token = mails.map((mail) => /\/password\/reset\/(\w+)\//.exec(mail.text)?.[1]).find(Boolean) ?? "";
    const password = "seven copper kettles sing";
    const reset = await world.identity.resetPassword({
      token,
      email: victim,
      password,
      password_confirmation: password,
      ...visit,
    });
    expect(reset.ok).toBe(true);
    expect((await world.identity.linkedAccounts(toldMember(squatting.body.user))).accounts).toEqual([]);
    const bind = squatting.cookies.tp_bind ?? "";
    expect(await world.identity.authenticate(squatting.body.login_token, bind)).toBeNull();
  });
});

describe("a provider that is not set up", () => {
  it("does not exist: no button, no way in", async () => {
    const bare = await createWorld({ environment: { GOOGLE_CLIENT_ID: "off", FACEBOOK_APP_ID: "off" } });
    expect(bare.identity.social.providers()).toEqual(["apple"]);
    const reply = await bare.app.inject({
      method: "POST",
      url: "/api/web/social/google",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ code: "x", state: "s".repeat(43) }),
    });
    expect(reply.statusCode).toBe(404);
    await bare.close();
  });
});

describe("setting out to a provider that is not well", () => {
  // Nobody has set out in this world yet, so that what the provider says of itself must be asked for.
  let fresh: World;
  beforeAll(async () => {
    fresh = await createWorld();
  });
  afterAll(() => fresh.close());

  it.each([
    ["google", "500"],
    ["google", "reset"],
    ["google", "malformed"],
    ["apple", "timeout"],
  ] as const)("%s (%s): says so in words, keeps nothing, and the next try goes through", async (provider, mode) => {
    const setOutThere = () =>
      fresh.identity.social.start({
        provider,
        to: "/stores",
        purpose: "sign_in",
        member: null,
        browser: null,
        language: "en",
      });
    const states = async () =>
      (await fresh.base.handle.pool.query<{ n: number }>("select count(*)::int as n from identity.social_states"))
        .rows[0]?.n;
    const before = await states();
    await fresh.control("/fail", { target: `${provider}.discovery`, mode, times: 1 });
    const label = { google: "Google", apple: "Apple" }[provider];
    expect(await setOutThere()).toMatchObject({ ok: false, code: "social_unavailable", detail: { provider: label } });
    expect(await states(), "nothing waits for an answer that cannot come").toBe(before);
    expect(SOCIAL_REFUSALS.social_unavailable).toMatchObject({
      status: 503,
      en: "{{provider}} isn't responding right now. Try again in a minute, or use your email.",
      es: "{{provider}} no responde en este momento. Inténtalo en un minuto o usa tu correo.",
    });
    // What failed is not remembered; what was once read is, so that this is the last of its kind in this world.
    if (mode === "malformed" || mode === "timeout") expect(await setOutThere()).toMatchObject({ ok: true });
  });
});
