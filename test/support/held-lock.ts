/** Races that come out the same each time: something begins while another transaction is held open, and goes on after it. */
import { expect } from "vitest";
import type { World } from "./world.ts";

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** What `others` answer, who began while what `hold` did was not committed yet. Ends when `waiting` of them wait for a lock. */
export async function whileHeld<T>(
  world: World,
  hold: (query: Query) => Promise<unknown>,
  others: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const { pool } = world.base.handle;
  const client = await pool.connect();
  let done = false;
  try {
    await client.query("begin");
    await hold((text, values) => client.query(text, values));
    const answers = others();
    // A failure is told where it is awaited, below.
    answers.catch(() => null);
    const stopped = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(stopped)).rows.length).toBeGreaterThanOrEqual(waiting);
    await client.query("commit");
    done = true;
    return await answers;
  } finally {
    // One whose transaction is still open must not come back to the pool.
    client.release(!done);
  }
}
