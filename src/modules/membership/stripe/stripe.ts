/**
 * Stripe, by its official library. Charges are PaymentIntents made by our own calendar; Stripe's subscriptions are not
 * used. Every writing call carries an idempotency key, and a charge is looked for before it is made, because Stripe
 * forgets keys after a day while a job may come again later.
 */
import { strict as assert } from "node:assert";
import Stripe from "stripe";
import type { Config } from "#platform/config";
import type { Log } from "#platform/log";
import { OutgoingError } from "#platform/outgoing";
import type {
  BalanceEntry,
  CardFace,
  ChargeResult,
  Processor,
  ProcessorEvent,
  SetupState,
} from "../processor.types.ts";
import { isRetryable } from "./decline-codes.ts";

export type StripeSettings = Pick<Config, "STRIPE_API_URL" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">;
type Limits = { timeout_ms?: number; retries?: number };

const TIMEOUT_MS = 20_000;
const NETWORK_RETRIES = 2;
const LIST_LIMIT = 100;
/** A signed message older than this is refused, so that nobody can send a recorded one again. */
const WEBHOOK_AGE_SECONDS = 300;
/** Under this name a charge carries its key, so that it can be found again. */
const CHARGE_KEY = "charge_key";

/** The library speaks to a host; the path of a proxy or of the sandbox is put before its own. */
function createLibrary(config: StripeSettings, limits: Limits): Stripe {
  const url = new URL(config.STRIPE_API_URL);
  const protocol = url.protocol === "http:" ? "http" : "https";
  const prefix = url.pathname.replace(/\/$/, "");
  const inner = Stripe.createNodeHttpClient();
  return new Stripe(config.STRIPE_SECRET_KEY, {
    host: url.hostname,
    port: url.port || (protocol === "http" ? "80" : "443"),
    protocol,
    timeout: limits.timeout_ms ?? TIMEOUT_MS,
    maxNetworkRetries: limits.retries ?? NETWORK_RETRIES,
    telemetry: false,
    httpClient: {
      getClientName: () => inner.getClientName(),
      makeRequest: (host, port, path, ...rest) => inner.makeRequest(host, port, prefix + path, ...rest),
    },
  });
}

/** The name of the failure without the library's objects, which hold whole requests. */
function outgoing(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? null;
  const code = error.code ? ` (${error.code})` : "";
  return new OutgoingError(`Stripe: ${error.type}${code}: ${error.message}`, {
    status,
    unknown: status === null || status >= 500,
  });
}

function idOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}

function toFace(method: Stripe.PaymentMethod): CardFace {
  const { card } = method;
  assert(card, `payment method ${method.id} is no card`);
  const wallet: string | undefined = card.wallet?.type;
  return {
    payment_method_id: method.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    wallet: wallet === "apple_pay" || wallet === "google_pay" ? wallet : null,
    fingerprint: card.fingerprint ?? null,
  };
}

/** Reads a payment whose `latest_charge` is expanded. */
function toResult(intent: Stripe.PaymentIntent): ChargeResult {
  const payment_id = intent.id;
  if (intent.status === "succeeded") {
    const charge_id = idOf(intent.latest_charge);
    assert(charge_id, `payment ${payment_id} succeeded without a charge`);
    return { state: "succeeded", payment_id, charge_id };
  }
  if (intent.status === "processing" || intent.status === "requires_capture")
    return { state: "processing", payment_id };
  if (intent.status === "requires_action" && intent.client_secret)
    return { state: "requires_action", payment_id, client_secret: intent.client_secret };
  const error = intent.last_payment_error;
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const code = error?.code ?? (intent.status === "canceled" ? "payment_canceled" : "card_declined");
  const decline_code = error?.decline_code ?? null;
  const forbidden = error?.advice_code === "do_not_try_again" || charge?.outcome?.advice_code === "do_not_try_again";
  const retryable = !forbidden && isRetryable([code, decline_code, charge?.outcome?.reason]);
  return { state: "declined", payment_id, code, decline_code, retryable };
}

const BALANCE_KINDS: Readonly<Record<string, BalanceEntry["kind"]>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "refund",
  payout: "payout",
  payout_cancel: "payout",
  payout_failure: "payout",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
};

function toEntry(row: Stripe.BalanceTransaction): BalanceEntry {
  const dispute = row.reporting_category.startsWith("dispute");
  return {
    entry_id: row.id,
    kind: dispute ? "dispute" : (BALANCE_KINDS[row.type] ?? "other"),
    payment_id: idOf((row.source as { payment_intent?: unknown } | null)?.payment_intent),
    amount_minor: BigInt(row.amount),
    fee_minor: BigInt(row.fee),
    at: new Date(row.created * 1_000),
  };
}

/** Refunds, disputes and charges are about a payment; everything else about itself. */
function toEvent(event: Stripe.Event): ProcessorEvent | null {
  const object = event.data.object as { id?: unknown; payment_intent?: unknown };
  const object_id = idOf(object.payment_intent) ?? idOf(object);
  if (object_id === null) return null;
  return { event_id: event.id, type: event.type, object_id, at: new Date(event.created * 1_000) };
}

const SETUP_STATES: readonly SetupState[] = ["succeeded", "requires_action", "processing", "canceled"];

