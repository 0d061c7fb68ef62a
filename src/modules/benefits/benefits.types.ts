/** What screens see of benefits. Amounts are cents as text, days are civil days, ids public ids; words come in both languages. */

import type { CivilDate } from "#platform/clock";
import type { InWords } from "#platform/describer";
import type { BenefitType, ClaimType, PaidType } from "../../../brands/benefits.ts";

export type { BenefitType, ClaimType, PaidType } from "../../../brands/benefits.ts";

/**
 * `asked`: one precise thing is missing, and the member has until a day to bring it. `approved`: agreed to, and paid when the
 * first month of the membership is. `paid`: in the passbook.
 */
export const CLAIM_TRANSITIONS = {
  reading: ["review", "asked", "approved", "paid", "denied", "withdrawn"],
  review: ["asked", "approved", "paid", "denied", "withdrawn"],
  asked: ["reading", "review", "approved", "paid", "denied", "withdrawn", "expired"],
  approved: ["paid", "reversed", "withdrawn"],
  paid: ["reversed"],
  denied: ["appealed"],
  appealed: ["approved", "paid", "denied_final"],
  denied_final: [],
  expired: [],
  withdrawn: [],
  reversed: [],
} as const satisfies Record<string, readonly string[]>;
export type ClaimState = keyof typeof CLAIM_TRANSITIONS;

/** Why a claim was refused or taken back, or what is asked for: a closed list, each with what would change it. */
export const CLAIM_REASONS = [
  "outside_window",
  "cap_reached",
  "not_member_then",
  "not_covered",
  "no_proof_of_payment",
  "unreadable",
  "amount_mismatch",
  "date_mismatch",
  "merchant_mismatch",
  "already_claimed",
  "claimed_elsewhere",
  "refunded_by_store",
  "altered",
  "country_not_covered",
  "membership_not_paid",
] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

/** Why a benefit cannot be used at this moment. */
export const CLOSED_REASONS = ["no_membership", "other_plan", "paused", "country", "used_up", "not_open"] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

export type BenefitPartner = {
  name: string;
  domain: string | null;
  /** Of our catalog, when it is there too. */
  internal_name: string | null;
  logo_url: string | null;
};

export type BenefitCard = {
  type: BenefitType;
  kind: "claim" | "boost" | "share" | "reward" | "watch";
  name: InWords;
  /** What it pays for or brings, in a sentence. */
  about: InWords;
  /** Null for what has no limit of its own. */
  limit: { month_minor: string; used_minor: string; left_minor: string } | null;
  /** What it has brought this member so far: cents, or coins for `doubleCoins`. */
  brought: { unit: "USD" | "COIN"; amount: string };
  /** Null when it can be used now. */
  closed: ClosedReason | null;
  /** At most 4. */
  partners: readonly BenefitPartner[];
  /** Where it is used, for those that are not claimed here. */
  href: string | null;
};

export type BenefitLeft = Pick<BenefitCard, "type" | "name"> & { left_minor: string };

export type ClaimRow = {
  claim_id: string;
  /** What people tell us to find it: eight letters and figures. */
  reference: string;
  type: PaidType;
  merchant: string;
  purchased_on: string;
  sent_at: string;
  /** What was paid for, and what comes back of it. */
  paid_minor: string;
  rebate_minor: string;
  state: ClaimState;
  /** The day by which it is answered, or until which something is asked for; null when nothing is awaited. */
  answer_by: string | null;
  reason: (InWords & { code: ClaimReason; change: InWords }) | null;
};

export type ClaimPage = ClaimRow & {
  /** The part that fits under the limits, when it is less than the share: which limit cut it. */
  cut_by: "claim" | "month" | "year" | null;
  receipts: readonly { receipt_id: string; name: string; type: string }[];
  /** Oldest first. `words` say what happened. */
  timeline: readonly { at: string; state: ClaimState; words: InWords }[];
  may: { answer: boolean; appeal: boolean; withdraw: boolean };
  /** Last day of the appeal, when there may be one. */
  appeal_until: string | null;
  appeal: string | null;
};

export type RebateAddress = {
  line1: string;
  line2: string;
  city: string;
  region: string;
  postal_code: string;
  country: "AU" | "CA" | "GB" | "NZ" | "US";
};

