/** Signing in with Google, Apple and Facebook: every way it may end, through the providers' own protocols. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkToCallback } from "../support/sign-in-walk.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Provider = "google" | "apple" | "facebook";
const from = { sid: "s1", cid: "c1", country_code: "US", reads_in: "US" };
const arrival = { ...from, language: "en" as const, partner: "tuppence" };
const visit = { user_agent: "Firefox", address: "203.0.113.7" };
async function begin(provider: Provider, more: object = {}) {
  const started = await world.identity.social.start({
    provider,
    to: "/stores?x=1",
    purpose: "sign_in",
    member: null,
    browser: null,
    language: "en",
    ...more,
  });
  if (!started.ok) throw new Error(started.code);
  return started.value;
}

const next = (provider: Provider, answer: object) => world.control("/signin/next", { provider, ...answer });

/** The whole way: set out, answer at the provider, come back. */
async function arrive(provider: Provider, answer: object, more: { start?: object; member?: { user_id: string } } = {}) {
  const { url, browser } = await begin(provider, more.start);
  await next(provider, answer);
  const { params, posted } = await walkToCallback({ world, url });
  if (posted) await post(`/auth/${provider}/callback`, params);
  const back = posted ? { state: params.state ?? "" } : params;
  const finish = (change: object = {}) =>
    world.identity.social.finish({
      provider,
      params: back,
      browser,
      member: more.member ?? null,
      visit,
      arrival,
      ...change,
    });
  return { params: back, browser, finish };
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });

async function signedIn(provider: Provider, answer: object) {
  const outcome = await (await arrive(provider, answer)).finish();
  if (outcome.ok && outcome.value.kind === "signed_in") return outcome.value;
  throw new Error(outcome.ok ? "linked" : outcome.code);
}
const newPerson = (provider: Provider, more: object) =>
  world
    .control<{ person: { id: string; email: string | null } }>("/signin/people", { provider, ...more })
    .then(({ person }) => person);
