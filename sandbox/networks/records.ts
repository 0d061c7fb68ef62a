export interface Click {
  id: string;
  network: string;
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
  network: string;
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

export function itemsOf(row: { items: string }): OrderItem[] {
  return JSON.parse(row.items) as OrderItem[];
}
