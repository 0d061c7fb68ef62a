import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MARGIN } from "#cashback";
import { MARKETING, OFFER_RECEIVABLE } from "#coins";
import { PAYOUT_FLOAT } from "#payables";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { COIN_RESERVE, COINS_ISSUED, GIVEN_UP, MEMBER_COINS, UNCLAIMED } from "../accounts.ts";
import {
  type AccountName,
  type Credit,
  createLedger,
  type Held,
  type Ledger,
  NOTHING,
  type SubLedgerRow,
} from "../ledger.server.ts";

let base: TestDatabase;
let ledger: Ledger;
const told: SubLedgerRow[] = [];
beforeAll(async () => {
  base = await createTestDatabase({ connections: 16 });
  ledger = createLedger({
    database: base.handle,
    clock: fixedClock("2026-03-10T12:00:00Z"),
    log: createLog({ level: "silent" }),
    accounts: ACCOUNT_KINDS,
  });
});
afterAll(() => base.drop());
beforeEach(() => void told.splice(0));

const FLOAT: AccountName = { kind: PAYOUT_FLOAT, owner: "tremendous" };
const held = (pending: bigint, confirmed: bigint): Held => ({ pending, confirmed });
/** As a provider of offers pays: half as much again as the coins are worth. */
function coins(owner: string, cause: string, from: Held, to: Held): Credit {
  const reserve = ledger.reserveOf(to.confirmed) - ledger.reserveOf(from.confirmed);
  const paid = (reserve * 3n) / 2n;
  const against = ledger.gather([
    { account: { kind: OFFER_RECEIVABLE, owner: "torox" }, amount: -paid },
    { account: { kind: MARGIN, owner: "torox" }, amount: paid - reserve },
  ]);
  return { kind: "test.coins", cause, owner, unit: "COIN", from, to, against };
}
const give = (...credits: Credit[]) => base.handle.transaction((tx) => ledger.credit(tx, credits));
const hold = (owner: string, cause: string, amount: bigint) =>
  base.handle.transaction((tx) => ledger.hold(tx, { cause, owner, unit: "COIN", amount }));
const aside = async (owner: string, cause: string, amount: bigint) => {
  const outcome = await hold(owner, cause, amount);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.hold_id;
};
const release = (hold_id: string) => base.handle.transaction((tx) => ledger.release(tx, { hold_id, reason: "no" }));
const capture = (hold_id: string) => base.handle.transaction((tx) => ledger.capture(tx, { hold_id, to: FLOAT }));
const back = (owner: string, hold_id: string) =>
  base.handle.transaction((tx) =>
    ledger.giveBack(tx, { cause: `${hold_id}:back`, hold_id, owner, from: FLOAT, reason: "returned" }),
  );
const of = async (owner: string) => {
  const { coins: free, coins_pending, coins_held, coins_owed } = await ledger.balances(owner);
  return { free, pending: coins_pending, held: coins_held, owed: coins_owed };
};
const house = (kind: AccountName["kind"], owner = "house") => ledger.houseBalance(kind, owner);
const clean = async () => expect((await ledger.verify()).findings).toEqual([]);

