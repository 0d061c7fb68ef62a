/** Movements on Stripe's balance. */
import type Stripe from "stripe";
import type { BalanceEntry } from "../processor.types.ts";
import { idOf } from "./ids.ts";
import { LIST_LIMIT } from "./limits.ts";

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
  topup: "payout",
  topup_reversal: "payout",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
};

function toEntry(row: Stripe.BalanceTransaction): BalanceEntry {
  const dispute = row.reporting_category.startsWith("dispute");
  const kind = dispute ? "dispute" : (BALANCE_KINDS[row.type] ?? "other");
  return {
    entry_id: row.id,
    kind,
    payout_id: kind === "payout" ? (idOf(row.source) ?? row.id) : null,
    payment_id: idOf((row.source as { payment_intent?: unknown } | null)?.payment_intent),
    amount_minor: BigInt(row.amount),
    fee_minor: BigInt(row.fee),
    at: new Date(row.created * 1_000),
  };
}

/** Movements since an instant, oldest first: Stripe lists the newest first. */
export async function readBalance(stripe: Stripe, since: Date): Promise<BalanceEntry[]> {
  const gte = Math.floor(since.getTime() / 1_000);
  const rows: Stripe.BalanceTransaction[] = [];
  const list = stripe.balanceTransactions.list({ created: { gte }, limit: LIST_LIMIT, expand: ["data.source"] });
  for await (const row of list) rows.push(row);
  return rows.reverse().map(toEntry);
}