describe("Google", () => {
  it("makes an account with a proven address, keeps how its owner came, and knows them again", async () => {
    const first = await signedIn("google", { person: "rosa.delgado@gmail.example" });
    expect(first.to).toBe("/stores?x=1");
    expect(first.signed_in).toMatchObject({
      recently_created: true,
      member: { email: "rosa.delgado@gmail.example", name: "Rosa Delgado", is_verified: true, sid: "s1", cid: "c1" },
    });
    const again = await signedIn("google", { person: "rosa.delgado@gmail.example" });
    expect(again.signed_in.recently_created).toBe(false);
    const { user_id } = first.signed_in.member;
    expect(again.signed_in.member.user_id).toBe(user_id);
    expect((await world.agreements.of(user_id, 9)).map(({ way }) => way)).toEqual(["social", "social"]);
    await world.work();
    expect(await world.mails("rosa.delgado@gmail.example")).toHaveLength(1);
  });

  it("leaves a proven address to its owner until they authenticate, and then links", async () => {
    const owner = await world.member("Olive");
    await verify(owner.user_id);
    const person = await newPerson("google", { email: owner.email, given_name: "Olive" });
    const journey = await arrive("google", { person: person.id });
    expect(await journey.finish()).toMatchObject({ ok: false, code: "requires_authentication" });
    const authenticate = (change: object) =>
      world.identity.social.authenticate({
        provider: "google",
        state: journey.params.state ?? "",
        browser: journey.browser,
        email: owner.email,
        password: owner.password,
        visit,
        ...change,
      });
    expect(await authenticate({ password: "not the password" })).toMatchObject({ code: "wrong_credentials" });
    expect(await authenticate({ browser: "x".repeat(43) })).toMatchObject({ code: "social_other_browser" });
    expect(await authenticate({ email: "" })).toMatchObject({ code: "credentials_missing" });
    const linked = await authenticate({});
    expect(linked).toMatchObject({ ok: true, value: { signed_in: { member: { user_id: owner.user_id } } } });
    expect((await signedIn("google", { person: person.id })).signed_in.member.user_id).toBe(owner.user_id);
    // Used up: the same state authenticates nothing more.
    expect(await authenticate({})).toMatchObject({ code: "social_state_used" });
  });

  it("takes an unproven account from whoever opened it: password, sessions and links of theirs are gone", async () => {
    const squatter = await world.member("Squat");
    const session = await world.identity.open(squatter.user_id, visit);
    const person = await newPerson("google", { email: squatter.email });
    const { signed_in } = await signedIn("google", { person: person.id });
    expect(signed_in.member).toMatchObject({ user_id: squatter.user_id, is_verified: true, has_password: false });
    expect(await world.identity.authenticate(session.login_token, session.bind_secret)).toBeNull();
    const login = await world.identity.login({ email: squatter.email, password: squatter.password, ...visit });
    expect(login).toMatchObject({ ok: false, code: "wrong_credentials" });
  });

  it("never opens an account by an address that the provider did not prove", async () => {
    const owner = await world.member("Una");
    const person = await newPerson("google", { email: owner.email, email_verified: false });
    const journey = await arrive("google", { person: person.id });
    expect(await journey.finish()).toMatchObject({ ok: false, code: "requires_authentication" });
    const fresh = await signedIn("google", { person: "uma@unproven.example" });
    expect(fresh.signed_in.member).toMatchObject({ email: "uma@unproven.example", is_verified: false });
  });

  it("says what happened to a no, a replay, a made-up, a late or a foreign return", async () => {
    expect(await (await arrive("google", { deny: true })).finish()).toMatchObject({ code: "social_denied" });
    const used = await arrive("google", { person: "rosa.delgado@gmail.example" });
    // A stranger's browser uses nothing up.
    expect(await used.finish({ browser: null })).toMatchObject({ code: "social_other_browser" });
    expect(await used.finish({ browser: "y".repeat(43) })).toMatchObject({ code: "social_other_browser" });
    expect((await used.finish()).ok).toBe(true);
    expect(await used.finish()).toMatchObject({ code: "social_state_used" });
    const forged = await arrive("google", { person: "rosa.delgado@gmail.example" });
    expect(await forged.finish({ params: { ...forged.params, state: "f".repeat(43) } })).toMatchObject({
      code: "social_state_unknown",
    });
    expect(await forged.finish({ provider: "apple" })).toMatchObject({ code: "social_state_unknown" });
    expect(await forged.finish({ provider: "myspace" })).toMatchObject({ code: "unknown_provider" });
    const late = await arrive("google", { person: "rosa.delgado@gmail.example" });
    await world.advance({ minutes: 10 });
    expect(await late.finish()).toMatchObject({ code: "social_state_expired" });
  });

  it("uses one return once, however often it is pressed at the same time", async () => {
    const person = await newPerson("google", { email: "twice@gmail.example" });
    const journey = await arrive("google", { person: person.id });
    const ends = await Promise.all([journey.finish(), journey.finish(), journey.finish()]);
    expect(ends.map((end) => (end.ok ? "in" : end.code)).toSorted()).toEqual([
      "in",
      "social_state_used",
      "social_state_used",
    ]);
    // Two windows at once make one account.
    const other = await newPerson("google", { email: "windows@gmail.example" });
    const one = await arrive("google", { person: other.id });
    const two = await arrive("google", { person: other.id });
    const both = await Promise.all([one.finish(), two.finish()]);
    const ids = both.map((end) => (end.ok && end.value.kind === "signed_in" ? end.value.signed_in.member.user_id : ""));
    expect(new Set(ids).size).toBe(1);
  });

  it.each(["wrong-nonce", "expired", "wrong-audience", "wrong-signature"])(
    "believes no ID token with a %s",
    async (fault) => {
      const journey = await arrive("google", { person: "rosa.delgado@gmail.example" });
      await world.control("/signin/fault", { provider: "google", fault });
      expect(await journey.finish()).toMatchObject({ ok: false, code: "social_unverified" });
    },
  );

  it.each(["500", "timeout", "reset"])("says that the provider is away when it answers with %s", async (mode) => {
    const journey = await arrive("google", { person: "rosa.delgado@gmail.example" });
    await world.control("/fail", { target: "google.token", mode, times: 1 });
    expect(await journey.finish()).toMatchObject({
      ok: false,
      code: "social_unavailable",
      detail: { provider: "Google" },
    });
    expect((await world.providerHealth.read()).find((line) => line.provider === "google")?.fault).toBeTruthy();
  });
});

