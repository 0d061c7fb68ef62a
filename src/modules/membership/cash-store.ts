/** SQL of what the processor holds for us and pays out, by instants. Schema `membership` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type ProcessorStanding = {
  /** By all of its entries: what it has not paid out yet. */
  held_minor: bigint;
  /** Lines of ours whose entry was not there yet; and entries whose line was not. */
  awaited_minor: bigint;
  awaited: number;
  unbooked_minor: bigint;
  unbooked: number;
};

/** What was known at an instant. Entries count from when they were read: then they were booked. */
export async function readProcessorAt(tx: Tx, at: Date): Promise<ProcessorStanding> {
  const result = await sql<ProcessorStanding>`
    select
      (coalesce((select total_minor from membership.balance_total), 0)
        - coalesce((select sum(amount_minor - fee_minor) from membership.balance_entries where read_at >= ${at}), 0))::bigint as held_minor,
      m.awaited_minor, m.awaited, e.unbooked_minor, e.unbooked
    from (select coalesce(sum(amount_minor), 0)::bigint as awaited_minor, count(*)::int as awaited from membership.movements
        where at < ${at} and (matched_at is null or matched_at >= ${at})) m,
      (select coalesce(sum(amount_minor), 0)::bigint as unbooked_minor, count(*)::int as unbooked from membership.balance_entries
        where read_at < ${at} and kind in ('charge', 'refund', 'dispute') and (matched_at is null or matched_at >= ${at})) e`.execute(
    tx,
  );
  return result.rows[0] as ProcessorStanding;
}

export type BankPayout = { payout_id: string | null; amount_minor: bigint; at: Date };

/** Payouts that were booked before an instant; what failed has come back and sums to nothing. Null: those of former times. */
export async function readBankPayouts(tx: Tx, before: Date): Promise<BankPayout[]> {
  const result = await sql<BankPayout>`
    select payout_id, (-sum(amount_minor))::bigint as amount_minor, min(at) as at from membership.balance_entries
    where kind = 'payout' and read_at < ${before} group by payout_id having sum(amount_minor) <> 0 order by min(at)`.execute(
    tx,
  );
  return result.rows;
}
