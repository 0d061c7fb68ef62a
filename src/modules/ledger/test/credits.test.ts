import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARKETING } from "#coins";
import { PAYOUT_FLOAT } from "#payables";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { GIVEN_UP } from "../accounts.ts";
import { availableLines, type Standing } from "../credit-member.ts";
import { type Credit, createLedger, type Held, type Ledger, NOTHING } from "../ledger.server.ts";

let base: TestDatabase;
let ledger: Ledger;
const clock = fixedClock("2026-03-10T12:00:00Z");
beforeAll(async () => {
  base = await createTestDatabase({ connections: 16 });
  ledger = createLedger({ database: base.handle, clock, log: createLog({ level: "silent" }), accounts: ACCOUNT_KINDS });
});
afterAll(() => base.drop());

const held = (pending: bigint, confirmed: bigint): Held => ({ pending, confirmed });
const credit = (owner: string, cause: string, from: Held, to: Held): Credit => ({
  kind: "test.credit",
  cause,
  owner,
  from,
  to,
  against: [
    {
      account: { kind: MARKETING, owner: "house" },
      amount: from.pending + from.confirmed - to.pending - to.confirmed,
    },
  ],
});
const give = (...credits: Credit[]) => base.handle.transaction((tx) => ledger.credit(tx, credits));
const hold = async (owner: string, cause: string, amount: bigint) => {
  const outcome = await base.handle.transaction((tx) => ledger.hold(tx, { cause, owner, unit: "USD", amount }));
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.hold_id;
};
const release = (hold_id: string) => base.handle.transaction((tx) => ledger.release(tx, { hold_id, reason: "no" }));
const capture = (hold_id: string) =>
  base.handle.transaction((tx) => ledger.capture(tx, { hold_id, to: { kind: PAYOUT_FLOAT, owner: "paypal" } }));
const clean = async () => expect((await ledger.verify()).findings).toEqual([]);

describe("what a member owes is paid on every way in", () => {
  it("by money that comes back from a withdrawal that failed", async () => {
    await give(credit("dee", "dee:1", NOTHING, held(0n, 2_800n)));
    const sent = await hold("dee", "dee:w1", 2_800n);
    await give(credit("dee", "dee:2", held(0n, 2_800n), NOTHING));
    expect(await ledger.balances("dee")).toMatchObject({ available: 0n, held: 2_800n, clawback: 2_800n });
    expect(await release(sent)).toMatchObject({ ok: true });
    expect(await ledger.balances("dee")).toMatchObject({ available: 0n, held: 0n, clawback: 0n });
    expect(await release(sent), "told twice").toMatchObject({ ok: true, value: { duplicate: true } });
    await clean();
  });

  it("by the other account's money when two become one", async () => {
    await give(credit("eve", "eve:1", NOTHING, held(0n, 1_000n)));
    await capture(await hold("eve", "eve:w1", 1_000n));
    await give(credit("eve", "eve:2", held(0n, 1_000n), NOTHING), credit("fay", "fay:1", NOTHING, held(500n, 700n)));
    await base.handle.transaction((tx) => ledger.moveMember(tx, { from: "eve", to: "fay", round: 0 }));
    expect(await ledger.balances("fay")).toMatchObject({ available: 0n, clawback: 300n, pending: 500n });
    expect(await ledger.balances("eve")).toMatchObject({ available: 0n, clawback: 0n });
    await clean();
  });

  it("by money that was paid out and came back", async () => {
    await give(credit("gus", "gus:1", NOTHING, held(0n, 900n)));
    const sent = await hold("gus", "gus:w1", 900n);
    await capture(sent);
    await give(credit("gus", "gus:2", held(0n, 900n), held(0n, 500n)));
    const back = () =>
      base.handle.transaction((tx) =>
        ledger.giveBack(tx, {
          cause: "gus:w1:returned",
          hold_id: sent,
          owner: "gus",
          from: { kind: PAYOUT_FLOAT, owner: "paypal" },
          reason: "returned",
        }),
      );
    expect(await back()).toMatchObject({ ok: true, value: { duplicate: false } });
    expect(await back()).toMatchObject({ ok: true, value: { duplicate: true } });
    expect(await ledger.balances("gus")).toMatchObject({ available: 500n, clawback: 0n });
    await clean();
  });
});

