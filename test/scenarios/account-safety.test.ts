/** Accounts over time: confirming addresses, lost passwords, sessions, limits. Mails are read in the sandbox's mailbox. */
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEMBER_AVAILABLE } from "#ledger";
import { GOODWILL } from "#rewards";
import {
  type AccountCaller,
  createAccountCaller,
  IPHONE,
  PASSWORD,
  type Session,
  sessionOf,
  tokenOf,
} from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

const NEW_PASSWORD = "seven quiet lanterns";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: "1" } });
  ({ call, join, logIn, linkTo, summary } = createAccountCaller(world));
});
afterAll(() => world.close());

let call: AccountCaller["call"];
let join: AccountCaller["join"];
let logIn: AccountCaller["logIn"];
let linkTo: AccountCaller["linkTo"];
let summary: AccountCaller["summary"];

/** Rows that name a member's id and say nothing about the person. */
// Parts of the books: what they say of a member is in the copy as balances and lines.
const NOT_PERSONAL = new Set(["ledger.accounts", "ledger.debtors", "ledger.holds"]);

describe("confirming an address", () => {
  it("works once, says so the second time, and runs out after 72 hours", async () => {
    const ann = await join("Ann Able");
    const token = tokenOf(await linkTo(ann.email, /Confirm your email/));
    const first = await call("POST", "/api/verify", { token }, { session: ann.session });
    expect([first.status, first.body.already]).toEqual([200, false]);
    const again = await call("POST", "/api/verify", { token });
    expect([again.status, again.body.already]).toEqual([200, true]);
    expect((await call("POST", "/api/verify/resend", {}, { session: ann.session })).body.code).toBe("already_verified");

    const bob = await join("Bob Baker");
    const late = tokenOf(await linkTo(bob.email, /Confirm your email/));
    await world.advance({ hours: 72, minutes: 1 });
    expect((await call("POST", "/api/verify", { token: late })).body.code).toBe("link_expired");
    const resent = await call("POST", "/api/verify/resend", {}, { session: bob.session });
    expect(resent.body.message).toBe("Please check your mailbox for verification email.");
    const fresh = tokenOf(await linkTo(bob.email, /^Confirm your email/));
    expect((await call("POST", "/api/verify", { token: fresh }, { session: bob.session })).status).toBe(200);
    expect((await call("POST", "/api/verify", { token: `${fresh}x` })).body.code).toBe("link_unknown");
  });

  it("makes only the newest mail count, and only so many of them", async () => {
    const cleo = await join("Cleo Carr");
    const old = tokenOf(await linkTo(cleo.email, /Confirm your email/));
    for (let count = 0; count < 5; count += 1)
      expect((await call("POST", "/api/verify/resend", {}, { session: cleo.session })).status).toBe(200);
    expect((await call("POST", "/api/verify/resend", {}, { session: cleo.session })).status).toBe(429);
    expect((await call("POST", "/api/verify", { token: old })).body.code).toBe("link_used");
  });

  it("keeps no link in a form that opens anything", async () => {
    const dan = await join("Dan Dove");
    const token = tokenOf(await linkTo(dan.email, /Confirm your email/));
    const { rows } = await world.base.handle.pool.query(
      "select to_jsonb(l)::text as row from identity.one_time_links l union all select to_jsonb(m)::text from notifications.mails m where state = 'sent'",
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.some(({ row }) => String(row).includes(token))).toBe(false);
  });
});