describe("coins of a member", () => {
  it("stand for dollars from the moment they are certain, and leave for exactly those", async () => {
    await give(coins("ann", "ann:1", NOTHING, held(1_000n, 0n)));
    expect(await of("ann")).toEqual({ free: 0n, pending: 1_000n, held: 0n, owed: 0n });
    expect(await house(COIN_RESERVE), "pending coins are nobody's dollars").toBe(0n);
    await give(coins("ann", "ann:2", held(1_000n, 0n), held(0n, 1_000n)));
    expect(await house(OFFER_RECEIVABLE, "torox")).toBe(-150n);
    expect([await house(COIN_RESERVE), await house(MARGIN, "torox")]).toEqual([100n, 50n]);
    expect(await house(COINS_ISSUED)).toBe(-1_000n);
    const sent = await aside("ann", "ann:w", 1_000n);
    expect(await of("ann")).toEqual({ free: 0n, pending: 0n, held: 1_000n, owed: 0n });
    await capture(sent);
    expect(await of("ann")).toEqual({ free: 0n, pending: 0n, held: 0n, owed: 0n });
    expect([await house(COIN_RESERVE), await house(COINS_ISSUED), await house(PAYOUT_FLOAT, "tremendous")]).toEqual([
      0n,
      0n,
      100n,
    ]);
    expect(await back("ann", sent)).toMatchObject({ ok: true, value: { duplicate: false } });
    expect(await back("ann", sent)).toMatchObject({ ok: true, value: { duplicate: true } });
    expect(await of("ann")).toMatchObject({ free: 1_000n, held: 0n });
    expect([await house(COIN_RESERVE), await house(PAYOUT_FLOAT, "tremendous")]).toEqual([100n, 0n]);
    await clean();
  });

  it("are set aside once, however many ask at once", async () => {
    await give(coins("bea", "bea:1", NOTHING, held(0n, 5_000n)));
    const asked = await Promise.all(Array.from({ length: 8 }, (_, n) => hold("bea", `bea:w${n}`, 2_000n)));
    expect(asked.filter((one) => one.ok)).toHaveLength(2);
    expect(asked.find((one) => !one.ok)).toMatchObject({ code: "insufficient" });
    expect(await of("bea")).toMatchObject({ free: 1_000n, held: 4_000n });
    await expect(hold("bea", "bea:odd", 15n), "no whole cents").rejects.toThrow();
    await clean();
  });

  it("are owed when what was taken back has been spent, and the debt is paid first on every way in", async () => {
    await give(coins("cay", "cay:1", NOTHING, held(0n, 3_000n)));
    const one = await aside("cay", "cay:w1", 1_000n);
    const two = await aside("cay", "cay:w2", 1_500n);
    await capture(one);
    await give(coins("cay", "cay:2", held(0n, 3_000n), NOTHING));
    expect(await of("cay")).toEqual({ free: 0n, pending: 0n, held: 1_500n, owed: 2_500n });
    expect(await release(two)).toMatchObject({ ok: true });
    expect(await release(two)).toMatchObject({ ok: true, value: { duplicate: true } });
    expect(await of("cay")).toEqual({ free: 0n, pending: 0n, held: 0n, owed: 1_000n });
    expect(await hold("cay", "cay:w3", 10n), "who owes spends nothing").toMatchObject({ code: "insufficient" });
    await give(coins("cay", "cay:3", NOTHING, held(0n, 700n)));
    expect(await of("cay")).toMatchObject({ free: 0n, owed: 300n });
    await back("cay", one);
    expect(await of("cay")).toMatchObject({ free: 700n, owed: 0n });
    expect((await ledger.desk.debts(null, 10)).map((row) => row.owner)).not.toContain("cay");
    await clean();
  });

  it("are told again as the first time, and refused with other content", async () => {
    const first = coins("dee", "dee:1", NOTHING, held(0n, 400n));
    expect(await give(first)).toMatchObject({ ok: true, value: [{ duplicate: false, available: 400n }] });
    await capture(await aside("dee", "dee:w", 400n));
    await give(coins("dee", "dee:2", held(0n, 400n), held(0n, 100n)));
    expect(await of("dee")).toMatchObject({ owed: 300n });
    expect((await ledger.desk.debts(null, 10)).find((row) => row.owner === "dee")).toMatchObject({
      coins: 300n,
      owed: 0n,
    });
    expect(await give(first)).toMatchObject({ ok: true, value: [{ duplicate: true, available: 400n, clawback: 0n }] });
    expect(await give(coins("dee", "dee:1", NOTHING, held(0n, 401n)))).toMatchObject({ ok: false, code: "conflict" });
    const dollars: Credit = {
      ...first,
      unit: "USD",
      against: [{ account: { kind: MARKETING, owner: "house" }, amount: -400n }],
    };
    expect(await give(dollars)).toMatchObject({ ok: false, code: "conflict" });
    await clean();
  });

  it("become another's with their debt and what is on its way, when two accounts become one", async () => {
    await give(coins("eve", "eve:1", NOTHING, held(500n, 2_000n)), coins("fay", "fay:1", NOTHING, held(0n, 1_200n)));
    await capture(await aside("eve", "eve:w1", 1_500n));
    const sent = await aside("eve", "eve:w2", 300n);
    await give(coins("eve", "eve:2", held(500n, 2_000n), held(500n, 0n)));
    await base.handle.transaction((tx) => ledger.moveMember(tx, { from: "eve", to: "fay", round: 0 }));
    expect(await of("eve")).toEqual({ free: 0n, pending: 0n, held: 0n, owed: 0n });
    expect(await of("fay")).toEqual({ free: 0n, pending: 500n, held: 300n, owed: 600n });
    await release(sent);
    expect(await of("fay")).toEqual({ free: 0n, pending: 500n, held: 0n, owed: 300n });
    await clean();
  });

  it("of an account that has ended are the house's, with what was paid for them", async () => {
    await give(coins("gus", "gus:1", NOTHING, held(2_000n, 1_505n)));
    const before = await house(COIN_RESERVE);
    const sent = await aside("gus", "gus:w", 500n);
    await capture(sent);
    const left = await base.handle.transaction((tx) => ledger.closeMember(tx, "gus"));
    expect(left).toEqual({ given_up: 0n, coins: 1_005n });
    expect(await house(GIVEN_UP)).toBe(101n);
    expect(await house(COIN_RESERVE)).toBe(before - 151n);
    const later = coins("gus", "gus:2", held(2_000n, 1_505n), held(0n, 3_505n));
    await give(later);
    expect(await of("gus")).toEqual({ free: 0n, pending: 0n, held: 0n, owed: 0n });
    expect(await house(GIVEN_UP)).toBe(301n);
    expect(await give(later)).toMatchObject({ ok: true, value: [{ duplicate: true, available: 0n }] });
    await back("gus", sent);
    expect(await house(UNCLAIMED), "what came back for them is theirs, in dollars").toBe(50n);
    expect(await of("gus")).toMatchObject({ free: 0n });
    await give(coins("gus", "gus:3", held(0n, 3_505n), NOTHING));
    expect(await of("gus")).toMatchObject({ free: 0n, owed: 0n });
    await clean();
  });
});