describe("Apple", () => {
  it("posts across sites; the browser fetches the answer by the same path, and the name is kept from the first time", async () => {
    const { url, browser } = await begin("apple");
    await next("apple", { person: "lena.park@icloud.example", hide_email: true });
    const { params, posted } = await walkToCallback({ world, url });
    expect(posted).toBe(true);
    const back = await post("/auth/apple/callback", params, {
      origin: new URL(world.sandbox.url).origin,
      "sec-fetch-site": "cross-site",
    });
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`/auth/apple/callback?state=${params.state}`);
    const finish = (state: string) =>
      world.identity.social.finish({ provider: "apple", params: { state }, browser, member: null, visit, arrival });
    const outcome = await finish(params.state ?? "");
    if (!outcome.ok || outcome.value.kind !== "signed_in") throw new Error("not signed in");
    const { member } = outcome.value.signed_in;
    expect(member).toMatchObject({ name: "Lena Park", is_verified: true });
    expect(member.email).toMatch(/@privaterelay\.appleid\.example$/);
    expect(await finish(params.state ?? "")).toMatchObject({ code: "social_state_used" });
    await world.work();
    expect(await world.mails(member.email ?? "")).toHaveLength(1);
    const again = await signedIn("apple", { person: "lena.park@icloud.example", hide_email: true });
    expect(again.signed_in.member).toMatchObject({ user_id: member.user_id, name: "Lena Park" });
  });

  it("keeps only the first of two posted answers, and none for a state that is not ours", async () => {
    const { url, browser } = await begin("apple");
    await next("apple", { person: "omar.quist@icloud.example" });
    const { params } = await walkToCallback({ world, url });
    await post("/auth/apple/callback", { state: params.state ?? "", error: "user_cancelled_authorize" });
    await post("/auth/apple/callback", params);
    const ended = await world.identity.social.finish({
      provider: "apple",
      params: { state: params.state ?? "" },
      browser,
      member: null,
      visit,
      arrival,
    });
    expect(ended).toMatchObject({ ok: false, code: "social_denied" });
    expect((await post("/auth/apple/callback", { state: "z".repeat(43), code: "x" })).statusCode).toBe(303);
    expect((await post("/auth/apple/callback", {})).statusCode).toBe(303);
    for (const odd of [null, [], "text", { state: ["s".repeat(43)], code: 7 }, { state: params.state, code: "a\0b" }]) {
      const reply = await world.app.inject({
        method: "POST",
        url: "/auth/apple/callback",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify(odd),
      });
      expect(reply.statusCode).toBe(303);
    }
  });

  it("never matches a relay address with an account that happens to have it", async () => {
    const person = await newPerson("apple", { email: "rita@icloud.example", given_name: "Rita" });
    const first = await signedIn("apple", { person: person.id, hide_email: true });
    const relay = first.signed_in.member.email ?? "";
    // The link goes at Apple; the account with the relay address stays.
    await world.control("/signin/apple-notify", { person: person.id, type: "consent-revoked" });
    await world.work();
    const second = await signedIn("apple", { person: person.id, hide_email: true });
    expect(second.signed_in.member.user_id).not.toBe(first.signed_in.member.user_id);
    expect(second.signed_in.member.email).toBeNull();
    expect(relay).toMatch(/privaterelay/);
  });

  it("believes Apple's signed notes, and nobody else's", async () => {
    const person = await newPerson("apple", { email: "nora@icloud.example", given_name: "Nora" });
    const { signed_in } = await signedIn("apple", { person: person.id, hide_email: true });
    const told = { person: person.id };
    const notify = (more: object) =>
      world.control<{ status: number }>("/signin/apple-notify", { ...told, ...more }).finally(world.work);
    const links = () => world.identity.linkedAccounts(signed_in.member.user_id);
    expect((await notify({ type: "account-delete", forged: true })).status).toBe(502);
    expect((await notify({ type: "account-delete", audience: "another.app" })).status).toBe(502);
    expect((await links()).accounts).toMatchObject([{ provider: "apple", is_private_email: true, email_works: true }]);
    expect((await notify({ type: "email-disabled" })).status).toBe(200);
    expect((await links()).accounts).toMatchObject([{ email_works: false }]);
    expect((await notify({ type: "email-enabled" })).status).toBe(200);
    expect((await links()).accounts).toMatchObject([{ email_works: true }]);
    await world.advance({ minutes: 5 });
    expect((await notify({ type: "account-delete" })).status).toBe(200);
    expect((await links()).accounts).toEqual([]);
    // It was the only way in: nobody stays signed in by it.
    expect(await world.identity.authenticate(signed_in.login_token, signed_in.bind_secret)).toBeNull();
  });
});

