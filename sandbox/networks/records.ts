import type { NetworkName } from "../world.ts";

export interface Click {
  id: string;
  network: NetworkName;
  programme_id: string;
  merchant: string;
  sub1: string;
  sub2: string;
  sub3: string;
  shared: string;
  destination: string;
  at: number;
}

export interface OrderItem {
  sku: string;
  name: string;
  category: string;
  quantity: number;
  /** Price of all pieces together, in cents, before the order's discount. */
  amount: number;
}

export type OrderState = "pending" | "approved" | "reversed";

/** One conversion as the sandbox keeps it; each network shows it in its own dialect. */
export interface Order {
  network: NetworkName;
  id: string;
  programme_id: string;
  merchant: string;
  click_id: string | null;
  click_at: number | null;
  sub1: string;
  sub2: string;
  sub3: string;
  shared: string;
  order_ref: string;
  currency: string;
  amount: number;
  payout: number;
  first_amount: number;
  first_payout: number;
  discount: number;
  coupon: string | null;
  items: string;
  state: OrderState;
  reason: string | null;
  extended: number;
  amended: number;
  amend_reason: string | null;
  amended_at: number | null;
  hold: number;
  event_at: number;
  created_at: number;
  updated_at: number;
  locking_at: number;
  validated_at: number | null;
  cleared_at: number | null;
}

export interface ImpactUpdate {
  id: number;
  action_id: string;
  at: number;
  state: string;
  detail: string;
  reason: string | null;
  amount: number;
  payout: number;
  delta_amount: number;
  delta_payout: number;
}

export interface CjCommission {
  id: number;
  action_id: string;
  original: number;
  status: "new" | "extended" | "locked" | "closed";
  posting_at: number;
  amount: number;
  payout: number;
  reason: string | null;
  items: string;
}

export function itemsOf(row: { items: string }): OrderItem[] {
  return JSON.parse(row.items) as OrderItem[];
}

/** Reasons each network gives for taking an order back; the first is used when none is named. */
export const REASONS: Record<NetworkName, readonly [string, ...string[]]> = {
  impact: [
    "ITEM_RETURNED",
    "ITEM_OUT_OF_STOCK",
    "ORDER_ERROR",
    "ORDER_UPDATE",
    "CONS_FRAUD",
    "CONS_INFO_INVALID",
    "NOT_COMPLIANCE_TERMS",
    "CREDITED_DIFFERENT_MP",
    "PUB_ACT_DISPUTE",
    "ADV_ACT_DISPUTE",
    "TEST_ACTION",
    "RESET",
    "OTHER",
  ],
  cj: [
    "RETURNED_MERCHANDISE",
    "INVALID_CREDIT_CARD",
    "DUPLICATED_ORDER",
    "CANT_SHIP_OR_SOLD_OUT",
    "UNQUALIFIED_LEAD",
    "BAD_DEBT",
    "BANKRUPTCY",
    "COMPLIANCE",
    "BOOKING_CANCELED",
    "OTHER_REASON",
  ],
  awin: [
    "Item returned",
    "Order cancelled",
    "Duplicate order",
    "Failed credit check",
    "Out of stock",
    "Breach of programme terms",
    "Other",
  ],
};
