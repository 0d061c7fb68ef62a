/** One work on a feed at a time, in the whole system. */
import { sql } from "kysely";
import type { DatabaseHandle, Tx } from "#platform/database";

const LOCKS = 7_420_012;

/** Null when another process holds the feed. */
export async function withFeedLock<T>(
  database: DatabaseHandle,
  feedId: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const lock = await database.pool.connect();
  // A connection that was lost takes its lock with it: it is thrown away, never handed to the next who asks.
  let lost = false;
  try {
    const { rows } = await lock.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", [LOCKS, feedId]);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await lock.query("select pg_advisory_unlock($1, $2)", [LOCKS, feedId]).catch(() => {
        lost = true;
      });
    }
  } finally {
    lock.release(lost);
  }
}

/** Keeps imports of these feeds away until the transaction ends; false when one of them is running. */
export async function holdFeeds(tx: Tx, feedIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS}, feed_id) as got from unnest(${feedIds as number[]}::integer[]) as f(feed_id)`.execute(
    tx,
  );
  return rows.every(({ got }) => got);
}
