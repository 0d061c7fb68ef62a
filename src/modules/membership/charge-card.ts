/**
 * Asks the processor for one charge. The attempt is written first, so that whatever happens to this process, the same
 * question is asked again under the same key, and the processor takes the money once.
 */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { assert } from "#platform/outcome";
import {
  type AttemptRow,
  type ChargeRow,
  insertAttempt,
  lockCharge,
  nextAttemptNumber,
  readAttempt,
  readCharge,
  saveCharge,
} from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import type { ChargeResult } from "./processor.types.ts";
import { MIN_CHARGE_MINOR } from "./rules.ts";
import { settleAttempt, whyNotOwed } from "./settle-attempt.ts";
import { lockJoin, lockMembership } from "./store.ts";

export async function openAttempt(
  tx: Tx,
  charge: ChargeRow,
  input: { payment_method_id: string; customer_id: string; off_session: boolean; statement: string; at: Date },
): Promise<AttemptRow> {
  assert(charge.amount_minor >= MIN_CHARGE_MINOR, "a sum that the processor takes");
  const number = await nextAttemptNumber(tx, charge);
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
    amount_minor: charge.amount_minor,
    asked_at: input.at,
  });
}

/**
 * Outside any transaction, because it may take long. Throws when the processor does not answer: nothing is known then.
 * Whether the sum is still owed is looked at each time: who cancelled while the processor was away is not charged when it
 * is back. Then it is only asked what became of the question, and what waits there is taken back.
 */
export async function sendAttempt(context: MembershipContext, attemptId: string): Promise<ChargeResult | null> {
  const attempt = await readAttempt(context.database.db, attemptId);
  if (attempt?.state !== "sent") return null;
  const charge = await readCharge(context.database.db, attempt.charge_id);
  if (!charge) return null;
  const key = { customer_id: attempt.customer_id, idempotency_key: attempt.key };
  const result = (await isOwed(context, charge))
    ? await context.processor.charge({
        ...key,
        payment_method_id: attempt.payment_method_id,
        amount_minor: attempt.amount_minor,
        currency: "USD",
        off_session: attempt.off_session,
        statement: attempt.statement,
        metadata: { attempt_id: attempt.attempt_id, membership_id: charge.membership_id },
      })
    : await takeBack(context, key);
  await settleAttempt(context, attemptId, result);
  return result;
}

async function isOwed(context: MembershipContext, { charge_id, membership_id }: ChargeRow): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const join = await lockJoin(tx, membership_id);
    const row = await lockMembership(tx, membership_id);
    const charge = await lockCharge(tx, charge_id);
    return join !== null && charge !== null && whyNotOwed({ join, row, charge }, context.clock.now()) === null;
  });
}

async function takeBack(
  context: MembershipContext,
  key: { customer_id: string; idempotency_key: string },
): Promise<ChargeResult> {
  const found = await context.processor.findCharge(key);
  if (found?.state === "requires_action" || found?.state === "processing")
    return context.processor.cancelCharge(found.payment_id);
  return (
    found ?? {
      state: "declined",
      payment_id: null,
      code: "payment_canceled",
      decline_code: null,
      retryable: false,
    }
  );
}
