/** SQL of refunds. Schema `membership` only. */
import type { Database, Tx } from "#platform/database";
import type { HandSums } from "#platform/hand-limits";
import { sql } from "#platform/sql";
import type { RefundState } from "./rules.ts";

type Runner = Database | Tx;

export type RefundRow = {
  refund_id: string;
  charge_id: string;
  payment_id: string;
  amount_minor: bigint;
  reason: string;
  state: RefundState;
  processor_refund_id: string | null;
  asked_at: Date;
  done_at: Date | null;
  /** How often a person had it asked for anew; each round is another question to the processor. */
  round: number;
  /** Why the processor does not make it, in its own word. */
  failure: string | null;
  failed_at: Date | null;
  /** The payable of its present round; null for one from before payables had refunds, until it is adopted. */
  payable_id: string | null;
  /** Who gave it back by hand, with whom, and what about; null for what goes back by itself. */
  by: string | null;
  approved_by: string | null;
  note: string | null;
};
type ByHand = Partial<Pick<RefundRow, "by" | "approved_by" | "note">>;

/** False when this payment is given back already: once by itself, and once by hand. */
export async function insertRefund(
  tx: Tx,
  row: Pick<
    RefundRow,
    "refund_id" | "charge_id" | "payment_id" | "amount_minor" | "reason" | "asked_at" | "payable_id"
  > &
    ByHand,
): Promise<boolean> {
  const result = await sql`
    insert into membership.refunds (refund_id, charge_id, payment_id, amount_minor, reason, state, asked_at, payable_id, by, approved_by, note)
    values (${row.refund_id}, ${row.charge_id}, ${row.payment_id}, ${row.amount_minor}, ${row.reason}, 'asked', ${row.asked_at}, ${row.payable_id},
      ${row.by ?? null}, ${row.approved_by ?? null}, ${row.note ?? null})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function findRefundByPayable(runner: Runner, payableId: string): Promise<RefundRow | null> {
  return (
    (await sql<RefundRow>`select * from membership.refunds where payable_id = ${payableId}`.execute(runner)).rows[0] ??
    null
  );
}

export async function nameRefundPayable(tx: Tx, refundId: string, payableId: string): Promise<void> {
  await sql`update membership.refunds set payable_id = ${payableId} where refund_id = ${refundId}`.execute(tx);
}

/** Those that payables do not know yet and that still can change, oldest first. */
export async function takeRefundsWithoutPayable(tx: Tx, most: number): Promise<RefundRow[]> {
  return (
    await sql<RefundRow>`
      select * from membership.refunds where payable_id is null and state in ('asked', 'done')
      order by asked_at limit ${most} for update skip locked`.execute(tx)
  ).rows;
}

/** False when it was finished before. */
export async function finishRefund(
  tx: Tx,
  refund: Pick<RefundRow, "refund_id" | "round">,
  processorId: string,
  at: Date,
): Promise<boolean> {
  const result = await sql`
    update membership.refunds set state = 'done', processor_refund_id = ${processorId}, done_at = ${at}, failure = null, failed_at = null
    where refund_id = ${refund.refund_id} and round = ${refund.round} and state in ('asked', 'failed')`.execute(tx);
  return result.rowCount === 1;
}

/** The processor does not make it, or took it back: a person has it now. False when that was known. */
export async function failRefund(
  tx: Tx,
  refundId: string,
  failure: { code: string; processor_refund_id: string | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    update membership.refunds set state = 'failed', failure = ${failure.code}, failed_at = ${failure.at},
      processor_refund_id = coalesce(${failure.processor_refund_id}, processor_refund_id)
    where refund_id = ${refundId} and state in ('asked', 'done')`.execute(tx);
  return result.rowCount === 1;
}

export async function findRefundsOfPayment(runner: Runner, paymentId: string): Promise<RefundRow[]> {
  return (
    await sql<RefundRow>`select * from membership.refunds where payment_id = ${paymentId} order by asked_at`.execute(
      runner,
    )
  ).rows;
}

/**
 * What of a payment can still go back by itself: nothing once it does, and nothing of what a person gave back by hand. One that
 * was closed is settled another way, so that its member has that money.
 */
export const leftOf = (whole: bigint, refunds: readonly Pick<RefundRow, "amount_minor" | "by">[]): bigint =>
  refunds.some(({ by }) => by === null) ? 0n : refunds.reduce((left, one) => left - one.amount_minor, whole);

export async function findByHand(runner: Runner, paymentId: string): Promise<RefundRow | null> {
  return (await findRefundsOfPayment(runner, paymentId)).find(({ by }) => by !== null) ?? null;
}

const sumIn = async (runner: Runner, paymentId: string, states: readonly RefundState[]): Promise<bigint> =>
  (await findRefundsOfPayment(runner, paymentId)).reduce(
    (sum, row) => (states.includes(row.state) ? sum + row.amount_minor : sum),
    0n,
  );

/** What was asked for and did not move yet, or has to be asked for anew. */
export const sumOpenRefunds = (runner: Runner, paymentId: string): Promise<bigint> =>
  sumIn(runner, paymentId, ["asked", "failed"]);

/** Also what was closed: it never moved, but was settled another way, so that its member has that money. */
export const sumSpokenFor = (runner: Runner, paymentId: string): Promise<bigint> =>
  sumIn(runner, paymentId, ["asked", "failed", "closed"]);

/** Whoever works by hand does it one after the other, so that sums are true when they are compared. */
export async function lockByHand(tx: Tx, by: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${by}, 746))`.execute(tx);
}

export async function readHandSums(
  runner: Runner,
  { user_id, by, month, day }: { user_id: string; by: string; month: Date; day: Date },
): Promise<HandSums> {
  const { rows } = await sql<HandSums>`
    select (select coalesce(sum(r.amount_minor), 0) from membership.refunds r join membership.charges c using (charge_id)
        join membership.joins j using (membership_id)
        where j.user_id = ${user_id} and r.asked_at >= ${month} and r.by is not null and r.approved_by is null)::bigint as member_month,
      coalesce(sum(amount_minor) filter (where approved_by is null), 0)::bigint as operator_day,
      coalesce(sum(amount_minor), 0)::bigint as operator_day_all
    from membership.refunds where by = ${by} and asked_at >= ${day}`.execute(runner);
  return rows[0] as HandSums;
}

export async function readRefunds(runner: Runner, membershipIds: readonly string[]): Promise<RefundRow[]> {
  return (
    await sql<RefundRow>`
      select r.* from membership.refunds r join membership.charges c using (charge_id)
      where c.membership_id = any (${[...membershipIds]}::uuid[]) order by r.asked_at desc`.execute(runner)
  ).rows;
}
