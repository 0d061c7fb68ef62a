/** What the ledger never takes: credit made of a debt, alone and in a batch, and lines without their transfer. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { MARKETING } from "#coins";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { MEMBER_CLAWBACK } from "../accounts.ts";
import { createLedger, type Ledger, type Posting } from "../ledger.server.ts";

let base: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  base = await createTestDatabase();
  const log = createLog({ level: "silent" });
  ledger = createLedger({
    database: base.handle,
    clock: fixedClock("2026-03-10T12:00:00Z"),
    log,
    accounts: ACCOUNT_KINDS,
  });
});
afterAll(() => base.drop());

const post = (...postings: Posting[]) => base.handle.transaction((tx) => ledger.post(tx, postings));

it("refuses to make credit of a debt, alone and in a batch", async () => {
  const owe = (cause: string, amount: bigint): Posting => ({
    kind: "test.owe",
    cause,
    lines: [
      { account: { kind: MEMBER_CLAWBACK, owner: "debtor" }, amount },
      { account: { kind: MARKETING, owner: "house" }, amount: -amount },
    ],
  });
  expect(await post(owe("owe-1", -100n))).toMatchObject({ ok: true });
  expect(await post(owe("owe-2", 101n))).toMatchObject({ ok: false, code: "insufficient" });
  expect(await post(owe("owe-3", 60n), owe("owe-4", 41n))).toMatchObject({ ok: false, code: "insufficient" });
  expect(await ledger.balances("debtor")).toMatchObject({ clawback: 100n });
  expect(await post(owe("owe-5", 60n), owe("owe-6", 40n))).toMatchObject({ ok: true });
  expect(await ledger.balances("debtor")).toMatchObject({ clawback: 0n });
  expect((await ledger.verify()).findings).toEqual([]);
});

it("refuses lines whose transfer is not there, though they sum to zero", async () => {
  const { rows } = await base.handle.pool.query<{ account_id: string }>(
    "select account_id from ledger.accounts where unit = 'USD' order by account_id limit 2",
  );
  const [one, other] = rows.map((row) => row.account_id);
  await expect(
    base.handle.pool.query(
      `insert into ledger.lines (transfer_id, position, account_id, unit, amount)
       values ('00000000-0000-4000-8000-000000000001', 1, $1, 'USD', 5), ('00000000-0000-4000-8000-000000000001', 2, $2, 'USD', -5)`,
      [one, other],
    ),
  ).rejects.toThrow(/A transfer is not there/);
});

it("knows the kinds that modules declare and no other, each with its unit and bound", async () => {
  const { rows } = await base.handle.pool.query("select kind, class, unit, house, bound from ledger.account_kinds");
  const chart = ACCOUNT_KINDS.map(({ about: _, name: kind, ...row }) => ({ kind, ...row }));
  const byKind = (one: { kind: string }, other: { kind: string }) => one.kind.localeCompare(other.kind);
  expect(rows.toSorted(byKind)).toEqual(chart.toSorted(byKind));
  for (const [kind, bound] of [
    ["member_points", "floor"],
    ["member_available", "none"],
  ])
    await expect(
      base.handle.pool.query(
        "insert into ledger.accounts (account_id, kind, unit, owner, house, bound) values (gen_random_uuid(), $1, 'USD', 'x', false, $2)",
        [kind, bound],
      ),
    ).rejects.toThrow(/accounts_of_kind/);
});
