/** What mails say of purchases, parcels, refunds and bookings. Money in minor units of its own currency; days as YYYY-MM-DD. */

/** Who says so: a valid DKIM signature of the store's own domain, the provider of a linked mailbox, or nobody. */
export const MAIL_PROOFS = ["signed", "linked", "none"] as const;
export type MailProof = (typeof MAIL_PROOFS)[number];

/** A store as the mail names it; `merchant_id` where the catalogue knows it by its domain. */
export type MailStore = { merchant_id: string | null; name: string; domain: string };

export type OrderedItem = {
  name: string;
  quantity: number;
  /** Price of one, before shipping and tax; null where the mail does not say. */
  unit_minor: bigint | null;
  url: string | null;
};

export type OrderFact = {
  kind: "order";
  order_number: string;
  ordered_on: string;
  currency: string;
  total_minor: bigint | null;
  shipping_minor: bigint | null;
  items: readonly OrderedItem[];
  /** The last day that the store promised to bring it by. */
  promised_by: string | null;
};

export type ShipmentFact = {
  kind: "shipment";
  order_number: string | null;
  tracking_number: string | null;
  /** As the mail names it, "UPS"; the number itself decides. */
  carrier_name: string | null;
  tracking_url: string | null;
  shipped_on: string | null;
  expected_from: string | null;
  expected_by: string | null;
  step: "shipped" | "out_for_delivery" | "delivered";
  items: readonly OrderedItem[];
};

export type RefundFact = {
  kind: "refund";
  order_number: string | null;
  currency: string;
  amount_minor: bigint;
  refunded_on: string;
};

/** Paid for something that is no order of goods: a ride, a month of a service, a delivery. */
export type ReceiptFact = { kind: "receipt"; currency: string; total_minor: bigint; paid_on: string };

type Booking = {
  reservation_number: string;
  /** Hotel or rental company. */
  name: string;
  place: string;
  /** ISO 3166-1 alpha-2; null where the mail does not say. */
  country: string | null;
  currency: string;
  total_minor: bigint;
  /** Local time of the place, YYYY-MM-DDTHH:MM; null: never free, or not said. */
  cancel_free_until: string | null;
};
export type StayFact = Booking & {
  kind: "stay";
  check_in: string;
  check_out: string;
  room: string;
  /** "Breakfast included" and its like, as the mail says it; null where it does not. */
  board: string | null;
  adults: number;
};
/** Times are local to the place, YYYY-MM-DDTHH:MM. */
export type CarFact = Booking & {
  kind: "car";
  pick_up_at: string;
  drop_off_at: string;
  drop_off_place: string;
  car_class: string;
};

export type FactContent = OrderFact | ShipmentFact | RefundFact | ReceiptFact | StayFact | CarFact;

/** One thing that one mail says. */
export type MailFact = {
  fact_id: string;
  mail_id: string;
  user_id: string;
  proof: MailProof;
  /** When the mail was sent, by its provider or its signed date. */
  sent_at: Date;
  store: MailStore;
  content: FactContent;
};
