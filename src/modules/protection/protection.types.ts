/** What screens see of protection. Amounts are cents as text, days are civil days, ids public ids. */
import type { ClaimRow, ClosedReason } from "#benefits";
import type { InWords } from "#platform/describer";

/** `re_checked`: the lower price was read twice. `asked_store`: its member sent the letter and waits for the store's answer. */
export const PRICE_TRANSITIONS = {
  watching: ["drop_found", "refunded", "window_closed", "withdrawn"],
  drop_found: ["watching", "re_checked", "refunded", "window_closed", "withdrawn"],
  re_checked: ["watching", "asked_store", "refunded", "window_closed", "withdrawn"],
  asked_store: ["refunded", "refused", "window_closed", "withdrawn"],
  refused: ["refunded", "window_closed"],
  window_closed: ["refunded"],
  refunded: ["window_closed"],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>;
export type PriceState = keyof typeof PRICE_TRANSITIONS;

export type PriceProof = "signed" | "receipt" | "none";

export type PriceWatch = {
  watch_id: string;
  state: PriceState;
  item: string;
  /** Of its page in our catalogue; null where we do not have it and so read no prices. */
  slug: string | null;
  image_url: string | null;
  store: string;
  order_number: string | null;
  bought_on: string;
  pieces: number;
  /** Of one piece. */
  paid_minor: string;
  now_minor: string | null;
  read_at: string | null;
  /** Of all pieces, once it was read twice. */
  drop_minor: string | null;
  /** What the store promises, as its pages said on a day; null where we know of no promise. */
  policy: { days: number | null; of: "own" | "returns" | "none"; source: string; checked_at: string } | null;
  store_until: string | null;
  house_until: string;
  proof: PriceProof;
  asked_on: string | null;
  store_minor: string;
  claim: ClaimRow | null;
  timeline: readonly { at: string; state: PriceState; words: InWords }[];
  /** Ready to send; null where there is nothing to ask the store for. */
  letter: { subject: InWords; text: InWords } | null;
  may: { claim: boolean; ask: boolean; answer: boolean; withdraw: boolean };
};

export type PricePage = {
  today: string;
  claims_by_itself: boolean;
  /** Whether and how far the plan pays drops; `closed` is null when it does. */
  plan: { closed: ClosedReason | null; left_minor: string; claim_minor: string; window_days: number } | null;
  figures: { watched: number; found_minor: string; brought_minor: string };
  watches: readonly PriceWatch[];
};

/** Who looks. */
export type ProtectionReader = { user_id: string; country_code: string | null; partner: string | null; name: string };

/** A booking that a mail told of. Times are local to its place; the sum in minor units of its own currency. */
export type Trip = {
  trip_id: string;
  /** Hotel or rental company. */
  name: string;
  place: string;
  reservation_number: string;
  /** YYYY-MM-DD of a stay, YYYY-MM-DDTHH:MM of a car. */
  begins: string;
  ends: string;
  /** Which room with which board, or which class of car. */
  what: string;
  people: number | null;
  currency: string;
  total_minor: string;
  cancel_free_until: string | null;
  can_cancel: boolean;
  is_over: boolean;
  signed: boolean;
  told_on: string;
};
