/**
 * Stories of the code by which a phone goes on with an offer: it opens one session by a press, once, leads to that offer, moves no money, and
 * is worth nothing to whoever sees it later, after a sign-out, after a new password, or without having been shown it.
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccountCaller, createAccountCaller, IPHONE, PASSWORD, type Session } from "../support/account-calls.ts";
import { createEarning, only } from "../support/earning.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
let offer: string;
let other: string;
beforeAll(async () => {
  world = await createWorld({ environment: { ...only("ayet"), RATE_LIMIT_FACTOR: "1" } });
  caller = createAccountCaller(world);
  const offers = await (await createEarning(world, "ayet")).offers();
  [offer, other] = [offers[0]?.offer_id ?? "", offers[1]?.offer_id ?? ""];
  expect(other).not.toBe("");
});
afterAll(() => world.close());

/** The press on the computer. */
async function make(session: Session, offer_id = offer) {
  const made = await caller.call("POST", `/api/user/offer/phone/${offer_id}`, {}, { session });
  return { status: made.status, code: made.body.code, path: String(made.body.path ?? ""), minutes: made.body.minutes };
}

let last = 0;
const secretOf = (path: string) => path.split("/").at(-1) ?? "";
/** The press on the phone, as the page does it: how it ended, and the session that it opened. */
async function press(path: string, device: string | null = null) {
  last += 1;
  const visit = { user_agent: IPHONE, address: `198.19.${last >> 8}.${last & 255}`, device };
  const told = await world.identity.goOnByPhone(secretOf(path), visit);
  if (!told?.ok) return { told: told?.code ?? "no phone's link", to: "", session: { token: "", bind: "" } };
  const { login_token, bind_secret } = told.value.signed_in;
  return { told: "in", to: told.value.leads_to, session: { token: login_token, bind: bind_secret ?? "" } };
}
const look = (path: string, viewer: string | null = null) => world.identity.peekSignIn(secretOf(path), viewer);
const opens = (session: Session) => caller.summary(session);

async function phoneOf(session: Session): Promise<Session> {
  const pressed = await press((await make(session)).path);
  expect(pressed.told).toBe("in");
  return pressed.session;
}
async function changePassword(session: Session, from = PASSWORD, to = "seven other kettles hum") {
  const passwords = { current_password: from, password: to, password_confirmation: to };
  return (await caller.call("POST", "/api/account/password", passwords, { session })).status;
}
const signOut = (session: Session) => caller.call("POST", "/api/logout", undefined, { session });
const signOthersOut = (session: Session) =>
  caller.call("DELETE", "/api/account/sessions/others", undefined, { session });

it("says whose account it opens, opens it by the press alone, once, and leads to that offer and nowhere else", async () => {
  const { session } = await caller.join("Paula Phone");
  const made = await make(session);
  expect(made).toMatchObject({ status: 200, minutes: 5 });
  const { rows } = await world.base.handle.pool.query("select * from identity.one_time_links where kind = 'phone'");
  expect(JSON.stringify(rows)).not.toContain(made.path.split("/").at(-1));
  // A camera's preview, a scanner and an impatient reader look at it: nothing is used up.
  const seen = { state: "open", account: "p•••@example.com", leads_to: `/coins/offer/${offer}`, own: false };
  for (let n = 0; n < 3; n++) expect(await look(made.path)).toEqual(seen);
  const pressed = await press(made.path);
  expect([pressed.told, pressed.to]).toEqual(["in", `/coins/offer/${offer}`]);
  expect(await opens(pressed.session)).toBe(200);
  expect(await look(made.path)).toMatchObject({ state: "used", account: null, leads_to: null });
  expect(await press(made.path)).toMatchObject({ told: "link_used", session: { token: "" } });
});

it("is made for members alone, for offers that there are, and so many an hour", async () => {
  expect((await caller.call("POST", `/api/user/offer/phone/${offer}`, {})).status).toBe(401);
  const { session } = await caller.join("Quentin Quick");
  for (const id of ["x", `cof_${"0".repeat(32)}`, "..%2F..%2Faccount", "%2F%2Fevil.example"])
    expect([id, (await make(session, id)).status]).toEqual([id, 404]);
  for (let n = 0; n < 30; n++) expect((await make(session)).status).toBe(200);
  expect(await make(session)).toMatchObject({ status: 429, code: "too_many_attempts" });
});

