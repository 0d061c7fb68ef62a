/** Under a provider's daily bound nobody credits beside another, also where the bound came while its rules were waited for. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { likeAnotherProcess } from "#platform/database";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { lockRules } from "../provider-store.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
  await base.handle.pool.query(
    `insert into coins.provider_rules (provider, is_off, pay_share_bps, daily_cap, sequence, changed_at)
     values ('adgem', false, 10000, 100, 1, now()), ('ayet', false, 10000, null, 1, now())`,
  );
});
afterAll(() => base.drop());

it("locks the rules of every provider that is told as bounded", async () => {
  const { pool } = base.handle;
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select 1 from coins.provider_rules where provider = 'adgem' for update");
  const asked = base.handle.transaction(async (tx) => {
    const rules = await lockRules(tx, ["ayet", "adgem"]);
    const free = await likeAnotherProcess(() =>
      pool.query<{ provider: string }>("select provider from coins.provider_rules for update skip locked"),
    );
    return { bounds: ["adgem", "ayet"].map((name) => rules.get(name)?.daily_cap), free: free.rows };
  });
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
  await pool.query("update coins.provider_rules set daily_cap = 200 where provider = 'ayet'");
  await other.query("commit");
  other.release();
  expect(await asked).toEqual({ bounds: [100n, 200n], free: [] });
});