describe("a lost password", () => {
  it("is set by a link that works once, and ends every session", async () => {
    const eve = await join("Eve Early");
    expect(await summary(eve.session)).toBe(200);
    const asked = await call("POST", "/api/password/reset", { email: "EVE.early@example.com " });
    expect(asked.status).toBe(200);
    const token = tokenOf(await linkTo(eve.email, /Set a new password/));
    const weak = await call("POST", "/api/password/reset", {
      token,
      email: eve.email,
      password: "password1",
      password_confirmation: "password1",
    });
    expect([weak.status, weak.body.code]).toEqual([422, "password_leaked"]);
    const wrongPerson = await call("POST", "/api/password/reset", {
      token,
      email: "ann.able@example.com",
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    });
    expect(wrongPerson.body.code).toBe("link_unknown");
    const done = await call("POST", "/api/password/reset", {
      token,
      email_encoded: Buffer.from(eve.email).toString("base64url"),
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await summary(sessionOf(done))).toBe(200);
    expect(await summary(eve.session)).toBe(401);
    const replay = {
      token,
      email: eve.email,
      password: "other lanterns glow",
      password_confirmation: "other lanterns glow",
    };
    expect((await call("POST", "/api/password/reset", replay)).body.code).toBe("link_used");
    expect((await logIn(eve.email, PASSWORD)).status).toBe(401);
    expect((await logIn(eve.email, NEW_PASSWORD)).status).toBe(200);
    await world.work();
    expect(await world.mails(eve.email)).toContain("Your password was changed");
  });

  it("is asked for in the same words for every address, and sends nothing to strangers", async () => {
    const known = await call("POST", "/api/password/reset", { email: "ann.able@example.com" });
    const unknown = await call("POST", "/api/password/reset", { email: "nobody.here@example.com" });
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    await world.work();
    expect(await world.mails("nobody.here@example.com")).toEqual([]);
    // However often somebody asks, nobody is turned away, and only so many mails go out in an hour.
    for (const email of ["ann.able@example.com", "nobody.here@example.com"])
      for (let count = 0; count < 6; count += 1)
        expect((await call("POST", "/api/password/reset", { email })).body).toEqual(known.body);
    await world.work();
    const sent = (await world.mails("ann.able@example.com")).filter((subject) => subject === "Set a new password");
    expect(sent).toHaveLength(4);
    expect(tokenOf(await linkTo("ann.able@example.com", /Set a new password/))).toBeTruthy();
  });

  it("runs out after an hour and is used by one of two at once", async () => {
    const finn = await join("Finn Ford");
    await call("POST", "/api/password/reset", { email: finn.email });
    const late = tokenOf(await linkTo(finn.email, /Set a new password/));
    await world.advance({ minutes: 61 });
    const form = (token: string, words: string) => ({ token, password: words, password_confirmation: words });
    expect((await call("POST", "/api/password/reset", form(late, NEW_PASSWORD))).body.code).toBe("link_expired");
    await call("POST", "/api/password/reset", { email: finn.email });
    const token = tokenOf(await linkTo(finn.email, /Set a new password/));
    const both = await Promise.all([
      call("POST", "/api/password/reset", form(token, "nine silver kettles")),
      call("POST", "/api/password/reset", form(token, "four amber lockets")),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });
});

describe("passwords", () => {
  it.each([
    ["short", "password_short"],
    ["12345678", "password_leaked"],
    ["grace.gold", "password_weak"],
    ["x".repeat(201), "password_long"],
  ])("refuses %s", async (password, code) => {
    const answer = await call("POST", "/api/web/register", {
      name: "Grace Gold",
      email: "grace.gold@example.com",
      password,
      password_confirmation: password,
    });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });

  it("are changed with the old one, and sign the other devices out", async () => {
    const hal = await join("Hal Hunt");
    const phone = sessionOf(await logIn(hal.email, PASSWORD, { agent: IPHONE }));
    const change = (current_password: string | null, words: string) =>
      call(
        "POST",
        "/api/account/password",
        { current_password, password: words, password_confirmation: words },
        { session: hal.session },
      );
    expect((await change("not mine at all", NEW_PASSWORD)).body.code).toBe("password_wrong");
    expect((await change(null, NEW_PASSWORD)).body.code).toBe("password_wrong");
    expect((await change(PASSWORD, PASSWORD)).body.code).toBe("password_same");
    const done = await change(PASSWORD, NEW_PASSWORD);
    expect([done.status, done.body.ended]).toEqual([200, 1]);
    expect([await summary(hal.session), await summary(phone)]).toEqual([200, 401]);
  });
});

describe("sessions", () => {
  it("are listed with device and place, and end one by one or all at once", async () => {
    const ida = await join("Ida Irving", { from: "203.0.113.7" });
    const phone = sessionOf(await logIn(ida.email, PASSWORD, { agent: IPHONE, from: "203.0.113.9" }));
    const tablet = sessionOf(await logIn(ida.email, PASSWORD));
    const list = async (session: Session) =>
      (await call("GET", "/api/account/sessions", undefined, { session })).body.sessions as {
        session_id: string;
        device: string;
        address: string;
        current: boolean;
      }[];
    const seen = await list(ida.session);
    expect(seen.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        ["Firefox on Windows", true],
        ["Safari on iPhone", false],
      ]),
    );
    expect(seen[0]).toMatchObject({ current: true, address: "203.0.113.7" });
    const iphone = seen.find(({ device }) => device === "Safari on iPhone");
    const end = (id: string, session: Session) => call("DELETE", `/api/account/sessions/${id}`, undefined, { session });
    const stranger = await join("Stella Stone");
    expect((await end(iphone?.session_id ?? "", stranger.session)).status).toBe(404);
    expect(await summary(phone)).toBe(200);
    expect((await end(iphone?.session_id ?? "", ida.session)).status).toBe(200);
    expect(await summary(phone)).toBe(401);
    expect((await end("others", ida.session)).body.ended).toBe(1);
    expect([await summary(ida.session), await summary(tablet)]).toEqual([200, 401]);
    await world.work();
    expect(await world.mails(ida.email)).not.toContain("A new device signed in");
    await world.advance({ hours: 2 });
    await logIn(ida.email, PASSWORD, { agent: `${IPHONE} Other/1` });
    await world.work();
    expect(await world.mails(ida.email)).toContain("A new device signed in");
  });
});

describe("another address", () => {
  it("is used once its owner confirms it, and the old one hears of it", async () => {
    const jo = await join("Jo Jarvis");
    const change = (email: string, password: string | null) =>
      call("POST", "/api/account/email", { email, password }, { session: jo.session });
    expect((await change("jo@new.example", "wrong words here")).body.code).toBe("password_wrong");
    expect((await change("not an address", PASSWORD)).body).toMatchObject({
      ...{ code: "invalid_email", message: "Invalid email address" },
    });
    expect((await change("jo@new.example", PASSWORD)).status).toBe(200);
    const token = tokenOf(await linkTo("jo@new.example", /Confirm your new email/));
    expect((await logIn("jo@new.example", PASSWORD)).status).toBe(401);
    expect((await call("POST", "/api/verify", { token }, { session: jo.session })).body.email).toBe("jo@new.example");
    expect((await logIn("jo@new.example", PASSWORD)).status).toBe(200);
    expect((await logIn(jo.email, PASSWORD)).status).toBe(401);
    await world.work();
    expect(await world.mails(jo.email)).toEqual(
      expect.arrayContaining(["Someone asked to change your email", "Your email was changed"]),
    );
  });

  it("cannot be somebody else's", async () => {
    const kim = await join("Kim Kent");
    await call(
      "POST",
      "/api/account/email",
      { email: "ann.able@example.com", password: PASSWORD },
      { session: kim.session },
    );
    const token = tokenOf(await linkTo("ann.able@example.com", /Confirm your new email/));
    expect((await call("POST", "/api/verify", { token }, { session: kim.session })).body.code).toBe("email_taken");
    expect((await logIn(kim.email, PASSWORD)).status).toBe(200);
  });
});

describe("a member's own data", () => {
  const credit = (user_id: string) =>
    world.base.handle.transaction((tx) =>
      world.ledger.post(tx, [
        {
          kind: "goodwill.given",
          cause: `goodwill:${user_id}`,
          lines: [
            { account: { kind: MEMBER_AVAILABLE, owner: user_id }, amount: 1_234n },
            { account: { kind: GOODWILL, owner: "house" }, amount: -1_234n },
          ],
        },
      ]),
    );

  it("is handed out whole and without secrets", async () => {
    const ora = await join("Ora Oakes");
    await credit(ora.user_id);
    const answer = await call("POST", "/api/account/export", {}, { session: ora.session });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(["about", "account", "sessions", "ledger", "notifications", "cashback", "payouts"]),
    );
    expect(answer.body.balances).toMatchObject({ available: "1234" });
    expect(answer.body.account).toMatchObject({ email: ora.email, has_password: true });
    const text = JSON.stringify(answer.body);
    expect(text).not.toMatch(/argon2|bind_hash|link_hash/);
    expect((await call("POST", "/api/account/export", {})).status).toBe(401);
  });

  it("names every table that knows a member", async () => {
    const { rows } = await world.base.handle.pool.query(
      `select table_schema || '.' || table_name as name from information_schema.columns
       where column_name in ('user_id', 'owner', 'friend_id', 'inviter_id') and table_schema not in ('graphile_worker', 'information_schema', 'pg_catalog')
       group by 1 order by 1`,
    );
    const files = globSync([
      "src/modules/*/member-data-store.ts",
      "src/modules/identity/{member-store,link-store}.ts",
      "src/modules/identity/store.ts",
      "src/modules/identity/second-factor/factor-store.ts",
    ]);
    const sources = files.map((file) => readFileSync(file, "utf8"));
    const silent = rows.filter(
      ({ name }) => !sources.some((source) => source.includes(name)) && !NOT_PERSONAL.has(name),
    );
    expect(silent).toEqual([]);
  });

  it("goes with the account, and money is never lost on the way", async () => {
    const pia = await join("Pia Pratt");
    await credit(pia.user_id);
    const end = (json: object) => call("POST", "/api/account/delete", json, { session: pia.session });
    expect((await end({ password: "wrong words here" })).body.code).toBe("password_wrong");
    const kept = await end({ password: PASSWORD });
    expect([kept.status, kept.body.message]).toEqual([
      409,
      "$12.34 and 0 coins are still yours. Withdraw them first, or check the box to give them up.",
    ]);
    expect((await end({ password: PASSWORD, give_up: true })).status).toBe(200);
    expect(await summary(pia.session)).toBe(401);
    expect((await logIn(pia.email, PASSWORD)).status).toBe(401);
    expect(await world.ledger.balances(pia.user_id)).toMatchObject({ available: 0n, pending: 0n });
    await world.work();
    expect(await world.mails(pia.email)).toContain("Your account is deleted");
    const { rows } = await world.base.handle.pool.query(
      "select (select to_jsonb(u)::text from identity.users u where user_id = $1) || coalesce((select string_agg(to_jsonb(s)::text, '') from identity.sessions s where user_id = $1), '') as all",
      [pia.user_id],
    );
    expect(rows[0].all).not.toMatch(/Pia|pia\.pratt|Firefox/);
    // The address is free again, and the new account is a new one.
    const again = await join("Pia Pratt");
    expect(again.user_id).not.toBe(pia.user_id);
    expect(await world.ledger.balances(again.user_id)).toMatchObject({ available: 0n });
  });
});

