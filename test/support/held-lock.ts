/** Races that come out the same each time: something begins while another transaction is held open, and goes on after it. */
import pg from "pg";
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
  // Beside the pool, whose connections those who wait may all have.
  const connect = async () => {
    const client = new pg.Client({ connectionString: world.base.url });
    await client.connect();
    return client;
  };
  const [holder, looker] = await Promise.all([connect(), connect()]);
  const stopped = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  try {
    await holder.query("begin");
    await hold((text, values) => holder.query(text, values));
    const answers = await begin((count) =>
      expect.poll(async () => (await looker.query(stopped)).rows.length).toBeGreaterThanOrEqual(count),
    );
    await holder.query("commit");
    return await answers();
  } finally {
    await Promise.all([holder.end(), looker.end()]);
  }
}
