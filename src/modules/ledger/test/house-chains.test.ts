/** House accounts are chained behind their lines, in portions. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MARGIN } from "#cashback";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { GOODWILL } from "#rewards";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { createLedger, type Ledger, type Posting } from "../ledger.server.ts";

let base: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  base = await createTestDatabase({ connections: 8 });
  ledger = createLedger({
    database: base.handle,
    clock: fixedClock("2026-03-10T12:00:00Z"),
    log: createLog({ level: "silent" }),
    accounts: ACCOUNT_KINDS,
  });
});
afterAll(() => base.drop());

const move = (cause: string): Posting => ({
  kind: "test.house",
  cause,
  lines: [
    { account: { kind: MARGIN, owner: "house" }, amount: 1n },
    { account: { kind: GOODWILL, owner: "house" }, amount: -1n },
  ],
});
const post = (posting: Posting) => base.handle.transaction((tx) => ledger.post(tx, [posting]));
const clean = async () => expect((await ledger.verify()).findings).toEqual([]);

it("goes through a backlog once: what a portion has left behind is not looked at again", async () => {
  for (let n = 0; n < 20; n += 1) await post(move(`backlog-${n}`));
  let mark = 0;
  // It waits for transactions that run anywhere in this server, of other tests too.
  for (let n = 0; n < 600 && mark === 0; n += 1) {
    await post(move(`more-${n}`));
    expect(await ledger.chainHouse(1)).toBe(1);
    mark = (await base.handle.pool.query("select mark::int from ledger.house_mark")).rows[0].mark;
    if (mark === 0) await setTimeout(100);
  }
  expect(mark, "moved while lines were left").toBeGreaterThan(0);
  while ((await ledger.chainHouse(5)) === 5);
  await clean();
});