it("opens nothing once its minutes are over, once a newer one is shown, or when it is guessed", async () => {
  const { session } = await caller.join("Lars Late");
  const early = await make(session);
  await world.advance({ minutes: 4, seconds: 59 });
  expect((await press(early.path)).told).toBe("in");
  const late = await make(session);
  await world.advance({ minutes: 5 });
  expect(await look(late.path)).toMatchObject({ state: "expired", account: null });
  expect((await press(late.path)).told).toBe("link_expired");
  const older = await make(session);
  const newer = await make(session, other);
  expect((await press(older.path)).told, "a newer one is shown").toBe("link_used");
  expect((await press(newer.path)).to).toBe(`/coins/offer/${other}`);
  for (const guess of [randomBytes(32).toString("base64url"), "x".repeat(48), session.token.slice(0, 150)])
    expect([(await press(`/${guess}`)).told, (await look(`/${guess}`)).state]).toEqual(["no phone's link", "unknown"]);
});

it("is no other door's token, and others' tokens are none of it", async () => {
  const { session, user_id } = await caller.join("Dora Doors");
  const { path } = await make(session);
  const visit = { user_agent: IPHONE, address: "203.0.113.61" };
  expect(await world.identity.signInWithToken(secretOf(path), visit)).toMatchObject({
    ok: false,
    code: "link_unknown",
  });
  const fresh = await world.identity.oneTimeToken(user_id, null);
  expect(await world.identity.goOnByPhone(fresh, visit), "a hand-over's token").toBeNull();
  expect((await press(path)).told).toBe("in");
});

it("says to whom it belongs where somebody is signed in: another, or its own member who needs none", async () => {
  const [ann, mallory] = [await caller.join("Ann Alone"), await caller.join("Mallory Shows")];
  const theirs = await make(mallory.session);
  expect(await look(theirs.path, ann.user_id)).toMatchObject({ account: "m•••@example.com", own: false });
  const own = await make(ann.session);
  expect(await look(own.path, ann.user_id)).toMatchObject({ account: "a•••@example.com", own: true });
});

it("opens one session, however many press at once", async () => {
  const { session, user_id } = await caller.join("Paul Presses");
  const { path } = await make(session);
  const all = await Promise.all(Array.from({ length: 10 }, () => press(path)));
  expect(all.map(({ told }) => told).sort()).toEqual(["in", ...Array.from({ length: 9 }, () => "link_used")]);
  const { rows } = await world.base.handle.pool.query(
    "select 1 from identity.sessions where user_id = $1 and opened_by = 'phone'",
    [user_id],
  );
  expect(rows).toHaveLength(1);
});

it("ends with the session that made it, before the press and after it", async () => {
  const { session, email } = await caller.join("Sam Signs Out");
  const phone = await phoneOf(session);
  const unused = await make(session);
  await signOut(session);
  expect(await look(unused.path)).toMatchObject({ state: "expired", account: null });
  expect((await press(unused.path)).told).toBe("phone_signed_out");
  expect(await opens(phone), "the phone's own session").toBe(401);
  for (const close of [signOthersOut, changePassword]) {
    const answer = await caller.logIn(email, PASSWORD);
    const back = {
      token: String(answer.body.login_token),
      bind: answer.cookies.find(({ name }) => name === "tp_bind")?.value ?? "",
    };
    const there = await phoneOf(back);
    const waiting = await make(back);
    await close(back);
    expect((await press(waiting.path)).told).toBe("link_used");
    expect([await opens(there), await opens(back)]).toEqual([401, 200]);
  }
});

it("leaves no session to a press that meets a new password", async () => {
  const { session, user_id } = await caller.join("Rhea Meets");
  const { path } = await make(session);
  const told = await whileHeld(
    world,
    (query) => query("select 1 from identity.users where user_id = $1 for no key update", [user_id]),
    async (waiting) => {
      const changed = changePassword(session);
      await waiting(1);
      const pressed = press(path);
      await waiting(2);
      return () => Promise.all([changed, pressed]);
    },
  );
  expect(told[0]).toBe(200);
  if (told[1].told === "in") expect(await opens(told[1].session)).toBe(401);
  else expect(told[1].told).toBe("link_used");
});

it("is no fresh sign-in, hands nothing on, and stands alone once a new password was set on the phone", async () => {
  const { session } = await caller.join("Mona Money");
  const phone = await phoneOf(session);
  const member = await world.identity.authenticate(phone.token, phone.bind);
  if (!member) throw new Error("the phone is not signed in");
  expect(await world.identity.confirmFresh(member)).toMatchObject({ ok: false, code: "sign_in_again" });
  expect(await world.identity.confirm({ ...member }, null)).toMatchObject({ ok: false, code: "password_wrong" });
  expect(await make(phone)).toMatchObject({ status: 409, code: "phone_link_elsewhere" });
  const asked = { origin: "chrome-extension://ihkcfpbnmeahlfgjbkdcaopelgmnfjtp", challenge: "A".repeat(43) };
  const code = await world.identity.extensionCode(member, asked);
  const visit = { user_agent: IPHONE, address: "203.0.113.62" };
  const taken = await world.identity.takeExtensionCode({ code, verifier: "v".repeat(43), origin: asked.origin }, visit);
  expect(taken.ok).toBe(false);

  expect(await changePassword(phone, "not this one")).toBe(401);
  expect(await changePassword(phone)).toBe(200);
  expect([await opens(phone), await opens(session)]).toEqual([200, 401]);
});

