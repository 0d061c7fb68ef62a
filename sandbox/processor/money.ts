import type { World } from "../world.ts";
import { every, find, keep, newId, seconds, type Thing } from "./book.ts";
import { tell } from "./events.ts";
import { type Form, metadata, text } from "./form.ts";
import { missing, wrong } from "./refusal.ts";

export type Charge = Thing & {
  amount: number;
  amount_refunded: number;
  payment_intent: string;
  status: string;
  disputed: boolean;
};

/** 2.9 % and 30 cents, rounded as the processor does. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;

export function enter(
  world: World,
  entry: { type: string; category: string; amount: number; fee: number; source: string; description: string },
): Thing {
  const row: Thing = {
    id: newId("txn"),
    object: "balance_transaction",
    created: seconds(world),
    amount: entry.amount,
    available_on: seconds(world) + 2 * 86_400,
    balance_type: "payments",
    currency: "usd",
    description: entry.description,
    exchange_rate: null,
    fee: entry.fee,
    fee_details:
      entry.fee === 0
        ? []
        : [
            {
              amount: entry.fee,
              application: null,
              currency: "usd",
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: entry.amount - entry.fee,
    reporting_category: entry.category,
    source: entry.source,
    status: "pending",
    type: entry.type,
  };
  keep(world, row);
  return row;
}

export function enterCharge(world: World, charge: Charge): Thing {
  return enter(world, {
    type: "charge",
    category: "charge",
    amount: charge.amount,
    fee: feeOf(charge.amount),
    source: charge.id,
    description: "Charge",
  });
}

function chargeFor(world: World, form: Form): Charge {
  const id = text(form, "charge");
  const intentId = text(form, "payment_intent");
  if (id !== undefined) {
    const charge = find<Charge>(world, id, "charge");
    if (!charge) throw missing("charge", id, "charge", 400);
    return charge;
  }
  if (intentId === undefined) throw wrong("One of the following params should be provided: payment_intent or charge.");
  const intent = find(world, intentId, "payment_intent");
  if (!intent) throw missing("payment_intent", intentId, "payment_intent", 400);
  const charge = typeof intent.latest_charge === "string" ? find<Charge>(world, intent.latest_charge) : undefined;
  if (charge?.status !== "succeeded")
    throw wrong(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: "charge_not_refundable",
    });
  return charge;
}

export function createRefund(world: World, form: Form): Thing {
  const charge = chargeFor(world, form);
  const left = charge.amount - charge.amount_refunded;
  const amount = Number(text(form, "amount") ?? left);
  if (left === 0) throw wrong(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if (!Number.isInteger(amount) || amount <= 0) throw wrong("Invalid positive integer", { param: "amount" });
  if (amount > left)
    throw wrong(`Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`, {
      param: "amount",
    });
  if (charge.disputed) throw wrong(`Charge ${charge.id} has been charged back.`, { code: "charge_disputed" });
  const id = newId("re");
  const entry = enter(world, {
    type: "refund",
    category: "refund",
    amount: -amount,
    fee: 0,
    source: id,
    description: "REFUND FOR CHARGE",
  });
  const refund: Thing = {
    id,
    object: "refund",
    created: seconds(world),
    amount,
    balance_transaction: entry.id,
    charge: charge.id,
    currency: "usd",
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: metadata(form),
    payment_intent: charge.payment_intent,
    reason: text(form, "reason") ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  keep(world, refund);
  const refunded = charge.amount_refunded + amount;
  const changed = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  keep(world, changed);
  tell(world, "refund.created", refund);
  tell(world, "charge.refunded", changed);
  return refund;
}

/** Days later the card turns out to be closed: the money comes back to the balance, and the refund says so. */
export function failRefund(world: World, refund: Thing): Thing {
  const entry = enter(world, {
    type: "refund_failure",
    category: "refund_failure",
    amount: Number(refund.amount),
    fee: 0,
    source: refund.id,
    description: "REFUND FAILURE",
  });
  const failed: Thing = {
    ...refund,
    status: "failed",
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: entry.id,
  };
  keep(world, failed);
  const charge = find<Charge>(world, String(refund.charge), "charge");
  if (charge)
    keep(world, { ...charge, amount_refunded: charge.amount_refunded - Number(refund.amount), refunded: false });
  tell(world, "refund.failed", failed);
  tell(world, "charge.refund.updated", failed);
  return failed;
}