describe("a credit", () => {
  it("told again answers as the first time, whatever the balances are by now", async () => {
    const first = credit("hal", "hal:1", NOTHING, held(0n, 400n));
    expect(await give(first)).toMatchObject({ ok: true, value: [{ duplicate: false, available: 400n }] });
    await capture(await hold("hal", "hal:w1", 400n));
    await give(credit("hal", "hal:2", held(0n, 400n), held(0n, 100n)));
    expect(await ledger.balances("hal")).toMatchObject({ clawback: 300n });
    expect(await give(first)).toMatchObject({ ok: true, value: [{ duplicate: true, available: 400n, clawback: 0n }] });
    const other = credit("hal", "hal:1", NOTHING, held(0n, 401n));
    expect(await give(other)).toMatchObject({ ok: false, code: "conflict" });
    await clean();
  });

  it("of an account that has ended goes to the house, and is taken back from there", async () => {
    await give(credit("ida", "ida:1", NOTHING, held(2_800n, 150n)));
    const given = await base.handle.transaction((tx) => ledger.closeMember(tx, "ida"));
    expect(given).toEqual({ given_up: 150n, coins: 0n });
    await give(credit("ida", "ida:2", held(2_800n, 150n), held(0n, 2_950n)));
    expect(await ledger.balances("ida")).toMatchObject({ available: 0n, pending: 0n, closed: true });
    expect(await ledger.houseBalance(GIVEN_UP, "house")).toBe(2_950n);
    await give(credit("ida", "ida:3", held(0n, 2_950n), NOTHING));
    expect(await ledger.balances("ida")).toMatchObject({ available: 0n, clawback: 0n });
    expect(await ledger.houseBalance(GIVEN_UP, "house")).toBe(0n);
    await clean();
  });

  it("never leaves money beside debt, and owes exactly what was withdrawn and taken back", () => {
    const step = fc.record({ confirmed: fc.integer({ min: 0, max: 9_000 }), out: fc.integer({ min: 0, max: 9_000 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const standing: Standing = { available: 0n, clawback: 0n, closed: false };
        let confirmed = 0n;
        let withdrawn = 0n;
        for (const { confirmed: next, out } of steps) {
          const { lines } = availableLines("m", standing, BigInt(next) - confirmed, GIVEN_UP);
          expect(lines.reduce((sum, line) => sum + line.amount, 0n)).toBe(BigInt(next) - confirmed);
          confirmed = BigInt(next);
          expect(standing.available >= 0n && standing.clawback >= 0n).toBe(true);
          expect(standing.available === 0n || standing.clawback === 0n).toBe(true);
          expect(standing.available - standing.clawback).toBe(confirmed - withdrawn);
          const taken = BigInt(out) < standing.available ? BigInt(out) : standing.available;
          standing.available -= taken;
          withdrawn += taken;
        }
      }),
    );
  });
});

describe("limits with windows", () => {
  const take = (cause: string, amount: bigint, window: "month" | "ever" = "month") =>
    base.handle.transaction((tx) =>
      ledger.takeLimit(tx, { limit: "test.shipping", subject: `s-${window}`, window, most: 10_000n, amount, cause }),
    );

  it("hold under parallel requests, count a cause once, and begin anew with the next window", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => take(`claim:${n}`, 1_500n)));
    expect(all.filter((one) => one.ok)).toHaveLength(6);
    expect(all.find((one) => !one.ok)).toMatchObject({ code: "limit_reached", detail: { left: "1000" } });
    // Which six come first is nobody's choice.
    const taken = all.findIndex((one) => one.ok);
    expect(await take(`claim:${taken}`, 1_500n), "a repeat").toMatchObject({ ok: true, value: { left: 1_000n } });
    expect(await take("exact", 1_000n)).toMatchObject({ ok: true, value: { left: 0n } });
    expect(await take("more", 1n)).toMatchObject({ ok: false });
    clock.advance({ days: 31 });
    expect(await take("more", 1n)).toMatchObject({ ok: true, value: { left: 9_999n } });
    clock.advance({ days: -31 });
  });

  it("free what did not happen, once", async () => {
    expect(await take("once", 10_000n, "ever")).toMatchObject({ ok: true });
    expect(await take("twice", 1n, "ever")).toMatchObject({ ok: false });
    const back = () =>
      base.handle.transaction((tx) =>
        ledger.giveBackLimit(tx, { limit: "test.shipping", subject: "s-ever", cause: "once" }),
      );
    await back();
    await back();
    expect(await take("twice", 10_000n, "ever")).toMatchObject({ ok: true, value: { left: 0n } });
  });
});

it("opens a new member's accounts once in a transaction, and again when that one is undone", async () => {
  const [una, vic] = [
    (n: number) => credit("una", `una:${n}`, NOTHING, held(0n, 100n)),
    (n: number) => credit("vic", `vic:${n}`, NOTHING, held(7n, 0n)),
  ];
  const undone = base.handle.transaction(async (tx) => {
    for (const n of [1, 2]) expect(await ledger.credit(tx, [una(n), vic(n)])).toMatchObject({ ok: true });
    throw new Error("on purpose");
  });
  await expect(undone).rejects.toThrow("on purpose");
  expect(await ledger.balances("una")).toMatchObject({ available: 0n });
  await base.handle.transaction(async (tx) => {
    for (const n of [1, 2]) expect(await ledger.credit(tx, [una(n), vic(n)])).toMatchObject({ ok: true });
  });
  await give(una(3));
  expect([await ledger.balances("una"), await ledger.balances("vic")]).toMatchObject([
    { available: 300n, pending: 0n },
    { available: 0n, pending: 14n },
  ]);
  await clean();
});