describe("Facebook", () => {
  it("brings no proven address: a taken one asks to authenticate, none at all makes an account without", async () => {
    const theo = await signedIn("facebook", { person: "theo.marsh@mail.example" });
    expect(theo.signed_in.member).toMatchObject({ email: "theo.marsh@mail.example", is_verified: false });
    const owner = await world.member("Fay");
    const claimed = await newPerson("facebook", { email: owner.email });
    expect(await (await arrive("facebook", { person: claimed.id })).finish()).toMatchObject({
      code: "requires_authentication",
    });
    const nia = await signedIn("facebook", { person: "10150000000000002" });
    expect(nia.signed_in.member).toMatchObject({ email: null, name: "Nia Phone", is_verified: false });
  });

  it("refuses a token of another app, and says when Facebook is away", async () => {
    const stolen = await arrive("facebook", { person: "theo.marsh@mail.example" });
    await world.control("/signin/fault", { provider: "facebook", fault: "other-app" });
    expect(await stolen.finish()).toMatchObject({ code: "social_unverified" });
    expect(await (await arrive("facebook", { deny: true })).finish()).toMatchObject({ code: "social_denied" });
    for (const target of ["facebook.token", "facebook.me", "facebook.debug"]) {
      const journey = await arrive("facebook", { person: "theo.marsh@mail.example" });
      await world.control("/fail", { target, mode: "500", times: 1 });
      expect(await journey.finish()).toMatchObject({ code: "social_unavailable" });
    }
  });

  it("deletes what Facebook told when Facebook asks for it by a signed request", async () => {
    const person = await newPerson("facebook", { email: "gone@mail.example" });
    const { signed_in } = await signedIn("facebook", { person: person.id });
    const ask = (forged: boolean) =>
      world.control<{ status: number; body: string }>("/signin/facebook-delete", { person: person.id, forged });
    expect((await ask(true)).status).toBe(502);
    const answer = await ask(false);
    expect(answer.status).toBe(200);
    const { url, confirmation_code } = JSON.parse(answer.body) as { url: string; confirmation_code: string };
    expect(url).toBe(`${world.productUrl}/auth/facebook/callback?deletion=${confirmation_code}`);
    await world.work();
    expect(await world.identity.social.whenDeleted(confirmation_code)).toBeInstanceOf(Date);
    expect(await world.identity.social.whenDeleted("0000000000000000")).toBeNull();
    expect((await world.identity.linkedAccounts(signed_in.member.user_id)).accounts).toEqual([]);
  });
});