/** To the account's own bank: all that is there, or a part. */
export function payOut(world: World, amount?: number): Thing {
  const held = every(world, "balance_transaction").reduce((sum, row) => sum + Number(row.net), 0);
  const id = newId("po");
  const sum = amount ?? held;
  const entry = enter(world, {
    type: "payout",
    category: "payout",
    amount: -sum,
    fee: 0,
    source: id,
    description: "STRIPE PAYOUT",
  });
  const payout: Thing = {
    id,
    object: "payout",
    created: seconds(world),
    amount: sum,
    arrival_date: seconds(world) + 2 * 86_400,
    automatic: true,
    balance_transaction: entry.id,
    currency: "usd",
    description: "STRIPE PAYOUT",
    destination: newId("ba"),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    reconciliation_status: "completed",
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    type: "bank_account",
  };
  keep(world, payout);
  tell(world, "payout.paid", payout);
  return payout;
}

/** The bank did not take it: the money comes back to the balance, and the payout says so. */
export function failPayout(world: World, payout: Thing): Thing {
  const entry = enter(world, {
    type: "payout_failure",
    category: "payout_reversal",
    amount: Number(payout.amount),
    fee: 0,
    source: payout.id,
    description: "STRIPE PAYOUT FAILURE",
  });
  const failed: Thing = {
    ...payout,
    status: "failed",
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    failure_balance_transaction: entry.id,
  };
  keep(world, failed);
  tell(world, "payout.failed", failed);
  return failed;
}

export function listRefunds(world: World, query: Form): Thing[] {
  const [charge, intent] = [text(query, "charge"), text(query, "payment_intent")];
  return every(world, "refund").filter(
    (refund) =>
      (charge === undefined || refund.charge === charge) && (intent === undefined || refund.payment_intent === intent),
  );
}

const DISPUTE_FEE = 1500;

/** The cardholder's bank takes the money back until the matter is decided. */
export function openDispute(world: World, charge: Charge, reason = "fraudulent"): Thing {
  const id = newId("du");
  const entry = enter(world, {
    type: "adjustment",
    category: "dispute",
    amount: -charge.amount,
    fee: DISPUTE_FEE,
    source: id,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute: Thing = {
    id,
    object: "dispute",
    created: seconds(world),
    amount: charge.amount,
    balance_transactions: [entry],
    charge: charge.id,
    currency: "usd",
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: seconds(world) + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: "card",
      card: { brand: "visa", case_type: "chargeback", network_reason_code: "10" },
    },
    reason,
    status: "needs_response",
  };
  keep(world, dispute);
  keep(world, { ...charge, disputed: true });
  tell(world, "charge.dispute.created", dispute);
  tell(world, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(world: World, dispute: Thing, won: boolean): Thing {
  const closed: Thing = { ...dispute, status: won ? "won" : "lost" };
  if (won) {
    const entry = enter(world, {
      type: "adjustment",
      category: "dispute_reversal",
      amount: Number(dispute.amount),
      fee: -DISPUTE_FEE,
      source: dispute.id,
      description: `Chargeback reversal for ${String(dispute.charge)}`,
    });
    closed.balance_transactions = [...(dispute.balance_transactions as Thing[]), entry];
  }
  keep(world, closed);
  if (won) tell(world, "charge.dispute.funds_reinstated", closed);
  tell(world, "charge.dispute.closed", closed);
  return closed;
}
