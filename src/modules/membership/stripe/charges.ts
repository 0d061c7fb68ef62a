/** Charges at Stripe: PaymentIntents, each looked for by our own key before it is made. */
import { strict as assert } from "node:assert";
import { setTimeout } from "node:timers/promises";
import Stripe from "stripe";
import type { Log } from "#platform/log";
import type { ChargeResult, Processor } from "../processor.types.ts";
import { isRetryable } from "./decline-codes.ts";
import { idOf } from "./ids.ts";
import { LIST_LIMIT } from "./limits.ts";

/** Under this name a charge carries its key, so that it can be found again. */
const CHARGE_KEY = "charge_key";

const CAME_TO: readonly Stripe.PaymentIntent.Status[] = [
  "succeeded",
  "processing",
  "requires_action",
  "requires_capture",
  "canceled",
];
/** One that is just being made has not come to a result: without an error it was declined by nobody. */
const hasResult = (intent: Stripe.PaymentIntent): boolean =>
  CAME_TO.includes(intent.status) || intent.last_payment_error !== null;

/** Reads a payment whose `latest_charge` is expanded. */
function toResult(intent: Stripe.PaymentIntent): ChargeResult {
  const payment_id = intent.id;
  if (intent.status === "succeeded") {
    const charge_id = idOf(intent.latest_charge);
    assert(charge_id, `payment ${payment_id} succeeded without a charge`);
    return { state: "succeeded", payment_id, charge_id, amount_minor: BigInt(intent.amount_received) };
  }
  if (intent.status === "processing" || intent.status === "requires_capture" || !hasResult(intent))
    return { state: "processing", payment_id };
  if (intent.status === "requires_action" && intent.client_secret)
    return { state: "requires_action", payment_id, client_secret: intent.client_secret };
  const error = intent.last_payment_error;
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const code = error?.code ?? (intent.status === "canceled" ? "payment_canceled" : "card_declined");
  const decline_code = error?.decline_code ?? null;
  const advice = [error?.advice_code, charge?.outcome?.advice_code];
  // What our own rules at Stripe blocked never went to the bank, and would be blocked again.
  const forbidden = advice.includes("do_not_try_again") || charge?.outcome?.type === "blocked";
  const retryable = !forbidden && isRetryable([code, decline_code, charge?.outcome?.reason]);
  return { state: "declined", payment_id, code, decline_code, retryable };
}

/**
 * Invalid requests that say something of this card or this sum, and so nothing was taken and nothing will be: they are
 * declines. Others say that our program is at fault, which its reader must not be told of their card.
 */
const DEFINITE: Readonly<Record<string, string>> = {
  amount_too_small: "amount_too_small",
  amount_too_large: "amount_too_large",
  expired_payment_method: "expired_card",
  payment_method_currency_mismatch: "card_not_supported",
  payment_method_not_available: "card_not_supported",
  payment_method_restricted: "card_not_supported",
  payment_method_unsupported_type: "card_not_supported",
  payment_intent_incompatible_payment_method: "card_not_supported",
  payment_method_unactivated: "card_not_on_file",
  payment_method_unexpected_state: "card_not_on_file",
};

/** Whether a card is still there to be charged for a customer; a request that names one which is not is refused for that. */
async function isOnFile(stripe: Stripe, customer: string, card: string): Promise<boolean> {
  try {
    return idOf((await stripe.paymentMethods.retrieve(card)).customer) === customer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return false;
    throw error;
  }
}

async function refusalOf(
  stripe: Stripe,
  error: unknown,
  input: { customer_id: string; payment_method_id: string },
): Promise<ChargeResult | null> {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  if (error.statusCode !== 400 && error.statusCode !== 404) return null;
  const code = error.code ?? "invalid_request";
  const known =
    DEFINITE[code] ??
    ((await isOnFile(stripe, input.customer_id, input.payment_method_id)) ? null : "card_not_on_file");
  return known
    ? { state: "declined", payment_id: null, code: known, decline_code: null, retryable: false }
    : { state: "refused", payment_id: null, code };
}

