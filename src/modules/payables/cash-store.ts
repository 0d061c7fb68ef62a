/** SQL of what was paid out of members' holds, by instants. Schema `payables` only; dollars only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type OpenSum = { provider: string; amount_minor: bigint; count: number; oldest: Date };

/** What was set aside in dollars for payments that had not ended at an instant. */
export async function readOpenAt(tx: Tx, at: Date): Promise<OpenSum[]> {
  const result = await sql<OpenSum>`
    select provider, sum(amount_minor)::bigint as amount_minor, count(*)::int as count, min(created_at) as oldest
    from payables.payables p
    where unit = 'USD' and held_in = 'USD' and hold_id is not null and created_at < ${at} and (state not in ('done', 'refused', 'returned') or state_at >= ${at})
      and not exists (select 1 from payables.payable_events e
        where e.payable_id = p.payable_id and e.to_state in ('done', 'refused', 'returned') and e.at < ${at})
    group by provider order by provider`.execute(tx);
  return result.rows;
}

export type PaidSum = { provider: string; paid_minor: bigint; fee_minor: bigint; returned_minor: bigint };

/**
 * What was paid from an instant to before another, what it cost, and what of all that was ever paid came back then. A fee that was told
 * after its payment counts when it was booked.
 */
export async function readPaidBetween(tx: Tx, from: Date, to: Date): Promise<PaidSum[]> {
  const result = await sql<PaidSum>`
    select p.provider, coalesce(sum(p.amount_minor) filter (where e.to_state = 'done' and e.by <> 'fee'), 0)::bigint as paid_minor,
      coalesce(sum(p.fee_minor) filter (where e.to_state = 'done' and (e.by = 'fee' or not exists (
        select 1 from payables.payable_events f where f.payable_id = p.payable_id and f.by = 'fee'))), 0)::bigint as fee_minor,
      coalesce(sum(p.amount_minor) filter (where e.to_state = 'returned'), 0)::bigint as returned_minor
    from payables.payable_events e join payables.payables p using (payable_id)
    where e.at >= ${from} and e.at < ${to} and p.unit = 'USD' and p.hold_id is not null
      and (e.to_state = 'done' and (e.from_state <> 'done' or e.by = 'fee') or e.to_state = 'returned' and e.from_state = 'done')
    group by p.provider order by p.provider`.execute(tx);
  return result.rows;
}

export type UnderWay = {
  payable_id: string;
  state: string;
  note: string | null;
  amount_minor: bigint;
  fee_minor: bigint;
  /** Whether it was paid in our books (and since when it stands as it does). */
  paid: boolean;
};

/**
 * Payments that a provider may or may not have taken from our account yet: those that were sent and have not ended, and those
 * that ended so lately that it may not count them yet.
 */
export async function readUnderWay(tx: Tx, provider: string, since: Date): Promise<UnderWay[]> {
  const result = await sql<UnderWay>`
    select payable_id, state, note, amount_minor, coalesce(fee_minor, 0)::bigint as fee_minor, state = 'done' as paid
    from payables.payables
    where provider = ${provider} and unit = 'USD' and first_sent_at is not null
      and (state not in ('done', 'refused', 'returned') or state_at >= ${since})
    order by created_at`.execute(tx);
  return result.rows;
}