function createCustomers(stripe: Stripe): Processor["ensureCustomer"] {
  return async ({ user_id, email, name }) => {
    // The search lags behind by up to a minute; what it does not show yet is found by the key.
    const found = await stripe.customers.search({ query: `metadata["user_id"]:"${user_id}"`, limit: 1 });
    const customer =
      found.data[0] ??
      (await stripe.customers.create({ metadata: { user_id } }, { idempotencyKey: `customer:${user_id}` }));
    if (customer.email !== email || customer.name !== name)
      await stripe.customers.update(customer.id, { email: email ?? "", name });
    return customer.id;
  };
}

function createCharges(stripe: Stripe, log: Log): Pick<Processor, "charge" | "readCharge" | "cancelCharge"> {
  const read = (paymentId: string) => stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });

  async function findByKey(customer: string, key: string): Promise<Stripe.PaymentIntent | undefined> {
    const made = await stripe.paymentIntents.list({ customer, limit: LIST_LIMIT, expand: ["data.latest_charge"] });
    return made.data.find((intent) => intent.metadata[CHARGE_KEY] === key);
  }

  return {
    async charge(input) {
      assert(input.amount_minor > 0n && input.amount_minor <= BigInt(Number.MAX_SAFE_INTEGER), "an amount to charge");
      assert(input.statement.length <= 22, "a statement of at most 22 characters");
      const before = await findByKey(input.customer_id, input.idempotency_key);
      if (before) return toResult(before);
      try {
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
      return { ...toResult(intent), amount_minor: BigInt(intent.amount), metadata: intent.metadata };
    },
  };
}

function createCards(
  stripe: Stripe,
): Pick<Processor, "startSetup" | "readSetup" | "readCard" | "listCards" | "detachCard"> {
  return {
    async startSetup({ customer_id, idempotency_key }) {
      const intent = await stripe.setupIntents.create(
        { customer: customer_id, usage: "off_session", allowed_payment_method_types: ["card"] },
        { idempotencyKey: idempotency_key },
      );
      assert(intent.client_secret, `setup ${intent.id} without a secret`);
      return { setup_id: intent.id, client_secret: intent.client_secret };
    },
    async readSetup(setupId) {
      const intent = await stripe.setupIntents.retrieve(setupId);
      return {
        // Without a card, or with one that was not confirmed, it waits for one.
        state: SETUP_STATES.find((state) => state === intent.status) ?? "requires_payment_method",
        payment_method_id: idOf(intent.payment_method),
        customer_id: idOf(intent.customer),
      };
    },
    readCard: async (paymentMethodId) => toFace(await stripe.paymentMethods.retrieve(paymentMethodId)),
    async listCards(customerId) {
      const faces: CardFace[] = [];
      for await (const method of stripe.paymentMethods.list({ customer: customerId, type: "card", limit: LIST_LIMIT }))
        faces.push(toFace(method));
      return faces;
    },
    async detachCard(paymentMethodId) {
      const method = await stripe.paymentMethods.retrieve(paymentMethodId);
      if (method.customer !== null) await stripe.paymentMethods.detach(paymentMethodId);
    },
  };
}

function createWebhooks(stripe: Stripe, secrets: string[], log: Log): Processor["readWebhook"] {
  return (raw, signature) => {
    for (const secret of secrets) {
      try {
        return toEvent(stripe.webhooks.constructEvent(raw, signature, secret, WEBHOOK_AGE_SECONDS));
      } catch (error) {
        // The library fails in several ways on what it cannot read; none of them is a signed message.
        const signed = error instanceof Stripe.errors.StripeSignatureVerificationError ? null : error;
        if (signed) log.info({ err: signed }, "a webhook that cannot be read");
      }
    }
    log.warn("a webhook that Stripe did not sign, or too old");
    return null;
  };
}

/** Failures come as `OutgoingError`; declines are results. */
function withNamedErrors<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await call(...args);
    } catch (error) {
      throw outgoing(error);
    }
  };
}

export function createStripeProcessor(config: StripeSettings, log: Log, limits: Limits = {}): Processor {
  const stripe = createLibrary(config, limits);
  const charges = createCharges(stripe, log);
  const cards = createCards(stripe);
  const secrets = config.STRIPE_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
  return {
    ensureCustomer: withNamedErrors(createCustomers(stripe)),
    startSetup: withNamedErrors(cards.startSetup),
    readSetup: withNamedErrors(cards.readSetup),
    readCard: withNamedErrors(cards.readCard),
    listCards: withNamedErrors(cards.listCards),
    detachCard: withNamedErrors(cards.detachCard),
    forgetCustomer: withNamedErrors(async (customerId) => {
      const customer = await stripe.customers.retrieve(customerId);
      if (!customer.deleted) await stripe.customers.del(customerId);
    }),
    charge: withNamedErrors(charges.charge),
    readCharge: withNamedErrors(charges.readCharge),
    cancelCharge: withNamedErrors(charges.cancelCharge),
    refund: withNamedErrors(async ({ payment_id, amount_minor, idempotency_key }) => {
      const refund = await stripe.refunds.create(
        { payment_intent: payment_id, amount: Number(amount_minor) },
        { idempotencyKey: idempotency_key },
      );
      return { refund_id: refund.id };
    }),
    readWebhook: createWebhooks(stripe, secrets, log),
    async *balance(since) {
      const rows: Stripe.BalanceTransaction[] = [];
      try {
        const gte = Math.floor(since.getTime() / 1_000);
        const list = stripe.balanceTransactions.list({ created: { gte }, limit: LIST_LIMIT, expand: ["data.source"] });
        for await (const row of list) rows.push(row);
      } catch (error) {
        throw outgoing(error);
      }
      // Stripe lists the newest first.
      for (const row of rows.reverse()) yield toEntry(row);
    },
  };
}
