/**
 * Attacks on who somebody is, each shown to fail: accounts prepared for their later owner, links and keys that outlive a
 * password, forged tokens with a right signature, steps that are answered twice.
 */

import { importJWK, SignJWT } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userId } from "#platform/ids";
import { sessionId } from "../../src/modules/identity/ids.ts";
import { listenForNotices } from "../../src/server/serve.ts";
import { wire } from "../../src/server/wiring.ts";
import {
  type AccountCaller,
  createAccountCaller,
  PASSWORD,
  type Session,
  sessionOf,
  tokenOf,
} from "../support/account-calls.ts";
import { FROM_NOWHERE } from "../support/arrivals.ts";
import { walkToCallback } from "../support/sign-in-walk.ts";
import { createSoftPasskey } from "../support/soft-passkey.ts";
import { until } from "../support/stage.ts";
import { createWorld, type World } from "../support/world.ts";

const NEW_PASSWORD = "seven quiet lanterns";

let world: World;
let caller: AccountCaller;
beforeAll(async () => {
  world = await createWorld();
  caller = createAccountCaller(world);
});
afterAll(() => world.close());

const call: AccountCaller["call"] = (...given) => caller.call(...given);
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() });

async function addPasskey(session: Session, password: string | null = PASSWORD) {
  const key = createSoftPasskey(world.productUrl);
  const started = await call("POST", "/api/account/passkeys/start", { password }, { session });
  const { challenge } = started.body.options as { challenge: string };
  const added = await call("POST", "/api/account/passkeys", { credential: key.register(challenge) }, { session });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return key;
}
async function askPasskey(): Promise<string> {
  const asked = await call("POST", "/api/web/passkey/start", {});
  return (asked.body.options as { challenge: string }).challenge;
}
const tryPasskey = async (key: ReturnType<typeof createSoftPasskey>) =>
  (await call("POST", "/api/web/passkey", { credential: key.assert(await askPasskey()) })).body.code ?? "in";

/** A stranger opens an account with somebody's address and prepares every way in that there is. */
async function plant(name: string) {
  const own = await caller.join(name);
  const key = await addPasskey(own.session);
  const started = await call("POST", "/api/account/time-code/start", { password: PASSWORD }, { session: own.session });
  const secret = String(started.body.secret);
  const on = await call("POST", "/api/account/time-code", { code: codeOf(secret) }, { session: own.session });
  const [recovery = ""] = on.body.recovery_codes as string[];
  const half = await caller.logIn(own.email, PASSWORD);
  const step = half.cookies.find((cookie) => cookie.name === "tp_step")?.value ?? "";
  expect(step).not.toBe("");
  const { user_id } = (
    await world.base.handle.pool.query("select user_id from identity.users where email = $1", [own.email])
  ).rows[0] as { user_id: string };
  const sign_in = await world.identity.oneTimeToken(user_id, null);
  const elsewhere = own.email.replace("example.com", "thief.example");
  await call("POST", "/api/account/email", { email: elsewhere, password: PASSWORD }, { session: own.session });
  const change = tokenOf(await caller.linkTo(elsewhere, /Confirm your new email/));
  const link = await setOut("facebook", user_id);
  return { ...own, user_id, key, recovery, step, sign_in, change, link, elsewhere };
}
type Planted = Awaited<ReturnType<typeof plant>>;

/** A journey that would link the stranger's own Facebook account. */
async function setOut(provider: "facebook", user_id: string) {
  const started = await world.identity.social.start({
    provider,
    to: "/",
    purpose: "link",
    member: { user_id },
    browser: null,
    language: "en",
  });
  if (!started.ok) throw new Error(started.code);
  await world.control("/signin/next", { provider, person: "theo.marsh@mail.example" });
  const { params } = await walkToCallback({ world, url: started.value.url });
  return { params, browser: started.value.browser };
}

