/** Two accounts of one person become one: once, whole, and right whatever happens at the same time. */

import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COIN_RESERVE, COINS_ISSUED, MEMBER_AVAILABLE, MEMBER_CLAWBACK, MEMBER_COINS, MEMBER_PENDING } from "#ledger";
import type { AccountKind } from "#platform/account-kind";
import { userId } from "#platform/ids";
import { GOODWILL } from "#rewards";
import { FROM_NOWHERE } from "../support/arrivals.ts";
import { placeOrder } from "../support/shopping.ts";
import { walkToCallback } from "../support/sign-in-walk.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ shops: "everything" });
  await world.payouts.refreshGiftCards();
});
afterAll(() => world.close());

const visit = { user_agent: "Firefox", address: "203.0.113.9" };
const arrival = {
  language: "en" as const,
  partner: "tuppence",
  ...FROM_NOWHERE,
};
let people = 0;

/** A member who came from Facebook without an address, with the session that they came by. */
async function nameless() {
  const { person } = await world.control<{ person: { id: string } }>("/signin/people", {
    provider: "facebook",
    given_name: `Phone ${++people}`,
  });
  const started = await world.identity.social.start({
    provider: "facebook",
    to: "/account",
    purpose: "sign_in",
    member: null,
    browser: null,
    language: "en",
  });
  if (!started.ok) throw new Error(started.code);
  await world.control("/signin/next", { provider: "facebook", person: person.id });
  const { params } = await walkToCallback({ world, url: started.value.url });
  const { browser } = started.value;
  const end = await world.identity.social.finish({
    provider: "facebook",
    params,
    browser,
    member: null,
    visit,
    arrival,
  });
  if (!end.ok || end.value.kind !== "signed_in") throw new Error("not signed in");
  return { person, ...end.value.signed_in };
}

