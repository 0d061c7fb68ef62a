/**
 * Stripe, by its official library. Charges are PaymentIntents made by our own calendar; Stripe's subscriptions are not
 * used. Every writing call carries an idempotency key, and a charge is looked for before it is made, because Stripe
 * forgets keys after a day while a job may come again later.
 */
import { strict as assert } from "node:assert";
import Stripe from "stripe";
import type { Log } from "#platform/log";
import { OutgoingError } from "#platform/outgoing";
import { type HealthNote, isFault } from "#platform/provider-health";
import type { CardFace, Processor, ProcessorEvent, SetupState } from "../processor.types.ts";
import type { MembershipSettings } from "../settings.ts";
import { readBalance } from "./balance.ts";
import { createCharges } from "./charges.ts";
import { idOf } from "./ids.ts";
import { LIST_LIMIT } from "./limits.ts";
import { createRefunds } from "./refunds.ts";

export type StripeSettings = Pick<MembershipSettings, "STRIPE_API_URL" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">;
type Options = { timeout_ms?: number; retries?: number; heard?: (note: HealthNote) => Promise<void> };

const TIMEOUT_MS = 20_000;
const NETWORK_RETRIES = 2;
/** A signed message older than this is refused, so that nobody can send a recorded one again. */
const WEBHOOK_AGE_SECONDS = 300;

/** The library speaks to a host; the path of a proxy or of the sandbox is put before its own. */
function createLibrary(settings: StripeSettings, options: Options): Stripe {
  const url = new URL(settings.STRIPE_API_URL);
  const protocol = url.protocol === "http:" ? "http" : "https";
  const prefix = url.pathname.replace(/\/$/, "");
  const inner = Stripe.createNodeHttpClient();
  const heard = options.heard ?? (async () => {});
  return new Stripe(settings.STRIPE_SECRET_KEY, {
    host: url.hostname,
    port: url.port || (protocol === "http" ? "80" : "443"),
    protocol,
    timeout: options.timeout_ms ?? TIMEOUT_MS,
    maxNetworkRetries: options.retries ?? NETWORK_RETRIES,
    telemetry: false,
    httpClient: {
      getClientName: () => inner.getClientName(),
      async makeRequest(host, port, path, ...rest) {
        try {
          const response = await inner.makeRequest(host, port, prefix + path, ...rest);
          const status = response.getStatusCode();
          await heard(isFault(status) ? { fault: `answered ${status}` } : { ok: true });
          return response;
        } catch (error) {
          await heard({ fault: error instanceof Error ? error.message : "no answer" });
          throw error;
        }
      },
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

/** Refunds, disputes and charges are about a payment; everything else about itself. */
function toEvent(event: Stripe.Event): ProcessorEvent | null {
  const object = event.data.object as { id?: unknown; payment_intent?: unknown };
  const object_id = idOf(object.payment_intent) ?? idOf(object);
  if (object_id === null) return null;
  return { event_id: event.id, type: event.type, object_id, at: new Date(event.created * 1_000), raw: event };
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

export function createStripeProcessor(settings: StripeSettings, log: Log, options: Options = {}): Processor {
  const stripe = createLibrary(settings, options);
  const charges = createCharges(stripe, log);
  const cards = createCards(stripe);
  const refunds = createRefunds(stripe);
  const secrets = settings.STRIPE_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
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
    findCharge: withNamedErrors(charges.findCharge),
    refund: withNamedErrors(refunds.refund),
    findRefund: withNamedErrors(refunds.findRefund),
    readRefund: withNamedErrors(refunds.readRefund),
    readWebhook: createWebhooks(stripe, secrets, log),
    async *balance(since) {
      try {
        yield* await readBalance(stripe, since);
      } catch (error) {
        throw outgoing(error);
      }
    },
  };
}