/** Which of the ways that were prepared still lead into the account; the owner's own session stays. */
async function waysIn(planted: Planted): Promise<string[]> {
  const arrival = {
    language: "en" as const,
    partner: "tuppence",
    ...FROM_NOWHERE,
  };
  const visit = { user_agent: "", address: "203.0.113.99" };
  const open: string[] = [];
  const tried = async (name: string, works: boolean) => void (works && open.push(name));
  await tried("session", (await caller.summary(planted.session)) === 200);
  await tried("passkey", (await tryPasskey(planted.key)) === "in");
  const login = await caller.logIn(planted.email, PASSWORD);
  await tried("password", login.status === 200);
  const cookie = `tp_step=${planted.step}`;
  await tried(
    "half a sign-in",
    (await call("POST", "/api/web/login/code", { code: planted.recovery }, { cookie })).status === 200,
  );
  await tried("one-time token", (await world.identity.signInWithToken(planted.sign_in, visit)).ok);
  const changed = await world.identity.verifyEmail(planted.change, {
    address: "203.0.113.99",
    member_id: planted.user_id,
    password: null,
    claim: true,
  });
  await tried("change of address", changed.ok);
  const linked = await world.identity.social.finish({
    provider: "facebook",
    params: planted.link.params,
    browser: planted.link.browser,
    member: { user_id: planted.user_id },
    visit,
    arrival,
  });
  await tried("link of another account", linked.ok);
  const { rows } = await world.base.handle.pool.query(
    `select (select count(*) from identity.passkeys where user_id = $1) + (select count(*) from identity.time_codes where user_id = $1)
       + (select count(*) from identity.recovery_codes where user_id = $1) + (select count(*) from identity.challenges where user_id = $1)
       + (select count(*) from identity.linked_accounts where user_id = $1 and provider = 'facebook') as left,
       (select pending_email from identity.users where user_id = $1) as pending`,
    [planted.user_id],
  );
  expect(rows[0]).toEqual({ left: 0n, pending: null });
  return open;
}
async function reset(email: string, password = NEW_PASSWORD) {
  await call("POST", "/api/password/reset", { email });
  const token = tokenOf(await caller.linkTo(email, /Set a new password/));
  return call("POST", "/api/password/reset", { token, password, password_confirmation: password });
}

describe("an account that somebody else prepared", () => {
  it("holds none of their ways in once its owner came by Google", async () => {
    const planted = await plant("Vic Google");
    const { person } = await world.control<{ person: { id: string } }>("/signin/people", {
      provider: "google",
      email: planted.email,
    });
    const started = await world.identity.social.start({
      provider: "google",
      to: "/",
      purpose: "sign_in",
      member: null,
      browser: null,
      language: "en",
    });
    if (!started.ok) throw new Error(started.code);
    await world.control("/signin/next", { provider: "google", person: person.id });
    const { params } = await walkToCallback({ world, url: started.value.url });
    const came = await world.identity.social.finish({
      provider: "google",
      params,
      browser: started.value.browser,
      member: null,
      visit: { user_agent: "Firefox", address: "203.0.113.7" },
      arrival: { language: "en", partner: "tuppence", ...FROM_NOWHERE },
    });
    // The planted authenticator app does not stand in the owner's way either.
    expect(came).toMatchObject({ ok: true, value: { kind: "signed_in" } });
    expect(await waysIn(planted)).toEqual([]);
  });

  it("holds none of them once its owner reset the password", async () => {
    const planted = await plant("Vic Reset");
    const done = await reset(planted.email);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(done.body.login_token).toBeTruthy();
    expect(await waysIn(planted)).toEqual([]);
    expect(await caller.summary(sessionOf(done))).toBe(200);
  });

  it("holds none of them once its owner pressed the link of the mail", async () => {
    const planted = await plant("Vic Verify");
    const token = tokenOf(await caller.linkTo(planted.email, /Confirm your email/));
    const done = await call("POST", "/api/verify", { token });
    expect(done.body).toMatchObject({ success: true, email: planted.email });
    const path = String(done.body.set_password_path);
    expect(path).toMatch(/^\/password\/set\//);
    expect(await waysIn(planted)).toEqual([]);
    const form = { token: path.split("/")[3], password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await call("POST", "/api/password/reset", form)).status).toBe(200);
  });

  it("keeps everything when who confirms is who opened it: signed in, or by the password", async () => {
    for (const by of ["session", "password"] as const) {
      const own = await caller.join(`Own ${by}`);
      const key = await addPasskey(own.session);
      const token = tokenOf(await caller.linkTo(own.email, /Confirm your email/));
      const verify = (password?: string) =>
        call(
          "POST",
          "/api/verify",
          { token, ...(password ? { password } : {}) },
          by === "session" ? { session: own.session } : {},
        );
      if (by === "password") expect((await verify("wrong words here")).body.code).toBe("password_wrong");
      const done = await verify(by === "password" ? PASSWORD : undefined);
      expect(done.body).toMatchObject({ success: true, set_password_path: null });
      expect(await tryPasskey(key)).toBe("in");
      expect(await caller.summary(own.session)).toBe(200);
    }
  });

  it("cannot be given somebody's address by a press of theirs", async () => {
    const thief = await caller.join("Thief Mover");
    const victim = "unsuspecting@example.com";
    await call("POST", "/api/account/email", { email: victim, password: PASSWORD }, { session: thief.session });
    const token = tokenOf(await caller.linkTo(victim, /Confirm your new email/));
    expect((await call("POST", "/api/verify", { token })).body.code).toBe("link_needs_owner");
    const { rows } = await world.base.handle.pool.query("select 1 from identity.users where email = $1", [victim]);
    expect(rows).toEqual([]);
  });
});