describe("linked accounts", () => {
  it("links for the member who set out, to nobody else, and never takes the last way in", async () => {
    const ada = await world.member("Ada");
    const bea = await world.member("Bea");
    const person = await newPerson("google", { email: "ada.elsewhere@gmail.example" });
    const start = { purpose: "link", member: ada };
    const stolen = await arrive("google", { person: person.id }, { start });
    expect(await stolen.finish({ member: bea })).toMatchObject({ code: "sign_in_again" });
    expect(await stolen.finish({ member: null })).toMatchObject({ code: "social_state_used" });
    const journey = await arrive("google", { person: person.id }, { start, member: ada });
    expect(await journey.finish()).toMatchObject({ ok: true, value: { kind: "linked" } });
    const taken = await arrive(
      "google",
      { person: person.id },
      { start: { purpose: "link", member: bea }, member: bea },
    );
    expect(await taken.finish()).toMatchObject({ code: "social_taken" });
    expect((await signedIn("google", { person: person.id })).signed_in.member.user_id).toBe(ada.user_id);

    const session = await world.identity.login({ email: ada.email, password: ada.password, ...visit });
    if (!session.ok) throw new Error(session.code);
    const { member } = session.value;
    const [link] = (await world.identity.linkedAccounts(ada.user_id)).accounts;
    const unlink = (who: typeof member, password: string | null) =>
      world.identity.social.unlink(who, link?.id ?? "", password);
    expect(await unlink(member, null)).toMatchObject({ code: "password_wrong" });
    expect(await unlink(member, "wrong words here")).toMatchObject({ code: "password_wrong" });
    expect(await unlink({ ...member, ...bea, session_id: member.session_id }, bea.password)).toMatchObject({
      code: "social_link_unknown",
    });
    expect((await unlink(member, ada.password)).ok).toBe(true);
    expect((await world.identity.linkedAccounts(ada.user_id)).accounts).toEqual([]);
  });

  it("keeps the only way in, asks for a fresh sign-in, and tells Apple when its link goes", async () => {
    const person = await newPerson("apple", { email: "last@icloud.example" });
    const { signed_in } = await signedIn("apple", { person: person.id });
    const links = async () => (await world.identity.linkedAccounts(signed_in.member.user_id)).accounts;
    const unlink = (id: string, member = signed_in.member) => world.identity.social.unlink(member, id, null);
    expect(await unlink((await links())[0]?.id ?? "")).toMatchObject({ code: "social_last_login_method" });
    const other = await newPerson("google", { email: "last.other@gmail.example" });
    const start = { purpose: "link", member: signed_in.member };
    await (await arrive("google", { person: other.id }, { start, member: signed_in.member })).finish();
    const [apple, google] = await links();
    // Two at once must not take both.
    const ends = await Promise.all([unlink(apple?.id ?? ""), unlink(google?.id ?? "")]);
    expect(ends.map((end) => (end.ok ? "gone" : end.code)).toSorted()).toEqual(["gone", "social_last_login_method"]);
    await world.work();
    const { apple: told } = await world.control<{ apple: { consented: string[] } }>("/signin");
    expect(told.consented.includes(person.id)).toBe((await links())[0]?.provider === "apple");
    await world.advance({ minutes: 11 });
    expect(await unlink((await links())[0]?.id ?? "")).toMatchObject({ code: "sign_in_again" });
  });

  it("ends the consent at Apple even when Apple is away at first", async () => {
    const person = await newPerson("apple", { email: "revoked@icloud.example" });
    const owner = await world.member("Rex");
    const start = { purpose: "link", member: owner };
    await (await arrive("apple", { person: person.id }, { start, member: owner })).finish();
    const session = await world.identity.login({ email: owner.email, password: owner.password, ...visit });
    if (!session.ok) throw new Error(session.code);
    const [link] = (await world.identity.linkedAccounts(owner.user_id)).accounts;
    await world.control("/fail", { target: "apple.revoke", mode: "500", times: 1 });
    expect((await world.identity.social.unlink(session.value.member, link?.id ?? "", owner.password)).ok).toBe(true);
    await world.work();
    const consented = async () =>
      (await world.control<{ apple: { consented: string[] } }>("/signin")).apple.consented.includes(person.id);
    expect(await consented()).toBe(true);
    await world.base.handle.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await world.work();
    expect(await consented()).toBe(false);
  });
});

async function verify(userId: string) {
  await world.base.handle.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
    userId,
  ]);
}