export type BenefitsPage = {
  /** Whose partners are shown. */
  country: string;
  membership: { tier: "standard" | "plus" | "shipright"; trial_until: string | null; paused: boolean } | null;
  address: RebateAddress | null;
  /** Of the limits' month, in UTC: its first day, and the day from which they start again. */
  month: { from: string; again: string };
  figures: {
    claimed_minor: string;
    paid_count: number;
    checking_count: number;
    open_minor: string;
    open_count: number;
    back_minor: string;
    membership_paid_minor: string;
  };
  answer_days: number;
  benefits: readonly BenefitCard[];
  claims: readonly ClaimRow[];
  more_claims: boolean;
};

/** A purchase that a claim may begin from: an order of ours, or one that its store told of by a mail which it signed. */
export type KnownOrder = {
  /** Of the order, or of what the mail says. */
  order_id: string;
  from: "order" | "mail";
  /** All that the claim needs, or store and day alone: then a paper says the amount. */
  proves: "all" | "store and day";
  merchant: string;
  internal_name: string;
  bought_on: string;
  paid_minor: string;
};

export type BenefitPage = BenefitCard & {
  type: BenefitType;
  country: string;
  month: { from: string; again: string };
  terms: {
    share_bps: number;
    claim_minor: string;
    month_minor: string;
    year_minor: string;
    left_year_minor: string;
    window_days: number;
    of: "total" | "shipping" | "drop";
    evidence: "receipt" | "bill";
    any_partner: boolean;
    /** Earliest day of a purchase that can be claimed today. */
    earliest: string;
    today: string;
    /** When it would be answered if it were sent now and a person had to look. */
    answer_by: string;
  } | null;
  all_partners: readonly BenefitPartner[];
  orders: readonly KnownOrder[];
  claims: readonly ClaimRow[];
  trial_until: string | null;
  /** For dated campaigns: those that run or come. */
  campaigns: readonly { name: InWords; from: string; until: string; extra_bps: number; month_minor: string }[];
};

/** The prescription card as it is printed; null where the brand has no contract. */
export type RxCard = {
  administrator: string;
  bin: string;
  pcn: string | null;
  group: string;
  member: string;
  name: string;
  phone: string;
  url: string;
  /** Which wallets it can be put into. */
  wallets: { apple: boolean; google: boolean };
};

/** Whoever looks: limits and partners follow from them. */
export type BenefitReader = { user_id: string; country_code: string | null; partner: string | null; name: string };

/** A claim as it is sent. `request_key`: the same once more is the same claim. */
export type ClaimRequest = {
  user_id: string;
  request_key: string;
  type: ClaimType;
  merchant: string;
  purchased_on: string;
  paid_minor: string;
  /** Up to 4, its own; none where `order_id` proves it. */
  receipt_ids: readonly string[];
  /** As `KnownOrder` names it. */
  order_id: string | null;
};

/** What a store gave back, in cents: what is sure, and what it may be at most. */
export type Refunded = { certain: bigint; possible: bigint };
/** As a claim keeps it; `told_minor`: what it may be at most, where mails tell of more than is sure. */
export type RefundsNoted = { refunded_minor: string; told_minor?: string };

/** A purchase that a mail proves. `purchase`: its store's host and its number there, the same whichever mail tells of it. */
export type MailProven = RefundsNoted & {
  purchase: string;
  fact_id: string;
  mail_id: string;
  /** Cents. */
  total_minor: string;
  /** Its mail has no number: `purchase` is made of what it says, and may be that of two purchases. */
  by_words?: true;
};

/** By how much something fell since it was bought, as we saw it. Sums are for all pieces together, in cents. */
export type Drop = RefundsNoted & {
  /** What it is about, as protection keeps it: pays once, whatever becomes of its claim. */
  purchase: string;
  item: string;
  pieces: number;
  bought_minor: string;
  now_minor: string;
  /** When we read the lower price in our own catalogue, the first time and again. */
  first_read_at: string;
  second_read_at: string;
  /** A mail that the store signed says what was paid; else a receipt does. */
  signed: boolean;
  /** The day of the member on which it was asked for. */
  claimed_on: CivilDate;
};

/** A claim on a drop: protection alone sends it, nobody types it. The same `request_key` is the same claim. */
export type DropRequest = {
  user_id: string;
  request_key: string;
  merchant: string;
  internal_name: string;
  purchased_on: string;
  receipt_ids: readonly string[];
  drop: Drop;
};