it("gets no other session by a hand-over to an app or a partner: what that opens hangs on the same, and is no fresh sign-in", async () => {
  const { session, user_id } = await caller.join("Hans Hands");
  const phone = await phoneOf(session);
  const member = await world.identity.authenticate(phone.token, phone.bind);
  if (!member) throw new Error("the phone is not signed in");
  const visit = { user_agent: IPHONE, address: "203.0.113.63" };
  const [first, second] = [1, 2].map(() => world.identity.oneTimeToken(user_id, member.session_id));
  const opened = await world.identity.signInWithToken((await first) ?? "", visit);
  if (!opened.ok) throw new Error(opened.code);
  const { login_token, bind_secret, member: there } = opened.value;
  const app = { token: login_token, bind: bind_secret ?? "" };
  expect(there.expires_at).toEqual(member.expires_at);
  for (const one of [there, await world.identity.authenticate(app.token, app.bind)])
    expect(one && (await world.identity.confirmFresh(one))).toMatchObject({ ok: false, code: "sign_in_again" });
  expect(await make(app)).toMatchObject({ status: 409, code: "phone_link_elsewhere" });
  await signOut(session);
  expect([await opens(phone), await opens(app)]).toEqual([401, 401]);
  expect(await world.identity.signInWithToken((await second) ?? "", visit)).toMatchObject({ code: "link_expired" });
});

it("hands over no more than was proved: a session of yesterday opens one of yesterday", async () => {
  const { session, user_id } = await caller.join("Yvo Yesterday");
  const old = await world.identity.authenticate(session.token, session.bind);
  const visit = { user_agent: IPHONE, address: "203.0.113.64" };
  const hand = async () => {
    const told = await world.identity.signInWithToken(
      await world.identity.oneTimeToken(user_id, old?.session_id ?? null),
      visit,
    );
    return told.ok ? world.identity.confirmFresh(told.value.member) : told;
  };
  expect(await hand()).toMatchObject({ ok: true });
  await world.advance({ minutes: 11 });
  expect(await hand()).toMatchObject({ ok: false, code: "sign_in_again" });
});

it("asks a member without a password to sign in again, and ends both where the phone signs the others out", async () => {
  const { session, user_id } = await caller.join("Nora None");
  await world.base.handle.pool.query("update identity.users set password_hash = null where user_id = $1", [user_id]);
  const phone = await phoneOf(session);
  const member = await world.identity.authenticate(phone.token, phone.bind);
  if (!member) throw new Error("the phone is not signed in");
  expect(await world.identity.confirm(member, null)).toMatchObject({ ok: false, code: "sign_in_again" });
  await signOthersOut(phone);
  expect([await opens(phone), await opens(session)]).toEqual([401, 401]);
});

it("is seen where two accounts meet on one phone, though neither knows it by that", async () => {
  const [one, two] = [await caller.join("Olga One"), await caller.join("Tilda Two")];
  const phone = "p".repeat(43);
  for (const { session, user_id } of [one, two]) {
    expect((await press((await make(session)).path, phone)).told).toBe("in");
    const { rows } = await world.base.handle.pool.query(
      "select 1 from identity.devices where user_id = $1 and dropped_at is null",
      [user_id],
    );
    expect(rows, "the one that registered").toHaveLength(1);
  }
  expect(await world.identity.sharedTraces(one.user_id, two.user_id)).toMatchObject({ device: true });
});

it("is a line of its own among the sessions, told by the letter of a new device, and makes no device known", async () => {
  const { session, email } = await caller.join("Dina Device");
  await world.advance({ hours: 2 });
  const letters = async () => {
    await world.work();
    return (await world.mails(email)).filter((subject) => subject === "A new device signed in").length;
  };
  const phone = await phoneOf(session);
  expect(await letters()).toBe(1);
  type Line = { session_id: string; device: string; current: boolean };
  const list = await caller.call("GET", "/api/account/sessions", undefined, { session });
  const line = (list.body.sessions as Line[]).find(({ device }) => device === "Safari on iPhone");
  expect(line).toMatchObject({ current: false });
  await caller.logIn(email, PASSWORD, { agent: IPHONE });
  expect(await letters(), "the code made no device known").toBe(2);
  await caller.call("DELETE", `/api/account/sessions/${line?.session_id}`, undefined, { session });
  expect([await opens(phone), await opens(session)]).toEqual([401, 200]);
});