describe("limits", () => {
  it("stop guessing at an account from one network, and not its owner elsewhere", async () => {
    const lee = await join("Lee Lang");
    for (const email of [lee.email, "nobody.at.all@example.com"]) {
      const from = email === lee.email ? "192.0.2.10" : "192.0.2.11";
      const answers: number[] = [];
      for (let count = 0; count < 9; count += 1) answers.push((await logIn(email, "guessing words", { from })).status);
      expect(answers).toEqual([...Array(8).fill(401), 429]);
    }
    expect((await logIn(lee.email, PASSWORD, { from: "192.0.2.10" })).status).toBe(429);
    expect((await logIn(lee.email, PASSWORD, { from: "192.0.2.99" })).status).toBe(200);
    await world.advance({ minutes: 16 });
    expect((await logIn(lee.email, PASSWORD, { from: "192.0.2.10" })).status).toBe(200);
  });

  it("count an IPv6 customer's addresses as one network", async () => {
    const mia = await join("Mia Mann");
    let stopped = 0;
    for (let count = 0; count < 12; count += 1)
      if ((await logIn(mia.email, "guessing words", { from: `2001:db8:1:2::${count}` })).status === 429) stopped += 1;
    expect(stopped).toBe(4);
  });

  it("stop a network that reads out which addresses have accounts", async () => {
    const codes: unknown[] = [];
    for (let count = 0; count < 9; count += 1) {
      const words = `trying number ${count} words`;
      const answer = await call(
        "POST",
        "/api/web/register",
        { name: "Nosy", email: "ann.able@example.com", password: words, password_confirmation: words },
        { from: "192.0.2.50" },
      );
      codes.push(answer.body.code);
    }
    expect(codes.slice(0, 6)).toEqual(Array(6).fill("email_taken"));
    expect(codes.slice(6)).toEqual(Array(3).fill("too_many_attempts"));
    await world.work();
    expect((await world.mails("ann.able@example.com")).filter((subject) => /already have/.test(subject))).toHaveLength(
      1,
    );
  });
});

describe("signing keys", () => {
  it("rotate, and old tokens stay good until they run out", async () => {
    const ned = await join("Ned North");
    await world.advance({ days: 91 });
    await world.identity.rotateKeys();
    const later = sessionOf(await logIn(ned.email, PASSWORD));
    const kid = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
    expect(kid(later.token)).not.toBe(kid(ned.session.token));
    expect([await summary(ned.session), await summary(later)]).toEqual([200, 200]);
    await world.advance({ days: 367 });
    await world.identity.rotateKeys();
    const { rows } = await world.base.handle.pool.query(
      "select count(*) filter (where retired_at is not null)::int as retired, count(*)::int as keys from identity.signing_keys",
    );
    expect(rows[0]).toEqual({ retired: 1, keys: 3 });
    expect(await summary(ned.session)).toBe(401);
  });
});
