/** SQL of what only a person can decide. Schema `membership` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { RefundRow } from "./refund-store.ts";

type Runner = Database | Tx;

export type PersonCase = {
  id: string;
  /** charge: a sum never clearly answered · refund: one that the processor does not make. */
  kind: "charge" | "refund";
  amount_minor: bigint;
  why: string;
  since: Date;
  payment_id: string | null;
  membership_id: string;
};

export async function findPersonCases(runner: Runner, most: number): Promise<PersonCase[]> {
  return (
    await sql<PersonCase>`
      select charge_id::text as id, 'charge' as kind, amount_minor, needs_person_why as why, needs_person_since as since, payment_id, membership_id
      from membership.charges where needs_person_since is not null
      union all
      select r.refund_id::text, 'refund', r.amount_minor, r.failure, r.failed_at, r.payment_id, c.membership_id
      from membership.refunds r join membership.charges c using (charge_id) where r.state = 'failed'
      order by since limit ${most}`.execute(runner)
  ).rows;
}

export type CaseCounts = { charge: number; refund: number; unanswered: number };
/** `unanswered`: attempts that were looked at for more than half a day. */
export async function countPersonCases(runner: Runner): Promise<CaseCounts> {
  const { rows } = await sql<CaseCounts>`
    select (select count(*)::int from membership.charges where needs_person_since is not null) as charge,
      (select count(*)::int from membership.refunds where state = 'failed') as refund,
      (select count(*)::int from membership.attempts where state in ('sent', 'processing', 'requires_action') and looks > 9) as unanswered`.execute(
    runner,
  );
  return rows[0] ?? { charge: 0, refund: 0, unanswered: 0 };
}

/** Of a membership that has ended nothing is asked for any more, so that no person has to decide about it. */
export async function closeCharges(tx: Tx, membershipId: string): Promise<void> {
  await sql`
    update membership.charges set needs_person_since = null, needs_person_why = null
    where membership_id = ${membershipId} and needs_person_since is not null`.execute(tx);
}

/** A failed refund is open again, as another question to the processor; null when it is not failed. */
export async function reopenRefund(tx: Tx, refundId: string, at: Date): Promise<RefundRow | null> {
  const result = await sql<RefundRow>`
    update membership.refunds set state = 'asked', round = round + 1, asked_at = ${at}
    where refund_id = ${refundId} and state = 'failed' returning *`.execute(tx);
  return result.rows[0] ?? null;
}

/** Settled some other way, which is written in the operator's own books. */
export async function closeRefund(tx: Tx, refundId: string): Promise<boolean> {
  const result = await sql`
    update membership.refunds set state = 'closed' where refund_id = ${refundId} and state = 'failed'`.execute(tx);
  return result.rowCount === 1;
}
