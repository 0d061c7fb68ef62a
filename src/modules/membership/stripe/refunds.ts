/** Refunds at Stripe: each looked for by our own key before it is made, because Stripe forgets keys after a day. */
import Stripe from "stripe";
import type { Processor, RefundResult } from "../processor.types.ts";
import { LIST_LIMIT } from "./limits.ts";

/** Under this name a refund carries its key, so that it can be found again. */
const REFUND_KEY = "refund_key";

/** Stripe's statuses; `pending` and `requires_action` are on their way, and their money has left the balance. */
function toRefund(refund: Stripe.Refund): RefundResult {
  if (refund.status === "failed" || refund.status === "canceled")
    return { state: "failed", refund_id: refund.id, code: refund.failure_reason ?? refund.status };
  return { state: "made", refund_id: refund.id, amount_minor: BigInt(refund.amount) };
}

export function createRefunds(stripe: Stripe): Pick<Processor, "refund" | "readRefund"> {
  async function findByKey(payment: string, key: string): Promise<Stripe.Refund | undefined> {
    for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: LIST_LIMIT }))
      if (refund.metadata?.[REFUND_KEY] === key) return refund;
    return undefined;
  }
  return {
    async refund({ payment_id, amount_minor, idempotency_key }) {
      const before = await findByKey(payment_id, idempotency_key);
      if (before) return toRefund(before);
      try {
        const made = await stripe.refunds.create(
          { payment_intent: payment_id, amount: Number(amount_minor), metadata: { [REFUND_KEY]: idempotency_key } },
          { idempotencyKey: idempotency_key },
        );
        return toRefund(made);
      } catch (error) {
        // Disputed, given back by hand before, or more than is left: asked again, the answer would be the same.
        if (error instanceof Stripe.errors.StripeInvalidRequestError && (error.statusCode ?? 400) < 409)
          return { state: "failed", refund_id: null, code: error.code ?? "invalid_request" };
        throw error;
      }
    },
    readRefund: async (refundId) => toRefund(await stripe.refunds.retrieve(refundId)),
  };
}
