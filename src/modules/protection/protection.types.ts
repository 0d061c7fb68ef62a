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

/** `rebooked`: a cheaper one is booked and the old one still has to be canceled. */
export const TRIP_TRANSITIONS = {
  watching: ["drop_found", "rebooked", "deadline_passed", "withdrawn"],
  drop_found: ["watching", "re_checked", "rebooked", "deadline_passed", "withdrawn"],
  re_checked: ["watching", "rebooked", "deadline_passed", "withdrawn"],
  rebooked: ["canceled", "deadline_passed"],
  deadline_passed: ["watching", "withdrawn"],
  canceled: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>;
export type TripState = keyof typeof TRIP_TRANSITIONS;

/** Meals that a booking includes. */
export type Board = "none" | "breakfast" | "half" | "full" | "all";

/** What a hotel lacks to be compared. */
export type StayGap = "no_country" | "no_city" | "no_hotel" | "no_unit" | "no_board";
/** What a rental car lacks; `no_company`, `no_currency`: the provider's list has none of that; `no_times`: it is too early, or too short. */
export type CarGap = "no_place" | "place_unclear" | "no_class" | "no_company" | "no_currency" | "no_times";
/** Whether its price is read: `found`, or what is missing for that; `off`: there is no provider. */
export type TripMatch = "off" | "due" | "found" | StayGap | CarGap;

/** What of an offered car its member sees beside the price, and for whom it was asked. `prepaid` null: not told. */
export type OfferedCar = { company: string; car: string; at: string; prepaid: boolean | null; driver_age: number };

/** A booking. Times are local to its place; sums in minor units of its own currency. */
export type Trip = {
  trip_id: string;
  state: TripState;
  source: "mail" | "hand";
  /** Hotel or rental company. */
  name: string;
  place: string;
  /** As it was typed; empty where a mail said the place. */
  city: string;
  country: string | null;
  reservation_number: string;
  /** YYYY-MM-DD of a stay, YYYY-MM-DDTHH:MM of a car. */
  begins: string;
  ends: string;
  /** Which kind of bed, or which class of car. */
  what: string;
  board: Board | null;
  people: number | null;
  /** Of a car: airports where it is handed over and given back, another place of return (empty: the same), and its driver's age. */
  pick_up_code: string | null;
  drop_off_code: string | null;
  drop_off_place: string;
  driver_age: number | null;
  currency: string;
  total_minor: string;
  cancel_free_until: string | null;
  can_cancel: boolean;
  is_over: boolean;
  signed: boolean;
  told_on: string;
  match: TripMatch;
  /** When the provider was last asked, and its cheapest same offer then; null where it had none. */
  read_at: string | null;
  now_minor: string | null;
  /** A lower price that was read twice, and not long ago. */
  offer: {
    total_minor: string;
    saves_minor: string;
    free_until: string;
    url: string | null;
    /** Null: it is a hotel. */
    of: OfferedCar | null;
  } | null;
  rebooked: { reservation_number: string; total_minor: string; saves_minor: string } | null;
  timeline: readonly { at: string; state: TripState; words: InWords }[];
  may: { correct: boolean; rebook: boolean; cancel: boolean; withdraw: boolean };
};

export type TripsPage = {
  trips: readonly Trip[];
  /** Name of who tells prices; null: nobody does, and we remind and calculate. */
  provider: string | null;
  figures: { watched: number; found: number; saved: readonly { currency: string; minor: string }[] };
  /** For the form's first day. */
  today: string;
};