describe("a change of address", () => {
  /** Somebody who proved their address, and a thief with their password who asked for another one. */
  async function asked(name: string) {
    const own = await caller.join(name);
    const token = tokenOf(await caller.linkTo(own.email, /Confirm your email/));
    await call("POST", "/api/verify", { token }, { session: own.session });
    const thief = sessionOf(await caller.logIn(own.email, PASSWORD));
    const elsewhere = own.email.replace("example.com", "thief.example");
    const change = await call(
      "POST",
      "/api/account/email",
      { email: elsewhere, password: PASSWORD },
      { session: thief },
    );
    expect(change.status).toBe(200);
    return { ...own, thief, elsewhere, change: tokenOf(await caller.linkTo(elsewhere, /Confirm your new email/)) };
  }
  const press = (token: string) => call("POST", "/api/verify", { token, password: PASSWORD });
  const pressNew = (token: string) => call("POST", "/api/verify", { token, password: NEW_PASSWORD });

  it("dies with the password: changed, and reset", async () => {
    const one = await asked("Ivy Change");
    const form = { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await call("POST", "/api/account/password", form, { session: one.session })).status).toBe(200);
    expect((await pressNew(one.change)).body.code).toBe("link_used");
    const two = await asked("Ivan Reset");
    expect((await reset(two.email)).status).toBe(200);
    expect((await pressNew(two.change)).body.code).toBe("link_used");
    for (const { email } of [one, two]) expect((await caller.logIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it("is undone by the old address within 72 hours, and the thief is out", async () => {
    const own = await asked("Una Undone");
    expect((await press(own.change)).body.email).toBe(own.elsewhere);
    // The thief goes on: a key of their own, a new password by their own mailbox, and another address.
    const key = await addPasskey(own.thief);
    const again = own.email.replace("example.com", "den.example");
    await call("POST", "/api/account/email", { email: again, password: PASSWORD }, { session: own.thief });
    const second = tokenOf(await caller.linkTo(again, /Confirm your new email/));
    expect((await press(second)).body.email).toBe(again);
    const thiefs = tokenOf(await caller.linkTo(own.elsewhere, /Your email was changed/));
    expect((await reset(again)).status).toBe(200);
    // Nor does an account with the old address stand in the way.
    const squat = await call("POST", "/api/web/register", {
      name: "Squat",
      email: own.email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    expect(squat.status).toBe(200);
    await world.advance({ hours: 71 });
    const visit = { user_agent: "Firefox", address: "203.0.113.50" };
    const undo = tokenOf(await caller.linkTo(own.email, /Your email was changed/));
    const undone = await world.identity.undoEmailChange(undo, visit);
    if (!undone.ok) throw new Error(undone.code);
    expect(undone.value.email).toBe(own.email);
    expect(await caller.summary(own.thief)).toBe(401);
    expect(await tryPasskey(key)).toBe("passkey_wrong");
    expect((await caller.logIn(own.email, NEW_PASSWORD)).status).toBe(401);
    // The thief's own links are dead, and the owner's works once.
    expect(await world.identity.undoEmailChange(thiefs, visit)).toMatchObject({ code: "link_used" });
    expect(await world.identity.undoEmailChange(undo, visit)).toMatchObject({ code: "link_used" });
    const token = undone.value.set_password_path.split("/")[3];
    const words = "eleven amber harbors";
    const chosen = await call("POST", "/api/password/reset", { token, password: words, password_confirmation: words });
    expect(chosen.body.user).toMatchObject({ user_id: userId.show(own.user_id), email: own.email, is_verified: true });
  });

  it("is not undone later, and not from an address that was never proven", async () => {
    const late = await asked("Lars Late");
    await press(late.change);
    const undo = tokenOf(await caller.linkTo(late.email, /Your email was changed/));
    await world.advance({ hours: 72, minutes: 1 });
    const visit = { user_agent: "", address: "203.0.113.51" };
    expect(await world.identity.undoEmailChange(undo, visit)).toMatchObject({ code: "link_expired" });
    const slip = await caller.join("Sly Slip");
    await call(
      "POST",
      "/api/account/email",
      { email: "sly@right.example", password: PASSWORD },
      { session: slip.session },
    );
    await press(tokenOf(await caller.linkTo("sly@right.example", /Confirm your new email/)));
    await expect(caller.linkTo(slip.email, /Your email was changed/)).rejects.toThrow("no link");
  });
});

describe("what works once or for a while", () => {
  it("a link of an older reset dies with a newer one", async () => {
    const ray = await caller.join("Ray Reset");
    await call("POST", "/api/password/reset", { email: ray.email });
    const old = tokenOf(await caller.linkTo(ray.email, /Set a new password/));
    await call("POST", "/api/password/reset", { email: ray.email });
    const form = (token: string) => ({ token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD });
    const token = tokenOf(await caller.linkTo(ray.email, /Set a new password/));
    expect(token).not.toBe(old);
    expect((await call("POST", "/api/password/reset", form(old))).body.code).toBe("link_used");
    expect((await call("POST", "/api/password/reset", form(token))).status).toBe(200);
  });

  it("a passkey's answer opens one session, and none after its challenge was spent", async () => {
    const kay = await caller.join("Kay Key");
    const key = await addPasskey(kay.session);
    const challenge = await askPasskey();
    const use = (credential: unknown) => call("POST", "/api/web/passkey", { credential });
    const answer = key.assert(challenge);
    expect((await use(answer)).status).toBe(200);
    expect((await use(answer)).body.code).toBe("passkey_wrong");
    // Signed anew, with a counter that went on: the challenge itself is spent.
    expect((await use(key.assert(challenge))).body.code).toBe("passkey_wrong");
    expect((await use(key.assert(await askPasskey()))).status).toBe(200);
  });

  it("a token with our own signature, but of another type or issuer, opens nothing", async () => {
    const { session, user_id } = await caller.join("Tom Token");
    const [head, claims] = session.token.split(".").map((part) => {
      try {
        return JSON.parse(Buffer.from(part, "base64url").toString());
      } catch {
        return {};
      }
    });
    const { rows } = await world.base.handle.pool.query(
      "select private_jwk from identity.signing_keys where kid = $1",
      [head.kid],
    );
    const key = await importJWK(rows[0].private_jwk, "EdDSA");
    const opens = async (change: { head?: object; claims?: object }) => {
      const token = await new SignJWT({ ...claims, ...change.claims })
        .setProtectedHeader({ ...head, ...change.head })
        .sign(key);
      return caller.summary({ token, bind: session.bind });
    };
    expect(await opens({})).toBe(200);
    const before = { sub: user_id, jti: sessionId.read(claims.jti) };
    expect(await opens({ claims: before }), "of before November 2026, for the rest of its year").toBe(200);
    expect(await opens({ head: { typ: "at+jwt" } })).toBe(401);
    expect(await opens({ head: { typ: undefined } })).toBe(401);
    expect(await opens({ claims: { iss: "somebody" } })).toBe(401);
    expect(await opens({ claims: { iss: undefined } })).toBe(401);
  });

  it("a session that ended is forgotten by other processes at once", async () => {
    const { session } = await caller.join("Sam Session");
    // A second process on the same database, which remembers sessions for some seconds.
    const { config, clock, log, database } = world;
    const other = await wire({ config, clock, log, database });
    const notices = await listenForNotices(database, other, () => {}, log);
    try {
      const there = () => other.identity.authenticate(session.token, session.bind);
      expect(await there()).toMatchObject({ user_id: expect.any(String) });
      await call("POST", "/api/logout", {}, { session });
      // The story's clock stands still: only the notice can make it forget.
      await until("the other process has forgotten the session", async () => (await there()) === null);
      const again = sessionOf(await caller.logIn("sam.session@example.com", PASSWORD));
      expect(await other.identity.authenticate(again.token, again.bind)).not.toBeNull();
      await reset("sam.session@example.com");
      await until(
        "it has forgotten the one that a reset ended",
        async () => (await other.identity.authenticate(again.token, again.bind)) === null,
      );
    } finally {
      await notices.stop();
      await other.cashback.close();
      await other.attribution.close();
      other.notifications.close();
    }
  });
});
