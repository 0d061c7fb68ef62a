/** Shapes that cash back answers with. Amounts are cents, as strings where they travel as JSON. */
import type { Network } from "#catalog";
import type { PassbookFilter } from "#platform/describer";
import type { OrderState, ReasonCode } from "./rules.ts";

/** One row of a network's report in the form that all dialects share. Amounts in cents of US dollars. */
export type NetworkRow = {
  network: Network;
  row_id: string;
  /** Rows of one order share this: CJ's originalActionId, Impact's action id, Awin's transaction id. */
  order_key: string;
  original: boolean;
  programme_id: string;
  click_id: string | null;
  order_reference: string | null;
  status: "pending" | "approved" | "declined";
  sale_minor: bigint;
  commission_minor: bigint;
  currency: string;
  reason_code: ReasonCode | null;
  ordered_at: Date;
  clicked_at: Date | null;
  /** When the network will lock the order; null when it does not say. */
  locking_at: Date | null;
};

/** A report row that cannot be read keeps its raw form and the reason. */
export type ReportRow = { row_key: string; raw: unknown };

/** What a network says that it owes us and has been paid for us, by programme; amounts in minor units of its currency. */
export type NetworkInvoice = {
  network: Network;
  invoice_id: string;
  currency: string;
  created_at: Date;
  /** When all of it had been paid to the network. */
  paid_at: Date | null;
  programmes: { programme_id: string; amount_minor: bigint }[];
};

export type EventKind =
  | "tracked"
  | "adjusted"
  | "confirmed"
  | "declined"
  | "reversed"
  | "reopened"
  | "paid"
  | "unpaid"
  | "parked"
  | "claimed";

export type OrderEntry = {
  type: "order";
  /** `ord_…` */
  id: string;
  at: string;
  merchant: { internal_name: string; name: string; logo_url: string | null; brand_hex: string | null };
  order_reference: string | null;
  spent_minor: string;
  /** "6%" or "$7.00", what was promised at the click. */
  rate_text: string;
  /** The rate that was paid in the end: where the promise was "up to", the share of the sale that came back. */
  paid_rate_text: string;
  back_minor: string;
  state: Exclude<OrderState, "parked">;
  paid: boolean;
  expected_at: string;
  confirmed_at: string | null;
  reason: { en: string; es: string } | null;
  /** The click's short reference, "TP-8F3K-2291". */
  reference: string;
  trail: TrailStop[];
  worked_out: { sale_minor: string; rate_text: string; commission_based: boolean; back_minor: string };
};

export type TrailStop = {
  kind: "clicked" | "ordered" | EventKind | "available" | "expected";
  state: "done" | "now" | "next" | "failed";
  at: string | null;
  amount_minor: string | null;
  reason: { en: string; es: string } | null;
  /** Facts for the sentence of this stop. */
  facts: Record<string, string>;
};

/** What all orders of a member are together, by the filters of the passbook. */
export type OrderSummary = {
  /** `paid`: what payouts carried of these orders, also of those they have not paid whole. */
  sums: ReadonlyMap<PassbookFilter, { n: bigint; back: bigint; spent: bigint; paid: bigint }>;
  /** The pending order that is due next. */
  next: { back_minor: bigint; merchant_name: string; expected_at: Date } | null;
};
