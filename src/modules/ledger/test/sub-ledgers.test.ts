import { afterAll, beforeAll, expect, it } from "vitest";
import { MARKETING } from "#coins";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { createLedger, type Ledger, NOTHING, type SubLedgerRow } from "../ledger.server.ts";

let base: TestDatabase;
let ledger: Ledger;
/** What a module above the ledger says of its members. */
const told: SubLedgerRow[] = [];
beforeAll(async () => {
  base = await createTestDatabase();
  ledger = createLedger({
    database: base.handle,
    clock: fixedClock("2026-03-10T12:00:00Z"),
    log: createLog({ level: "silent" }),
    accounts: ACCOUNT_KINDS,
  });
  ledger.registerSubLedger({
    name: "told",
    read: async (_tx, { after, until }) =>
      told.filter(({ owner }) => (after === null || owner > after) && (until === null || owner <= until)),
  });
});
afterAll(() => base.drop());

const say = (owner: string, row: Partial<SubLedgerRow>) =>
  told.push({ owner, pending: 0n, settled: 0n, held: 0n, ...row });
const give = (owner: string, pending: bigint, confirmed: bigint) =>
  base.handle.transaction((tx) =>
    ledger.credit(tx, [
      {
        kind: "test.credit",
        cause: `give:${owner}`,
        owner,
        from: NOTHING,
        to: { pending, confirmed },
        against: [{ account: { kind: MARKETING, owner: "house" }, amount: -(pending + confirmed) }],
      },
    ]),
  );
const findings = async () => (await ledger.verify()).findings.map(({ detail }) => detail);

it("finds whoever has more or less than the rows above say, pending, settled or set aside, on either side", async () => {
  await give("ann", 500n, 700n);
  say("ann", { pending: 500n });
  say("ann", { settled: 700n });
  expect(await findings()).toEqual([]);
  const hold = { cause: "ann:1", owner: "ann", unit: "USD", amount: 300n } as const;
  await base.handle.transaction((tx) => ledger.hold(tx, hold));
  expect(await findings()).toEqual([expect.stringMatching(/^ann: .*held 300 more/)]);
  say("ann", { held: 300n });
  expect(await findings()).toEqual([]);
  say("bob", { settled: 1n });
  expect(await findings()).toEqual([expect.stringMatching(/^bob: .*settled -1,/)]);
  await give("bob", 0n, 1n);
  say("cay", { pending: 2n });
  expect(await findings()).toEqual([expect.stringMatching(/^cay: pending -2,/)]);
  await give("cay", 2n, 0n);
  expect(await findings()).toEqual([]);
});

it("follows accounts that went into another, wherever their rows stayed", async () => {
  await give("dee", 0n, 900n);
  say("dee", { settled: 900n });
  await base.handle.transaction((tx) => ledger.moveMember(tx, { from: "dee", to: "eve", round: 1 }));
  expect((await ledger.balances("eve")).available).toBe(900n);
  expect(await findings()).toEqual([]);
  say("eve", { settled: 5n });
  expect(await findings()).toEqual([expect.stringMatching(/^eve: .*settled -5,/)]);
  told.pop();
});

it("asks nothing of what became certain after an account had ended, and still what is pending", async () => {
  await give("fay", 40n, 60n);
  say("fay", { pending: 40n, settled: 60n });
  await base.handle.transaction((tx) => ledger.closeMember(tx, "fay"));
  expect(await findings()).toEqual([]);
  await base.handle.transaction((tx) =>
    ledger.credit(tx, [
      {
        kind: "test.credit",
        cause: "fay:2",
        owner: "fay",
        from: { pending: 40n, confirmed: 0n },
        to: { pending: 0n, confirmed: 40n },
        against: [],
      },
    ]),
  );
  expect(await findings()).toEqual([expect.stringMatching(/^fay: pending -40, settled 0,/)]);
  told.splice(
    told.findIndex(({ owner }) => owner === "fay"),
    1,
  );
  say("fay", { settled: 100n });
  expect(await findings()).toEqual([]);
});

it("reads members page by page without losing one at an edge", async () => {
  await base.handle.pool.query(`
    insert into ledger.accounts (account_id, kind, unit, owner, house, bound)
      select gen_random_uuid(), 'member_pending', 'USD', 'm' || lpad(n::text, 5, '0'), false, 'floor' from generate_series(1, 5100) n;
    insert into ledger.heads (account_id, unit, house, bound)
      select account_id, unit, house, bound from ledger.accounts where owner ~ '^m[0-9]'`);
  for (const place of ["00000", "05000", "05001", "05100", "09999"]) say(`m${place}`, { pending: 1n });
  expect((await findings()).length).toBe(5);
  told.splice(-5);
  expect(await findings()).toEqual([]);
});
