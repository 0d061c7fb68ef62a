import type { World } from "../world.ts";
import { every, find, keep, newId, page, seconds, shown, type Thing } from "./book.ts";
import { type Decline, declineMessage } from "./cards.ts";
import { customerOf } from "./customers.ts";
import { tell } from "./events.ts";
import { type Form, isTrue, metadata, part, text } from "./form.ts";
import { type Charge, enterCharge } from "./money.ts";
import { attach, behaviourOf, type PaymentMethod, resolveMethod } from "./payment-methods.ts";
import { missing, Refusal, wrong } from "./refusal.ts";
import { allowedTypes, methodFrom, nextAction } from "./setup-intents.ts";
import { type NextCharge, steeringOf } from "./steering.ts";

export type PaymentIntent = Thing & {
  amount: number;
  status: string;
  client_secret: string;
  customer: string | null;
  payment_method: string | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  statement_descriptor_suffix: string | null;
  setup_future_usage: string | null;
};

export function paymentOf(world: World, id: string): PaymentIntent {
  const intent = find<PaymentIntent>(world, id, "payment_intent");
  if (!intent) throw missing("payment_intent", id, "intent");
  return intent;
}

const MIN_CENTS = 50;

function checkStatement(form: Form): string | null {
  if (text(form, "statement_descriptor") !== undefined)
    throw wrong(
      "Cards and some other payment methods no longer support the `statement_descriptor` parameter for PaymentIntents. Please use the `statement_descriptor_suffix` parameter instead.",
      { param: "statement_descriptor" },
    );
  const suffix = text(form, "statement_descriptor_suffix");
  if (suffix === undefined) return null;
  if (suffix.length > 22 || !/[A-Za-z]/.test(suffix) || /[<>\\'"*]/.test(suffix))
    throw wrong("The statement descriptor suffix is invalid.", { param: "statement_descriptor_suffix" });
  return suffix;
}

export function createPayment(world: World, form: Form): PaymentIntent {
  const amount = Number(text(form, "amount"));
  if (!Number.isInteger(amount)) throw wrong("Invalid integer: amount", { param: "amount" });
  if (amount < MIN_CENTS)
    throw wrong("Amount must be at least $0.50 usd", { param: "amount", code: "amount_too_small" });
  if (text(form, "currency")?.toLowerCase() !== "usd") throw wrong("Invalid currency", { param: "currency" });
  const customer = text(form, "customer");
  if (customer !== undefined) customerOf(world, customer, "customer", 400);
  const suffix = checkStatement(form);
  const method = text(form, "payment_method");
  const resolved = method === undefined ? undefined : resolveMethod(world, method);
  const id = newId("pi");
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    created: seconds(world),
    allowed_payment_method_types: allowedTypes(form),
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${newId("k").slice(2)}`,
    confirmation_method: "automatic",
    currency: "usd",
    customer: customer ?? null,
    description: text(form, "description") ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadata(form),
    next_action: null,
    on_behalf_of: null,
    payment_method: resolved?.id ?? null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure:
          text(part(part(form, "payment_method_options"), "card"), "request_three_d_secure") ?? "automatic",
      },
    },
    payment_method_types: ["card"],
    processing: null,
    receipt_email: text(form, "receipt_email") ?? null,
    review: null,
    setup_future_usage: text(form, "setup_future_usage") ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffix,
    status: resolved ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  keep(world, intent);
  tell(world, "payment_intent.created", intent);
  return isTrue(form, "confirm") ? confirmPayment(world, id, form) : intent;
}

type Outcome = { status: "succeeded" } | { status: "failed"; decline: Decline } | { status: "pending" };

function writeCharge(world: World, intent: PaymentIntent, method: PaymentMethod, outcome: Outcome): Charge {
  const failed = outcome.status === "failed" ? outcome.decline : null;
  // A rule of the account is not the bank's advice: what says so is the outcome alone.
  const byRule = failed?._rule === true;
  const blocked = byRule || failed?.decline_code === "fraudulent";
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    created: seconds(world),
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: `TUPPENCE* ${intent.statement_descriptor_suffix ?? ""}`.slice(0, 22).trim(),
    captured: !failed,
    currency: "usd",
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed?.code ?? null,
    failure_message: failed ? declineMessage(failed) : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      advice_code: !failed || byRule ? null : blocked ? "do_not_try_again" : "try_again_later",
      network_advice_code: null,
      network_decline_code: failed && !blocked ? "05" : null,
      network_status: blocked ? "not_sent_to_network" : failed ? "declined_by_network" : "approved_by_network",
      reason: byRule ? "rule" : blocked ? "highest_risk_level" : (failed?.decline_code ?? failed?.code ?? null),
      risk_level: blocked ? "highest" : "normal",
      seller_message: failed ? "The bank returned a decline." : "Payment complete.",
      type: blocked ? "blocked" : failed ? "issuer_declined" : "authorized",
    },
    paid: outcome.status === "succeeded",
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: shown(method.card), type: "card" },
    receipt_email: intent.receipt_email,
    refunded: false,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: outcome.status,
  };
  if (outcome.status === "succeeded") charge.balance_transaction = enterCharge(world, charge).id;
  keep(world, charge);
  return charge;
}

function refuse(world: World, intent: PaymentIntent, method: PaymentMethod, decline: Decline, charge: Charge | null) {
  const message = declineMessage(decline);
  const base = { type: "card_error" as const, message, ...decline, ...(charge ? { charge: charge.id } : {}) };
  const failed: PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    last_payment_error: { ...base, payment_method: shown(method) },
  };
  keep(world, failed);
  if (charge) tell(world, "charge.failed", charge);
  tell(world, "payment_intent.payment_failed", failed);
  return { failed, refusal: new Refusal(402, { ...base, payment_intent: failed, payment_method: method }) };
}

export function decline(world: World, intent: PaymentIntent, method: PaymentMethod, why: Decline): Refusal {
  const charge = writeCharge(world, intent, method, { status: "failed", decline: why });
  return refuse(world, intent, method, why, charge).refusal;
}

export function succeed(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const charge = writeCharge(world, intent, method, { status: "succeeded" });
  if (intent.setup_future_usage !== null && intent.customer !== null && method.customer === null)
    attach(world, { ...method, _known: true }, intent.customer);
  const done: PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    payment_method: method.id,
    latest_charge: charge.id,
  };
  keep(world, done);
  tell(world, "charge.succeeded", charge);
  tell(world, "payment_intent.succeeded", done);
  return done;
}

function needsOwner(method: PaymentMethod): boolean {
  const wants = behaviourOf(method)?.authentication;
  if (method.card.wallet) return false;
  return wants === "always" || (wants === "setup" && !method._known);
}

function charge(world: World, intent: PaymentIntent, method: PaymentMethod, next?: NextCharge): PaymentIntent {
  if (next?.kind === "decline") throw decline(world, intent, method, next.decline);
  const declines = behaviourOf(method)?.declines;
  if (declines) {
    const { on: _on, ...why } = declines;
    throw decline(world, intent, method, why);
  }
  if (next?.kind === "processing") {
    const waiting = { ...intent, status: "processing", payment_method: method.id, next_action: null };
    keep(world, waiting);
    tell(world, "payment_intent.processing", waiting);
    return waiting;
  }
  const done = succeed(world, intent, method);
  if (next?.kind === "lost") throw new Refusal(500, { type: "api_error", message: "An unknown error occurred." });
  return done;
}

export function confirmPayment(world: World, id: string, form: Form): PaymentIntent {
  const before = paymentOf(world, id);
  if (["succeeded", "canceled", "processing"].includes(before.status))
    throw wrong(`You cannot confirm this PaymentIntent because it has a status of ${before.status}.`, {
      code: "payment_intent_unexpected_state",
    });
  const method = methodFrom(world, form, before.payment_method);
  if (method._detached)
    throw wrong(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.",
    );
  if (before.customer !== method.customer && (method.customer !== null || isTrue(form, "off_session")))
    throw wrong("The payment method does not belong to the customer of this PaymentIntent.", {
      param: "payment_method",
    });
  const intent = { ...before, payment_method: method.id };
  const next = steeringOf(world).charges.shift();
  if (needsOwner(method) || next?.kind === "authentication") {
    if (isTrue(form, "off_session") || isTrue(form, "error_on_requires_action"))
      throw refuse(
        world,
        intent,
        method,
        { code: "authentication_required", decline_code: "authentication_required" },
        null,
      ).refusal;
    const asking = { ...intent, status: "requires_action", next_action: nextAction(world, intent) };
    keep(world, asking);
    tell(world, "payment_intent.requires_action", asking);
    return asking;
  }
  return charge(world, intent, method, next);
}

export function answerPayment(world: World, intent: PaymentIntent, approved: boolean): void {
  if (intent.status !== "requires_action" || intent.payment_method === null) return;
  const method = resolveMethod(world, intent.payment_method);
  if (!approved) {
    refuse(world, intent, method, { code: "payment_intent_authentication_failure" }, null);
    return;
  }
  try {
    charge(world, intent, method);
  } catch (error) {
    // The refusal stands in the intent already, which is where the page looks.
    if (!(error instanceof Refusal)) throw error;
  }
}

export function cancelPayment(world: World, id: string, form: Form): PaymentIntent {
  const intent = paymentOf(world, id);
  if (["succeeded", "canceled", "processing"].includes(intent.status))
    throw wrong(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: "payment_intent_unexpected_state",
    });
  const reason = text(form, "cancellation_reason") ?? null;
  const canceled = { ...intent, status: "canceled", canceled_at: seconds(world), cancellation_reason: reason };
  keep(world, canceled);
  tell(world, "payment_intent.canceled", canceled);
  return canceled;
}

export function listPayments(world: World, query: Form) {
  const customer = text(query, "customer");
  const rows = every<PaymentIntent>(world, "payment_intent").filter(
    (intent) => customer === undefined || intent.customer === customer,
  );
  return page(rows, query, "/v1/payment_intents");
}
