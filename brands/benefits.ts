/** What a membership pays back and brings besides, by the names of SPEC §3. Amounts are cents, shares basis points. */

export const CLAIM_TYPES = [
  "shipping",
  "grocery",
  "rideshare",
  "fooddelivery",
  "scooter",
  "streaming",
  "mobilephone",
  "fuel",
  "truckrental",
] as const;
/** Rebates that are claimed with a receipt. */
export type ClaimType = (typeof CLAIM_TYPES)[number];
/** Paid back by claims: those with a receipt, and a price drop that we saw ourselves, which nobody types. */
export const PAID_TYPES = [...CLAIM_TYPES, "orderprotection"] as const;
export type PaidType = (typeof PAID_TYPES)[number];
export const BOOST_TYPES = ["tenpercent", "seasonal", "smarttravel"] as const;
/** More on top of confirmed cash back, without a claim. */
export type BoostType = (typeof BOOST_TYPES)[number];
export const BENEFIT_TYPES = [
  ...CLAIM_TYPES,
  "firstorder",
  "earnCashBack",
  "doubleCoins",
  ...BOOST_TYPES,
  "orderprotection",
] as const;
export type BenefitType = (typeof BENEFIT_TYPES)[number];

type Tier = "standard" | "plus" | "shipright";

export type ClaimTerms = {
  /** Of what was paid, so much comes back, up to the limits. */
  share_bps: number;
  claim_minor: number;
  month_minor: number;
  year_minor: number;
  /** Days after the purchase in which it can be claimed. */
  window_days: number;
  /** What is paid back: all of the receipt, what bringing or returning the goods cost, or by how much the price fell since. */
  of: "total" | "shipping" | "drop";
  /** What proves it. */
  evidence: "receipt" | "bill";
  /** Whether only the named partners of the member's country are covered, or every business of the kind. */
  partners: "named" | "any";
  countries: readonly string[];
  tiers: readonly Tier[];
  /** Up to so much a claim is paid at once when every rule holds; more is looked at by a person. */
  auto_minor: number;
};

export type BoostTerms = {
  /** Added to the member's cash back of each order, of that cash back. */
  extra_bps: number;
  month_minor: number;
  tiers: readonly Tier[];
  /** Categories of stores whose orders count; null for all. */
  categories: readonly string[] | null;
};

/** Added for orders between two civil days, both included. */
export type Campaign = BoostTerms & {
  /** Lower-case letters, figures and dashes; never used again for another one. */
  id: string;
  name: { en: string; es: string };
  from: string;
  until: string;
};

export type Benefits = {
  /** What rules alone may pay a member in thirty days, all kinds together: beyond it a person looks. */
  auto_month_minor: number;
  /** Types that are left out are not part of the brand's membership. */
  claims: Partial<Record<PaidType, ClaimTerms>>;
  boosts: Partial<Record<Exclude<BoostType, "seasonal">, BoostTerms>>;
  seasonal: readonly Campaign[];
  /**
   * A prescription savings card by contract with its administrator, free for everybody; null without one, since its numbers cannot
   * be invented. `member_prefix` stands before the member's own number.
   */
  rx: {
    administrator: string;
    bin: string;
    pcn: string | null;
    group: string;
    member_prefix: string;
    phone: string;
    url: string;
  } | null;
};

const MAIN: readonly Tier[] = ["standard", "plus"];
const US = ["US"] as const;

const claim = (
  share_bps: number,
  [claim_minor, month_minor, year_minor]: readonly [number, number, number],
  more: Partial<ClaimTerms> = {},
): ClaimTerms => ({
  share_bps,
  claim_minor,
  month_minor,
  year_minor,
  window_days: 30,
  of: "total",
  evidence: "receipt",
  partners: "named",
  countries: US,
  tiers: MAIN,
  auto_minor: claim_minor,
  ...more,
});

/** SPEC §9: shipping up to $100 a month, rideshare up to $10 a month. The rest is ours to set. */
export const BENEFITS: Benefits = {
  auto_month_minor: 3_000,
  claims: {
    shipping: claim(10_000, [2_500, 10_000, 60_000], {
      of: "shipping",
      partners: "any",
      window_days: 60,
      tiers: ["standard", "plus", "shipright"],
      auto_minor: 1_500,
    }),
    grocery: claim(500, [500, 1_000, 12_000]),
    rideshare: claim(2_000, [500, 1_000, 12_000]),
    fooddelivery: claim(1_000, [500, 1_000, 12_000]),
    scooter: claim(2_000, [250, 500, 6_000]),
    streaming: claim(2_000, [500, 500, 6_000], { evidence: "bill" }),
    mobilephone: claim(1_000, [500, 500, 6_000], { evidence: "bill" }),
    fuel: claim(500, [500, 1_000, 12_000]),
    truckrental: claim(1_000, [1_500, 1_500, 3_000], { window_days: 60 }),
  },
  boosts: {
    tenpercent: { extra_bps: 1_000, month_minor: 1_000, tiers: ["plus"], categories: null },
    smarttravel: {
      extra_bps: 2_000,
      month_minor: 2_000,
      tiers: MAIN,
      categories: ["travel-hotels", "car-rental", "transport"],
    },
  },
  seasonal: [
    {
      id: "holidays-2026",
      name: { en: "Holiday gifts", es: "Regalos de las fiestas" },
      from: "2026-11-20",
      until: "2026-12-24",
      extra_bps: 2_000,
      month_minor: 1_000,
      tiers: MAIN,
      categories: null,
    },
  ],
  rx: null,
};

/** The home brand's own: with Plus, what something costs less within 30 days comes back. */
export const HOME_BENEFITS: Benefits = {
  ...BENEFITS,
  claims: {
    ...BENEFITS.claims,
    orderprotection: claim(10_000, [2_500, 5_000, 10_000], { of: "drop", partners: "any", tiers: ["plus"] }),
  },
};
