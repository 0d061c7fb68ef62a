/** One work on a feed at a time, in the whole system. */
import type { DatabaseHandle } from "#platform/database";

/** With a feed's number beside it. */
export const FEED_LOCKS = 7_420_012;

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
    const { rows } = await lock.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", [
      FEED_LOCKS,
      feedId,
    ]);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await lock.query("select pg_advisory_unlock($1, $2)", [FEED_LOCKS, feedId]).catch(() => {
        lost = true;
      });
    }
  } finally {
    lock.release(lost);
  }
}
