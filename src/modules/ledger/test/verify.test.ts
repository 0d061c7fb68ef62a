import { afterAll, beforeAll, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { createLog } from "#platform/log";
import { GOODWILL } from "#rewards";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { MEMBER_AVAILABLE } from "../accounts.ts";
import { createLedger } from "../ledger.server.ts";
import { chainWhole } from "./chain-whole.ts";

let base: TestDatabase;
const log = createLog({ level: "silent" });
const clock = fixedClock("2026-03-10T12:00:00Z");
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

it("looks at everything over one connection too, when there is no second to share the work with", async () => {
  const narrow = openDatabase({ url: base.url, connections: 1, log });
  const ledger = createLedger({ database: narrow, clock, log, accounts: ACCOUNT_KINDS });
  const posted = await narrow.transaction((tx) =>
    ledger.post(tx, [
      {
        kind: "test.give",
        cause: "one",
        lines: [
          { account: { kind: GOODWILL, owner: "house" }, amount: -5n },
          { account: { kind: MEMBER_AVAILABLE, owner: "ann" }, amount: 5n },
        ],
      },
    ]),
  );
  expect(posted.ok).toBe(true);
  expect(await ledger.verify()).toMatchObject({ transfers: 1n, lines: 2n, findings: [] });
  await narrow.pool.query("update ledger.heads set balance = 6 where balance = 5");
  expect((await ledger.verify()).findings).toHaveLength(1);
  await narrow.close();
});

it("goes on chaining house lines in a database that was restored where transactions count from the beginning", async () => {
  const ledger = createLedger({ database: base.handle, clock, log, accounts: ACCOUNT_KINDS });
  const { pool } = base.handle;
  await pool.query("update ledger.house_mark set mark = 0, next_mark = 1, next_transaction = '999999999999'");
  await chainWhole(base, ledger);
});
