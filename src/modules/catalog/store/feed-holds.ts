/** SQL that keeps imports away from feeds whose stores are being changed. */
import { sql } from "kysely";
import type { Tx } from "#platform/database";
import { FEED_LOCKS } from "../feed-lock.ts";

/** Keeps imports of these feeds away until the transaction ends; false when one of them is running. */
export async function holdFeeds(tx: Tx, feedIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${FEED_LOCKS}, feed_id) as got from unnest(${feedIds as number[]}::integer[]) as f(feed_id)`.execute(
    tx,
  );
  return rows.every(({ got }) => got);
}
