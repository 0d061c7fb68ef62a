/** SQL of refunds. Schema `membership` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
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
};
/** False when this payment is given back already. */
export async function insertRefund(
  tx: Tx,
  row: Pick<
    RefundRow,
    "refund_id" | "charge_id" | "payment_id" | "amount_minor" | "reason" | "asked_at" | "payable_id"
  >,
): Promise<boolean> {
  const result = await sql`
    insert into membership.refunds (refund_id, charge_id, payment_id, amount_minor, reason, state, asked_at, payable_id)
    values (${row.refund_id}, ${row.charge_id}, ${row.payment_id}, ${row.amount_minor}, ${row.reason}, 'asked', ${row.asked_at}, ${row.payable_id})
    on conflict (payment_id) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
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
  return result.numAffectedRows === 1n;
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
  return result.numAffectedRows === 1n;
}

export async function findRefundOfPayment(runner: Runner, paymentId: string): Promise<RefundRow | null> {
  return (
    (await sql<RefundRow>`select * from membership.refunds where payment_id = ${paymentId}`.execute(runner)).rows[0] ??
    null
  );
}

export async function readRefunds(runner: Runner, membershipIds: readonly string[]): Promise<RefundRow[]> {
  return (
    await sql<RefundRow>`
      select r.* from membership.refunds r join membership.charges c using (charge_id)
      where c.membership_id = any (${[...membershipIds]}::uuid[]) order by r.asked_at desc`.execute(runner)
  ).rows;
}
