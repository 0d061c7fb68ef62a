/** Which addition to its cash back an order gets, and how much. Pure: no clock, no database. */
import type { BoostTerms, BoostType, Benefits as BrandBenefits } from "../../../brands/benefits.ts";

export const BOOST_TRANSITIONS = {
  pending: ["earned", "reversed"],
  earned: ["pending", "reversed"],
  reversed: ["pending", "earned"],
} as const satisfies Record<string, readonly string[]>;
export type BoostState = keyof typeof BOOST_TRANSITIONS;

export type Chosen = { type: BoostType; campaign_id: string | null; extra_bps: number; month_minor: bigint };

/** The months of a membership that an order falls into, and what it is. `day`: the order's, in the membership's own zone. */
export type Bought = { day: string; tier: BoostTerms["tiers"][number]; category: string | null };

const fits = (terms: BoostTerms, { tier, category }: Bought): boolean =>
  terms.tiers.includes(tier) &&
  (terms.categories === null || (category !== null && terms.categories.includes(category)));

/** All that a brand's membership adds to such an order, the most first; of equals the one that is named first. */
export function boostsFor(benefits: BrandBenefits, bought: Bought): Chosen[] {
  const { tenpercent, smarttravel } = benefits.boosts;
  const steady = [
    ...(smarttravel ? [{ type: "smarttravel" as const, campaign_id: null, terms: smarttravel }] : []),
    ...(tenpercent ? [{ type: "tenpercent" as const, campaign_id: null, terms: tenpercent }] : []),
  ];
  const dated = benefits.seasonal
    .filter(({ from, until }) => from <= bought.day && bought.day <= until)
    .map((terms) => ({ type: "seasonal" as const, campaign_id: terms.id, terms }));
  return [...dated, ...steady]
    .filter(({ terms }) => fits(terms, bought))
    .map(({ type, campaign_id, terms }) => ({
      type,
      campaign_id,
      extra_bps: terms.extra_bps,
      month_minor: BigInt(terms.month_minor),
    }))
    .toSorted((one, other) => other.extra_bps - one.extra_bps);
}

/** Whole cents of an order's cash back, rounded down: what is added may never be more than its share. */
export const extraOf = (back_minor: bigint, extra_bps: number): bigint => (back_minor * BigInt(extra_bps)) / 10_000n;

export type OrderStanding = { state: "parked" | "pending" | "confirmed" | "declined" | "reversed"; back_minor: bigint };

/** What an addition is when its order stands so. */
export function boostState({ state, back_minor }: OrderStanding): BoostState {
  if (back_minor <= 0n) return "reversed";
  return state === "confirmed" ? "earned" : state === "pending" ? "pending" : "reversed";
}
