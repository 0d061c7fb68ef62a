import { expect, vi } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import type { Ledger } from "../ledger.server.ts";

/**
 * Chains house lines until the mark has passed all of them: above it a line that is missing is chained again. The mark waits
 * for transactions that run anywhere in this server, of other tests too.
 */
export async function chainWhole(base: TestDatabase, ledger: Ledger): Promise<void> {
  const whole = async () => {
    await ledger.chainHouse();
    const mark = "select mark > (select max(line_id) from ledger.lines) as whole from ledger.house_mark";
    expect((await base.handle.pool.query(mark)).rows).toEqual([{ whole: true }]);
  };
  await vi.waitFor(whole, { timeout: 60_000 });
}
