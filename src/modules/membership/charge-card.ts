/**
 * Asks the processor for one charge. The attempt is written first, so that whatever happens to this process, the same
 * question is asked again under the same key, and the processor takes the money once.
 */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import {
  type AttemptRow,
  type ChargeRow,
  insertAttempt,
  nextAttemptNumber,
  readAttempt,
  readCharge,
  saveCharge,
} from "./charge-store.ts";
import type { ChargeResult } from "./processor.types.ts";
import type { MembershipRoom } from "./room.ts";
import { settleAttempt } from "./settle-attempt.ts";

export async function openAttempt(
  tx: Tx,
  charge: ChargeRow,
  input: { payment_method_id: string; customer_id: string; off_session: boolean; statement: string; at: Date },
): Promise<AttemptRow> {
  const number = await nextAttemptNumber(tx, charge.charge_id);
  const period = `${charge.period_start}${charge.kind === "upgrade" ? ":upgrade" : ""}`;
  // A try that was declined keeps its key for ever: the next one is another question.
  const key = `membership:${charge.membership_id}:${period}${number === 1 ? "" : `:${number}`}`;
  await saveCharge(tx, charge, { state: "trying", tries: charge.tries + 1 });
  return insertAttempt(tx, {
    attempt_id: newId("charge"),
    charge_id: charge.charge_id,
    number,
    key,
    payment_method_id: input.payment_method_id,
    customer_id: input.customer_id,
    off_session: input.off_session,
    statement: input.statement,
    asked_at: input.at,
  });
}

/** Outside any transaction, because it may take long. Throws when the processor does not answer: nothing is known then. */
export async function sendAttempt(room: MembershipRoom, attemptId: string): Promise<ChargeResult | null> {
  const attempt = await readAttempt(room.database.db, attemptId);
  if (attempt?.state !== "sent") return null;
  const charge = await readCharge(room.database.db, attempt.charge_id);
  if (!charge) return null;
  const result = await room.processor.charge({
    customer_id: attempt.customer_id,
    payment_method_id: attempt.payment_method_id,
    amount_minor: charge.amount_minor,
    currency: "USD",
    off_session: attempt.off_session,
    statement: attempt.statement,
    metadata: { attempt_id: attempt.attempt_id, membership_id: charge.membership_id },
    idempotency_key: attempt.key,
  });
  await settleAttempt(room, attemptId, result);
  return result;
}
