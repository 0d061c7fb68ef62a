/** Refunds at Stripe: https://docs.stripe.com/api/refunds and https://docs.stripe.com/error-codes. */
import Stripe from "stripe";
import type { Processor, RefundResult } from "../processor.types.ts";
import { LIST_LIMIT } from "./limits.ts";

/** Under this name a refund carries its key, so that it can be found again. */
const REFUND_KEY = "refund_key";

/** What Stripe says when it will never make this refund; any other error is no answer about it. */
const REFUSALS: readonly string[] = [
  "charge_already_refunded",
  "charge_disputed",
  "charge_not_refundable",
  "refund_disputed_payment",
  "resource_missing",
];

/** Stripe's statuses; `pending` and `requires_action` are on their way, and their money has left the balance. */
function toRefund(refund: Stripe.Refund): RefundResult {
  if (refund.status === "failed" || refund.status === "canceled")
    return { state: "failed", refund_id: refund.id, code: refund.failure_reason ?? refund.status };
  return { state: "made", refund_id: refund.id, amount_minor: BigInt(refund.amount) };
}

export const createRefunds = (stripe: Stripe): Pick<Processor, "refund" | "findRefund" | "readRefund"> => ({
  async refund({ payment_id, amount_minor, idempotency_key }) {
    try {
      const made = await stripe.refunds.create(
        { payment_intent: payment_id, amount: Number(amount_minor), metadata: { [REFUND_KEY]: idempotency_key } },
        { idempotencyKey: idempotency_key },
      );
      return toRefund(made);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && REFUSALS.includes(error.code ?? ""))
        return { state: "failed", refund_id: null, code: error.code ?? "" };
      throw error;
    }
  },
  async findRefund({ payment_id, idempotency_key }) {
    for await (const refund of stripe.refunds.list({ payment_intent: payment_id, limit: LIST_LIMIT }))
      if (refund.metadata?.[REFUND_KEY] === idempotency_key) return toRefund(refund);
    return null;
  },
  readRefund: async (refundId) => toRefund(await stripe.refunds.retrieve(refundId)),
});
