/** SQL of screenshots. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type ScreenshotRow = { screenshot_id: string; user_id: string; claim_id: string | null; sealed: Buffer };

/** False when all of them together would fill more than `space.all` bytes, or their member's more than `space.member`. */
export async function insertScreenshot(
  tx: Tx,
  row: Omit<ScreenshotRow, "claim_id"> & { made_at: Date },
  space: { all: number; member: number },
): Promise<boolean> {
  // One by one, so that many at once do not each find the same space.
  await sql`select pg_advisory_xact_lock(hashtext('coins.screenshots'))`.execute(tx);
  const made = await sql`
    insert into coins.screenshots (screenshot_id, user_id, sealed, size_bytes, made_at)
    select ${row.screenshot_id}, ${row.user_id}, ${row.sealed}, ${row.sealed.length}, ${row.made_at}
    where (select coalesce(sum(size_bytes), 0) from coins.screenshots) + ${row.sealed.length} <= ${space.all}
      and (select coalesce(sum(size_bytes), 0) from coins.screenshots where user_id = ${row.user_id}) + ${row.sealed.length}
        <= ${space.member}`.execute(tx);
  return made.rowCount > 0;
}

/** Locks a member's own that no question has yet; false for any other. */
export async function lockScreenshot(tx: Tx, screenshotId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coins.screenshots where screenshot_id = ${screenshotId} and user_id = ${userId} and claim_id is null
    for update`.execute(tx);
  return rows.length > 0;
}

export async function bindScreenshot(tx: Tx, screenshotId: string, claimId: string): Promise<void> {
  await sql`update coins.screenshots set claim_id = ${claimId} where screenshot_id = ${screenshotId}`.execute(tx);
}

export const hasScreenshot = async (runner: Runner, claimId: string): Promise<boolean> =>
  (await sql`select 1 from coins.screenshots where claim_id = ${claimId}`.execute(runner)).rows.length > 0;

export const readScreenshot = async (runner: Runner, claimId: string): Promise<Buffer | null> =>
  (await sql<{ sealed: Buffer }>`select sealed from coins.screenshots where claim_id = ${claimId}`.execute(runner))
    .rows[0]?.sealed ?? null;

/** Takes away what no question came for, and what was answered long enough ago; how many. */
export async function dropScreenshots(
  runner: Runner,
  before: { waiting: Date; answered: Date },
): Promise<{ dropped: number }> {
  const gone = await sql`
    delete from coins.screenshots s where (s.claim_id is null and s.made_at < ${before.waiting})
      or exists (select 1 from coins.claims c where c.claim_id = s.claim_id and c.ended_at < ${before.answered})`.execute(
    runner,
  );
  return { dropped: gone.rowCount };
}
