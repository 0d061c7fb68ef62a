/** What becomes of what providers tell, and what a payout is worth in coins. Pure: no clock, no database. */
import { civilDate } from "#platform/clock";
import type { ToldReason } from "./provider.types.ts";

export const REWARD_STATES = ["pending", "held", "credited", "reversed", "refused"] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/**
 * What a reward may become. What was taken back stays so: a provider that pays after all does it anew. What was refused can be
 * credited by a second look, unless the provider has taken it back since.
 */
export const REWARD_TRANSITIONS = {
  pending: ["held", "credited", "reversed"],
  held: ["credited", "reversed", "refused"],
  credited: ["reversed"],
  reversed: [],
  refused: ["credited", "reversed"],
} as const satisfies Record<RewardState, readonly RewardState[]>;

export const CLAIM_STATES = ["waiting", "sent", "paid", "refused"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
export const CLAIM_TRANSITIONS = {
  waiting: ["sent", "paid", "refused"],
  sent: ["paid", "refused"],
  paid: [],
  refused: ["paid"],
} as const satisfies Record<ClaimState, readonly ClaimState[]>;

/** Named rules by which coins wait for a person. Each is told to the member by its name. */
export const HOLD_RULES = [
  "pays_less",
  "pays_more",
  "unknown_offer",
  "unknown_step",
  "goal_twice",
  "too_soon",
  "pace",
  "daily_cap",
  "other_account",
] as const;
export type HoldRule = (typeof HOLD_RULES)[number];

/** Why a person refuses what was held; members read it. */
export const REFUSAL_REASONS = ["not_reached", "second_account", "not_paid", "rules_broken"] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
/** Why coins that we added ourselves were taken back. */
export const BONUS_REASONS = ["bonus_gone", "given_once"] as const;
export type RewardReason = (typeof BONUS_REASONS)[number] | ToldReason | HoldRule | RefusalReason;

/** What a member gets of a payout, by the brand's share; a plus member's is the second. */
export type CoinShares = {
  coins_per_dollar: number;
  coin_share_bps: number;
  coin_plus_share_bps: number;
  /** For whoever is turned away halfway through a survey; 0 for none. */
  screened_out_coins: number;
  /** For our own first survey, once an account. */
  onboarding_survey_coins: number;
};

/** A brand's shares of a provider's pay, of which only a part counts. Rounded up: what is small is not nothing. */
export const sharesOf = <Shares extends CoinShares>(brand: Shares, pay_share_bps: number): Shares => ({
  ...brand,
  coin_share_bps: partOf(brand.coin_share_bps, pay_share_bps),
  coin_plus_share_bps: partOf(brand.coin_plus_share_bps, pay_share_bps),
});
export const partOf = (share_bps: number, pay_share_bps: number): number =>
  Math.ceil((share_bps * pay_share_bps) / 10_000);

/** A provider's day, by which its coins are bounded, is one of UTC. */
export const dayStart = (now: Date): Date => new Date(`${civilDate(now)}T00:00:00Z`);

/** Whole coins of so many millionths of a dollar, rounded down. */
export const coinsOf = (micros: bigint, shares: CoinShares, plus: boolean): bigint =>
  coinsByShare(micros, plus ? shares.coin_plus_share_bps : shares.coin_share_bps, shares);

/** The same by a share that was agreed. */
export const coinsByShare = (
  micros: bigint,
  share_bps: number,
  { coins_per_dollar }: Pick<CoinShares, "coins_per_dollar">,
): bigint => (micros * BigInt(share_bps) * BigInt(coins_per_dollar)) / 10_000_000_000n;

/** Cents of so many millionths of a dollar, rounded half up: what a provider owes us in the books. */
export const centsOf = (micros: bigint): bigint => (micros + 5_000n) / 10_000n;

/** A payout that differs by more than a tenth from what was agreed is another one. */
const TOLERANCE_BPS = 1_000n;
/** A goal that nobody reaches so soon after setting out. */
const SOONEST_SECONDS = 20;
/** More than so many rewards in an hour is no person. */
export const MAX_REWARDS_IN_AN_HOUR = 30;
/** No survey pays more than this: 25 dollars. */
export const MAX_SURVEY_MICROS = 25_000_000n;

/** What was agreed about one goal, or shown of one survey. */
export type Agreed = { coins: bigint; payout_micros: bigint };

/**
 * What was not agreed is reckoned by the provider's word, up to its bound. `hold`: why a person looks first all the same; without
 * a bound one always does.
 */
export function weighUnagreed(
  bound: bigint | null,
  paid_micros: bigint,
  worth: (micros: bigint) => bigint,
  hold: HoldRule | null,
): Weighed {
  if (bound === null) return { coins: worth(paid_micros), hold: "unknown_offer" };
  const more = paid_micros > bound;
  return { coins: worth(more ? bound : paid_micros), hold: hold ?? (more ? "pays_more" : null) };
}

export type Weighed = { coins: bigint; hold: HoldRule | null };

/**
 * What a provider's payout brings the member. Agreed coins hold whenever the provider pays about what it promised. When it
 * pays much less, the member's share of that waits for a person; when it says much more, the agreed coins do.
 */
export function weigh(agreed: Agreed, paid_micros: bigint | null, worth: (micros: bigint) => bigint): Weighed {
  if (paid_micros === null) return { coins: agreed.coins, hold: null };
  if (paid_micros * 10_000n < agreed.payout_micros * (10_000n - TOLERANCE_BPS))
    return { coins: worth(paid_micros) < agreed.coins ? worth(paid_micros) : agreed.coins, hold: "pays_less" };
  if (paid_micros * 10_000n > agreed.payout_micros * (10_000n + TOLERANCE_BPS))
    return { coins: agreed.coins, hold: "pays_more" };
  return { coins: agreed.coins, hold: null };
}

export const isTooSoon = (startedAt: Date | null, now: Date): boolean =>
  startedAt !== null && now.getTime() - startedAt.getTime() < SOONEST_SECONDS * 1_000;

/** What a reward holds for its member, in coins. */
export function heldOf(state: RewardState, coins: bigint): { pending: bigint; confirmed: bigint } {
  if (state === "pending" || state === "held") return { pending: coins, confirmed: 0n };
  if (state === "credited") return { pending: 0n, confirmed: coins };
  return { pending: 0n, confirmed: 0n };
}

/** Days in which a provider is to answer a claim, as most of them promise. */
export const CLAIM_ANSWER_DAYS = 14;
/** Where nothing was learned yet: a goal without a day of its own is late after this. */
export const DEFAULT_LATE_HOURS = 72;

/** When a goal is late: by what was learned of others, else a default; never before its own last day has passed. */
export function lateAfterHours(learned: { late_hours: number | null; credited: number } | undefined): number {
  // Of a few nothing can be learned.
  if (!learned || learned.late_hours === null || learned.credited < 5) return DEFAULT_LATE_HOURS;
  return Math.max(learned.late_hours, 1);
}
