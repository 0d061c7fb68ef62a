/** When coins of ours are added to what members earn. Pure: what somebody has earned decides, and no callback's order. */
import { civilDate } from "#platform/clock";
import type { RewardState } from "./rules.ts";

export const BONUSES = ["first_offer", "days_5", "days_10", "days_20"] as const;
export type BonusName = (typeof BONUSES)[number];

/** Days with coins in a month that a bonus asks for; null for the one of the first offer. They need not follow each other. */
export const BONUS_DAYS: Readonly<Record<BonusName, number | null>> = {
  first_offer: null,
  days_5: 5,
  days_10: 10,
  days_20: 20,
};

/** Coins of one bonus, and of a month's budget, that an operator sets alone; above either a second person agrees. */
export const BONUS_ALONE = { coins: 10_000n, month_cap: 100_000n } as const;

export const needsSecond = ({ coins, month_cap }: { coins: bigint; month_cap: bigint }): boolean =>
  coins > BONUS_ALONE.coins || month_cap > BONUS_ALONE.month_cap;

/** A month of UTC such as `2027-03`, by which days and budgets are counted. */
export const monthOf = (at: Date): string => civilDate(at).slice(0, 7);
export const monthSpan = (month: string): { from: Date; to: Date } => {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
};

/** What a member has earned: by offers at all, and on how many days of a month; `sure` is confirmed, `all` what waits as well. */
export type Earned = { offers: { sure: number; all: number }; days: { sure: number; all: number } };

/** What a bonus should hold now: confirmed, waiting as what it follows waits, or nothing. */
export function dueOf(name: BonusName, earned: Earned): "credited" | "pending" | null {
  const need = BONUS_DAYS[name] ?? 1;
  const { sure, all } = BONUS_DAYS[name] === null ? earned.offers : earned.days;
  return sure >= need ? "credited" : all >= need ? "pending" : null;
}

/** A bonus that a member has: where it is given once in a span, the first of several that counts. */
export const COUNTING: ReadonlySet<RewardState> = new Set<RewardState>(["pending", "held", "credited"]);
