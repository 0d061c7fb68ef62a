/** SQL of lists of coupons and programmes that wait for a person: what a held run lacks, by the kind of its feed. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type ListKind = "offers" | "programmes";

/** What holds for a coupon that the network still told of at last, whatever an operator decided. */
export const OFFER_IS_TOLD = sql`case when o.retired_at is null then o.gone_at else o.told_gone_at end is null`;

/** How many of these coupons would be seen if they were not gone: an end that was told beforehand is no loss. */
export async function countRunning(tx: Tx, offerIds: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::integer as running from catalog.offers
    where offer_id = any(${offerIds as string[]}::uuid[]) and retired_at is null and (ends_at is null or ends_at > ${now})`.execute(
    tx,
  );
  return rows[0]?.running ?? 0;
}

/** Keeps what a run lacks, until a person has decided. */
export async function holdRows(tx: Tx, runId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into catalog.import_held (run_id, row_id) select ${runId}::uuid, t.id from unnest(${ids as string[]}::uuid[]) as t(id)
    on conflict do nothing`.execute(tx);
}

export async function heldRows(tx: Tx, runId: string): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`
    select row_id from catalog.import_held where run_id = ${runId} order by row_id`.execute(tx);
  return rows.map(({ row_id }) => row_id);
}

/** What a held list lacks is gone, now that a person said so. Returns how many. */
export async function retireHeldRows(tx: Tx, runId: string, kind: ListKind, now: Date): Promise<number> {
  const result = await (kind === "offers"
    ? sql`
    update catalog.offers o set gone_at = coalesce(o.gone_at, ${now}), told_gone_at = case when o.retired_at is not null then ${now}::timestamptz end
    from catalog.import_held h where h.run_id = ${runId} and o.offer_id = h.row_id and ${OFFER_IS_TOLD}`
    : sql`
    update catalog.programmes p set gone_at = ${now}
    from catalog.import_held h where h.run_id = ${runId} and p.programme_id = h.row_id and p.gone_at is null`
  ).execute(tx);
  return result.rowCount;
}

/** How rows stood before a run is of no more use once they stand so again. */
export async function forgetBefore(tx: Tx, runId: string): Promise<void> {
  await sql`update catalog.import_runs set keeps_before = false where run_id = ${runId}`.execute(tx);
  await sql`delete from catalog.import_before where run_id = ${runId}`.execute(tx);
}