type Session = { login_token: string; bind_secret: string | null };
async function call(session: Session, path: string, json: unknown, headers: Record<string, string> = {}) {
  const reply = await world.app.inject({
    method: "POST",
    url: path,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${session.login_token}`,
      "x-tuppence-bind": session.bind_secret ?? "",
      ...headers,
    },
    payload: JSON.stringify(json),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const spanish = () => ({ cookie: "lang=es", origin: world.productUrl });

/** A confirmed order of a member at a shop. */
async function order(userId: string, amount: number, approve: boolean) {
  const id = await placeOrder(world, { user_id: userId, plus_active: false }, amount);
  if (approve) await world.control(`/orders/impact/${id}/approve`, {});
  await world.poll();
  return id;
}

describe("setting an address (SPEC §4, §8)", () => {
  it("sets one, unverified, with its mail; a taken one asks to authenticate; an odd one is told so", async () => {
    const me = await nameless();
    expect(me.member.email).toBeNull();
    expect(await call(me, "/api/set-email", { email: "not an address" })).toMatchObject({
      status: 422,
      body: { message: "You have entered an invalid email address!" },
    });
    const owner = await world.member(`Own${++people}`);
    const taken = await call(me, "/api/set-email", { email: owner.email.toUpperCase() });
    expect(taken).toMatchObject({
      status: 409,
      body: {
        requires_authentication: true,
        errors: { email: ["Email already in use. Please authenticate."] },
      },
    });
    const inSpanish = async (email: string) => (await call(me, "/api/set-email", { email }, spanish())).body.message;
    expect(await inSpanish("ninguno")).toBe("¡El correo electrónico no es válido!");
    expect(await inSpanish(owner.email)).toBe("Ese correo ya está en uso. Inicia sesión.");
    const email = `phone.${people}@example.com`;
    expect(await call(me, "/api/set-email", { email })).toMatchObject({
      status: 200,
      body: { message: "Successfully set email.", email },
    });
    // Pressed twice it is still set; another address is a matter of the settings.
    expect(await inSpanish(email)).toBe("Correo guardado.");
    expect((await call(me, "/api/set-email", { email: "else@example.com" })).status).toBe(409);
    await world.work();
    expect(await world.mails(email)).toHaveLength(1);
    const now = await world.identity.authenticate(me.login_token, me.bind_secret);
    expect(now).toMatchObject({ email, is_verified: false });
    expect((await call({ login_token: "a.b.c", bind_secret: "x" }, "/api/set-email", { email })).status).toBe(401);
  });

  it("asks for both, refuses a wrong password, and signs in to the account that goes on", async () => {
    const me = await nameless();
    const owner = await world.member(`Keep${++people}`);
    const merge = (json: object) => call(me, "/api/authenticate-and-merge", json);
    expect(await merge({ email: owner.email })).toMatchObject({
      status: 422,
      body: { message: "Please enter both email and password." },
    });
    expect((await merge({ email: owner.email, password: "wrong words here" })).status).toBe(401);
    expect(await merge({ email: owner.email, password: owner.password })).toMatchObject({
      status: 200,
      body: {
        message: "Successfully merged accounts and logged in.",
        user: { email: owner.email, user_id: userId.show(owner.user_id) },
      },
    });
    // The old session is over, and Facebook opens the account that goes on.
    expect(await world.identity.authenticate(me.login_token, me.bind_secret)).toBeNull();
    expect((await world.identity.linkedAccounts(owner.user_id)).accounts).toMatchObject([{ provider: "facebook" }]);
    expect((await merge({ email: owner.email, password: owner.password })).status).toBe(401);
    const withAddress = await world.identity.login({ email: owner.email, password: owner.password, ...visit });
    if (!withAddress.ok) throw new Error(withAddress.code);
    const other = await world.member(`Other${++people}`);
    const refused = await call(withAddress.value, "/api/authenticate-and-merge", {
      email: other.email,
      password: other.password,
    });
    expect(refused.status).toBe(409);
  });

  it("says the same in Spanish", async () => {
    const [me, owner] = [await nameless(), await world.member(`Todo${++people}`)];
    const merge = async (password?: string) =>
      (await call(me, "/api/authenticate-and-merge", { email: owner.email, password }, spanish())).body.message;
    expect(await merge()).toBe("Escribe tu correo y tu contraseña.");
    expect(await merge(owner.password)).toBe("Cuentas unidas. Ya iniciaste sesión.");
  });

  it("asks for the second step of an account that has one", async () => {
    const me = await nameless();
    const owner = await world.member(`Twice${++people}`);
    const session = await world.identity.login({ email: owner.email, password: owner.password, ...visit });
    if (!session.ok) throw new Error(session.code);
    const { member } = session.value;
    const started = await world.identity.startTimeCodes(member, owner.password);
    if (!started.ok) throw new Error(started.code);
    const totp = new TOTP({ secret: Secret.fromBase32(started.value.secret) });
    const codeNow = () => totp.generate({ timestamp: world.clock.now().getTime() });
    expect(await world.identity.confirmTimeCodes(member, codeNow(), visit)).toMatchObject({ ok: true });
    await world.advance({ seconds: 31 });
    const { email, password } = owner;
    const merge = (json: object) => call(me, "/api/authenticate-and-merge", json);
    // Without the right password nothing tells that there is a second step.
    expect(await merge({ email, password: "wrong words here", code: codeNow() })).toMatchObject({
      status: 401,
      body: { code: "wrong_credentials" },
    });
    const asked = await merge({ email, password });
    expect(asked).toMatchObject({ status: 401, body: { code: "second_step", errors: { code: [expect.any(String)] } } });
    expect(asked.body).not.toHaveProperty("ticket");
    expect(await merge({ email, password, code: "000000" })).toMatchObject({
      status: 401,
      body: { code: "code_wrong" },
    });
    expect(await world.identity.authenticate(me.login_token, me.bind_secret)).not.toBeNull();
    expect(await merge({ email, password, code: ` ${codeNow()} ` })).toMatchObject({
      status: 200,
      body: { user: { user_id: userId.show(owner.user_id) } },
    });
  });
});

describe("merging", () => {
  it("brings money, orders, clicks, favourites and withdrawals along, and what comes later too", async () => {
    const from = (await nameless()).member.user_id;
    const to = await world.member(`Whole${++people}`);
    await order(from, 200, true);
    const open = await order(from, 80, false);
    await order(to.user_id, 100, true);
    await world.catalog.keepFavourite(from, "nike");
    await world.catalog.keepFavourite(to.user_id, "nike");
    await world.catalog.keepFavourite(from, "marlow-finch");
    const before = [await world.ledger.balances(from), await world.ledger.balances(to.user_id)] as const;
    expect(before[0].available).toBeGreaterThan(0n);
    expect(await world.identity.merge({ from, to: to.user_id })).toMatchObject({ ok: true, value: { merged: true } });
    const after = await world.ledger.balances(to.user_id);
    expect(after).toMatchObject({
      available: before[0].available + before[1].available,
      pending: before[0].pending + before[1].pending,
    });
    expect(await world.ledger.balances(from)).toMatchObject({ available: 0n, pending: 0n, held: 0n });
    expect((await world.catalog.favourites(to.user_id)).toSorted()).toEqual(["marlow-finch", "nike"]);
    const passbook = await world.passbookOf(to.user_id);
    expect(passbook.counts.all).toBe(3);
    // An order of the old account is confirmed afterwards: the money reaches the one that goes on.
    await world.control(`/orders/impact/${open}/approve`, {});
    await world.poll();
    expect((await world.ledger.balances(to.user_id)).pending).toBe(0n);
    expect((await world.ledger.balances(from)).available).toBe(0n);
    // The same again does nothing, and the other way round is refused.
    expect(await world.identity.merge({ from, to: to.user_id })).toMatchObject({ ok: true, value: { merged: false } });
    expect(await world.identity.merge({ from: to.user_id, to: from })).toMatchObject({ code: "merge_not_possible" });
    expect(await world.identity.merge({ from: to.user_id, to: to.user_id })).toMatchObject({
      value: { merged: false },
    });
    await expect(world.identity.open(from, visit)).rejects.toThrow(/gone/);
  });

  it("sweeps up what reached the old account while it was merged", async () => {
    const from = (await nameless()).member.user_id;
    const to = await world.member(`Late${++people}`);
    await world.identity.merge({ from, to: to.user_id });
    await order(from, 60, true);
    expect((await world.ledger.balances(from)).available).toBeGreaterThan(0n);
    await world.advance({ minutes: 2 });
    await world.work();
    expect((await world.ledger.balances(from)).available).toBe(0n);
    expect((await world.ledger.balances(to.user_id)).available).toBeGreaterThan(0n);
    await order(from, 40, true);
    await world.advance({ days: 3 });
    await world.identity.tidy();
    expect((await world.ledger.balances(from)).available).toBe(0n);
  });

  it("lets a withdrawal on its way arrive once, whichever comes first", async () => {
    const from = await world.member(`Draw${++people}`);
    const to = await world.member(`Drawn${++people}`);
    await order(from.user_id, 300, true);
    await order(to.user_id, 300, true);
    const { available } = await world.ledger.balances(from.user_id);
    const ask = (member: typeof from, request_key: string) =>
      world.payouts.request({
        user_id: member.user_id,
        request_key,
        method: "paypal",
        amount: "2.00",
        destination: "someone@example.com",
        password: member.password,
      });
    await ask(from, "one");
    await ask(to, "one");
    const ends = await Promise.all([
      world.identity.merge({ from: from.user_id, to: to.user_id }),
      ask(from, "two"),
      world.work(),
      world.identity.merge({ from: from.user_id, to: to.user_id }),
    ]);
    expect([ends[0], ends[3]].every((end) => end.ok)).toBe(true);
    await world.control("/postbacks/idle", {});
    for (let round = 0; round < 6; round += 1) {
      await world.advance({ minutes: 30 });
      await world.work();
    }
    const rows = await world.base.handle.pool.query(
      "select user_id, number, state, amount_minor from payouts.withdrawals where user_id = any($1) order by number",
      [[from.user_id, to.user_id]],
    );
    expect(rows.rows.every((row) => row.user_id === to.user_id && row.state === "fulfilled")).toBe(true);
    expect(new Set(rows.rows.map((row) => row.number)).size).toBe(rows.rows.length);
    const left = await world.ledger.balances(to.user_id);
    const gone = BigInt(rows.rows.length) * 200n;
    expect(left).toMatchObject({ available: 2n * available - gone, held: 0n });
    expect(await world.ledger.balances(from.user_id)).toMatchObject({ available: 0n, held: 0n });
    expect((await world.ledger.verify()).findings).toEqual([]);
    expect((await world.passbookOf(to.user_id)).balances.paid_minor).toBe(String(gone));
  });

  it("is one end or the other when the account is deleted at the same moment", async () => {
    for (let round = 0; round < 6; round += 1) {
      const from = await world.member(`Torn${++people}`);
      const to = await world.member(`Whom${people}`);
      await order(from.user_id, 100, true);
      const { available } = await world.ledger.balances(from.user_id);
      const leave = () => world.identity.deleteAccount(from, { password: from.password, give_up: true, ...visit });
      const ends = await Promise.all([leave(), world.identity.merge({ from: from.user_id, to: to.user_id }), leave()]);
      const { rows } = await world.base.handle.pool.query<{ merged: boolean; deleted: boolean; letters: number }>(
        `select merged_at is not null as merged, deleted_at is not null as deleted,
           (select count(*)::int from identity.safety_events e where e.user_id = u.user_id and e.kind = 'account_deleted') as letters
         from identity.users u where user_id = $1`,
        [from.user_id],
      );
      expect([
        [{ merged: true, deleted: false, letters: 0 }],
        [{ merged: false, deleted: true, letters: 1 }],
      ]).toContainEqual(rows);
      expect(
        ends.filter((end) => end.ok),
        "one of them happened",
      ).toHaveLength(1);
      expect((await world.ledger.balances(to.user_id)).available).toBe(rows[0]?.merged ? available : 0n);
    }
    const locks = await world.base.handle.pool.query(
      "select deadlocks from pg_stat_database where datname = current_database()",
    );
    expect(locks.rows).toEqual([{ deadlocks: 0n }]);
  });

  it("keeps every sum, for any balances, debts and order of merging", async () => {
    const kinds = [MEMBER_PENDING, MEMBER_AVAILABLE, MEMBER_COINS, MEMBER_CLAWBACK];
    const fundOf = (kind: AccountKind) => ({ kind: kind === MEMBER_COINS ? COINS_ISSUED : GOODWILL, owner: "house" });
    const paidFor = (coins: bigint) => [
      { account: { kind: COIN_RESERVE, owner: "house" }, amount: world.ledger.reserveOf(coins) },
      { account: { kind: GOODWILL, owner: "house" }, amount: -world.ledger.reserveOf(coins) },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 4, maxLength: 4 }), {
          minLength: 3,
          maxLength: 3,
        }),
        fc.boolean(),
        async (drawn, atOnce) => {
          // Nobody has free money and debt at once, so whoever was given both has the first alone.
          const amounts = drawn.map(([pending = 0, available = 0, coins = 0, owed = 0], index) =>
            index % 2 === 0 ? [pending, available, coins, available === 0 ? owed : 0] : [pending, 0, coins, owed],
          );
          const members = await Promise.all(amounts.map(() => world.member(`Sum${++people}`)));
          await world.database.transaction(async (tx) => {
            for (const [index, member] of members.entries())
              for (const [place, kind] of kinds.entries()) {
                const amount = BigInt(amounts[index]?.[place] ?? 0) * (kind === MEMBER_CLAWBACK ? -1n : 1n);
                if (amount === 0n) continue;
                const posted = await world.ledger.post(tx, [
                  {
                    kind: "goodwill.given",
                    cause: `given:${member.user_id}:${kind.name}`,
                    lines: [
                      { account: { kind, owner: member.user_id }, amount },
                      { account: fundOf(kind), amount: -amount },
                      ...(kind === MEMBER_COINS ? paidFor(amount) : []),
                    ],
                  },
                ]);
                if (!posted.ok) throw new Error(posted.code);
              }
          });
          const [one, two, last] = members.map((member) => member.user_id) as [string, string, string];
          const steps = [
            () => world.identity.merge({ from: one, to: two }),
            () => world.identity.merge({ from: two, to: last }),
          ];
          if (atOnce) await Promise.all(steps.map((step) => step()));
          else for (const step of steps) await step();
          // At once, the first may have found the second gone already: then it stays as it was.
          const { rows } = await world.base.handle.pool.query<{ user_id: string; merged_into: string | null }>(
            "select user_id, merged_into from identity.users where user_id = any($1)",
            [[one, two, last]],
          );
          const merged = new Map(rows.map((row) => [row.user_id, row.merged_into]));
          expect(merged.get(two)).toBe(last);
          const joined = merged.get(one) === null ? [1, 2] : [0, 1, 2];
          const sum = (place: number) =>
            joined.reduce((total, index) => total + BigInt(amounts[index]?.[place] ?? 0), 0n);
          expect(await world.ledger.balances(last)).toMatchObject({
            pending: sum(0),
            available: sum(1) > sum(3) ? sum(1) - sum(3) : 0n,
            coins: sum(2),
            clawback: sum(3) > sum(1) ? sum(3) - sum(1) : 0n,
          });
          if (merged.get(one) !== null) expect(merged.get(one)).toBe(last);
        },
      ),
      { numRuns: 12 },
    );
    expect((await world.ledger.verify()).findings).toEqual([]);
  });
});
