/** One reading of a mailbox at a time, in the whole system: providers allow few connections, and two would read the same. */
import type { DatabaseHandle } from "#platform/database";

/** Null when somebody else reads it. */
export async function withLinkLock<T>(
  database: DatabaseHandle,
  linkId: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const key = `mailboxes.sync:${linkId}`;
  const lock = await database.pool.connect();
  // A connection that was lost takes its lock with it: it is thrown away, never handed to the next who asks.
  let lost = false;
  try {
    const { rows } = await lock.query<{ got: boolean }>("select pg_try_advisory_lock(hashtextextended($1, 0)) as got", [
      key,
    ]);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await lock.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]).catch(() => {
        lost = true;
      });
    }
  } finally {
    lock.release(lost);
  }
}
