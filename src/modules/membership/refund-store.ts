/** SQL of refunds. Schema `membership` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import { firstLook } from "./look-store.ts";
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
  looks: number;
};
/** False when this payment is given back already. */
export async function insertRefund(
  tx: Tx,
  row: Pick<RefundRow, "refund_id" | "charge_id" | "payment_id" | "amount_minor" | "reason" | "asked_at">,
): Promise<boolean> {
  const result = await sql`
    insert into membership.refunds (refund_id, charge_id, payment_id, amount_minor, reason, state, asked_at, next_look_at)
    values (${row.refund_id}, ${row.charge_id}, ${row.payment_id}, ${row.amount_minor}, ${row.reason}, 'asked', ${row.asked_at}, ${firstLook(row.asked_at)})
    on conflict (payment_id) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function readRefund(runner: Runner, refundId: string): Promise<RefundRow | null> {
  return (
    (await sql<RefundRow>`select * from membership.refunds where refund_id = ${refundId}`.execute(runner)).rows[0] ??
    null
  );
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
  runner: Runner,
  refundId: string,
  failure: { code: string; processor_refund_id: string | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    update membership.refunds set state = 'failed', failure = ${failure.code}, failed_at = ${failure.at},
      processor_refund_id = coalesce(${failure.processor_refund_id}, processor_refund_id)
    where refund_id = ${refundId} and state in ('asked', 'done')`.execute(runner);
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