describe("verification", () => {
  it("finds coins that nobody paid for", async () => {
    const other = await createTestDatabase();
    const poor = createLedger({
      database: other.handle,
      clock: fixedClock("2026-03-10T12:00:00Z"),
      log: createLog({ level: "silent" }),
      accounts: ACCOUNT_KINDS,
    });
    await other.handle.transaction((tx) =>
      poor.post(tx, [
        {
          kind: "test.coins",
          cause: "for half of it",
          lines: [
            { account: { kind: MEMBER_COINS, owner: "hal" }, amount: 20n },
            { account: { kind: COINS_ISSUED, owner: "house" }, amount: -20n },
            { account: { kind: COIN_RESERVE, owner: "house" }, amount: 1n },
            { account: { kind: MARKETING, owner: "house" }, amount: -1n },
          ],
        },
      ]),
    );
    expect((await poor.verify()).findings).toEqual([
      { kind: "more coins are out than were paid for", detail: "20 coins, 1 cents for them" },
    ]);
    await other.drop();
  });

  it("compares coins with the rows above, member by member, apart from dollars", async () => {
    const other = await createTestDatabase();
    const own = createLedger({
      database: other.handle,
      clock: fixedClock("2026-03-10T12:00:00Z"),
      log: createLog({ level: "silent" }),
      accounts: ACCOUNT_KINDS,
    });
    own.registerSubLedger({ name: "told", unit: "COIN", read: async () => told });
    const credit = { ...coins("ida", "ida:1", NOTHING, held(300n, 700n)) };
    await other.handle.transaction((tx) => own.credit(tx, [credit]));
    const details = async () => (await own.verify()).findings.map(({ detail }) => detail);
    expect(await details()).toEqual(["ida: pending 300, settled 700, held 0 more than they say, in coins"]);
    told.push({ owner: "ida", pending: 300n, settled: 700n, held: 0n });
    expect(await details()).toEqual([]);
    await other.handle.transaction((tx) => own.hold(tx, { cause: "ida:w", owner: "ida", unit: "COIN", amount: 100n }));
    expect(await details()).toEqual(["ida: pending 0, settled 0, held 100 more than they say, in coins"]);
    told.push({ owner: "ida", pending: 0n, settled: 0n, held: 100n });
    await other.handle.transaction((tx) => own.closeMember(tx, "joy"));
    expect(await details()).toEqual([]);
    await other.drop();
  });
});

it("never leaves coins beside debt, owes exactly what was spent and taken back, and has a reserve for every coin", async () => {
  const step = fc.record({
    what: fc.constantFrom("credit", "spend", "refuse", "return"),
    amount: fc.integer({ min: 0, max: 4_000 }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const owner = `random-${++run}`;
      let confirmed = 0n;
      let out = 0n;
      let paid: { hold_id: string; amount: bigint } | null = null;
      for (const [place, { what, amount }] of steps.entries()) {
        const cause = `${owner}:${place}`;
        if (what === "credit") {
          const next = BigInt(amount);
          if (next !== confirmed) await give(coins(owner, cause, held(0n, confirmed), held(0n, next)));
          confirmed = next;
        } else if (what === "return" && paid) {
          await back(owner, paid.hold_id);
          out -= paid.amount;
          paid = null;
        } else if (what === "spend" || what === "refuse") {
          const whole = BigInt(Math.floor(amount / 10) * 10);
          const opened = whole > 0n ? await hold(owner, cause, whole) : null;
          if (opened?.ok && what === "refuse") await release(opened.value.hold_id);
          if (opened?.ok && what === "spend") {
            await capture(opened.value.hold_id);
            out += whole;
            paid = { hold_id: opened.value.hold_id, amount: whole };
          }
        }
        const { free, owed } = await of(owner);
        expect(free === 0n || owed === 0n).toBe(true);
        expect(free - owed).toBe(confirmed - out);
      }
    }),
    { numRuns: 25 },
  );
  await clean();
});
