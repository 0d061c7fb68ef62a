/** Races that come out the same each time: something begins while another transaction is held open, and goes on after it. */
import { expect } from "vitest";
import type { World } from "./world.ts";

type Query = (text: string, values?: unknown[]) => Promise<unknown>;
/** Until so many wait for a lock. */
type Waiting = (count: number) => Promise<void>;

/** What those answer who `begin` while what `hold` did is not committed yet, and who end once it is. */
export async function whileHeld<T>(
  world: World,
  hold: (query: Query) => Promise<unknown>,
  begin: (waiting: Waiting) => Promise<() => Promise<T>>,
): Promise<T> {
  const { pool } = world.base.handle;
  const stopped = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const client = await pool.connect();
  let done = false;
  try {
    await client.query("begin");
    await hold((text, values) => client.query(text, values));
    const answers = await begin((count) =>
      expect.poll(async () => (await pool.query(stopped)).rows.length).toBeGreaterThanOrEqual(count),
    );
    await client.query("commit");
    done = true;
    return await answers();
  } finally {
    // One whose transaction is still open must not come back to the pool.
    client.release(!done);
  }
}