/** How often, and how far apart, the answer to another's same question is looked for. */
const LOOKS_AT_OTHERS = 12;
const LOOK_AGAIN_MS = 400;
/** Somebody asks the same at this moment, as a doubled press does: Stripe answers one of both and refuses the other. */
const isAskedAtOnce = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 409 && error.code === "idempotency_key_in_use";

export function createCharges(
  stripe: Stripe,
  log: Log,
): Pick<Processor, "charge" | "findCharge" | "readCharge" | "cancelCharge"> {
  const read = (paymentId: string) => stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });

  async function findByKey(customer: string, key: string): Promise<Stripe.PaymentIntent | undefined> {
    const made = stripe.paymentIntents.list({ customer, limit: LIST_LIMIT, expand: ["data.latest_charge"] });
    for await (const intent of made) if (intent.metadata[CHARGE_KEY] === key) return intent;
    return undefined;
  }

  /** What whoever asked first is told is told to both. */
  async function awaitOther(customer: string, key: string): Promise<Stripe.PaymentIntent | null> {
    for (let looks = 0; looks < LOOKS_AT_OTHERS; looks += 1) {
      await setTimeout(LOOK_AGAIN_MS);
      const made = await findByKey(customer, key);
      if (made && hasResult(made)) return made;
    }
    return null;
  }

  return {
    async findCharge({ customer_id, idempotency_key }) {
      const found = await findByKey(customer_id, idempotency_key);
      return found ? toResult(found) : null;
    },
    async charge(input) {
      assert(input.amount_minor > 0n && input.amount_minor <= BigInt(Number.MAX_SAFE_INTEGER), "an amount to charge");
      assert(input.statement.length <= 22, "a statement of at most 22 characters");
      try {
        const before = await findByKey(input.customer_id, input.idempotency_key);
        // One that another press is just making is asked for under its key again: both are told what comes of it.
        if (before && hasResult(before)) return toResult(before);
        const intent = await stripe.paymentIntents.create(
          {
            amount: Number(input.amount_minor),
            currency: input.currency.toLowerCase(),
            customer: input.customer_id,
            payment_method: input.payment_method_id,
            allowed_payment_method_types: ["card"],
            confirm: true,
            ...(input.off_session ? { off_session: true } : {}),
            // The account's own prefix stands before it; a whole descriptor is refused for cards.
            statement_descriptor_suffix: input.statement,
            metadata: { ...input.metadata, [CHARGE_KEY]: input.idempotency_key },
            expand: ["latest_charge"],
          },
          { idempotencyKey: input.idempotency_key },
        );
        return toResult(intent);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          const id = idOf(error.payment_intent);
          if (id) return toResult(await read(id));
          const code = error.code ?? "card_declined";
          const decline_code = error.decline_code ?? null;
          return {
            state: "declined",
            payment_id: null,
            code,
            decline_code,
            retryable: isRetryable([code, decline_code]),
          };
        }
        if (isAskedAtOnce(error)) {
          const others = await awaitOther(input.customer_id, input.idempotency_key);
          if (others) return toResult(others);
        }
        const refusal = await refusalOf(stripe, error, input);
        if (refusal) return refusal;
        if (error instanceof Stripe.errors.StripeAPIError || error instanceof Stripe.errors.StripeConnectionError) {
          // Stripe repeats a failure for the same key for a day, also when the money moved: the payment itself knows.
          log.warn({ key: input.idempotency_key, type: error.type }, "no clear answer to a charge; looking for it");
          const made = await findByKey(input.customer_id, input.idempotency_key);
          if (made) return toResult(made);
        }
        throw error;
      }
    },
    async cancelCharge(paymentId) {
      try {
        await stripe.paymentIntents.cancel(paymentId, { cancellation_reason: "requested_by_customer" });
      } catch (error) {
        // Paid, or cancelled already: the payment itself says which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
      return toResult(await read(paymentId));
    },
    async readCharge(paymentId) {
      const intent = await read(paymentId);
      return { amount_minor: BigInt(intent.amount), ...toResult(intent), metadata: intent.metadata };
    },
  };
}
