/** What is enough to tell, and when a store tells well of orders. Pure. */
import { workingDaysAfter } from "#platform/working-days";
import type { TrackHealth } from "./promises.types.ts";

export const SPAN_DAYS = 30;
/** Stores decide slowly. */
export const STORE_SPAN_DAYS = 90;
/** Of fewer, one person's own could be told from the sum. */
export const MIN_TOLD = 10;
export const MIN_OF_STORE = { orders: 20, members: 10 } as const;
/** Of fewer decided orders nothing is said about refusals. */
const MIN_DECIDED = 10;

type Shares = { orders: number; within_day: number; confirmed: number; refused: number; median_hours: number };

/**
 * Good: nine of ten orders stand in the passbook within a day, and at most one of ten decided ones is refused. Bad: the middle
 * order takes more than three days to come, or more than three of ten are refused.
 */
export function trackHealth({ orders, within_day, confirmed, refused, median_hours }: Shares): TrackHealth {
  const decided = confirmed + refused;
  const judged = decided >= MIN_DECIDED;
  if (median_hours > 72 || (judged && refused * 10 > decided * 3)) return "bad";
  return within_day * 10 >= orders * 9 && !(judged && refused * 10 > decided) ? "good" : "fair";
}

/** Rare reasons go together: one order's reason is one person's. */
export function frequentReasons(reasons: readonly { code: string | null; orders: number }[]) {
  const told = reasons.filter(({ code, orders }) => code !== null && orders >= MIN_TOLD);
  const rest = reasons.reduce((sum, one) => sum + (told.includes(one) ? 0 : one.orders), 0);
  const sorted = told.toSorted((one, other) => other.orders - one.orders);
  return rest > 0 ? [...sorted, { code: null, orders: rest }] : sorted;
}

/** Of claims by the days on which they were sent and first answered: those whose promised day has come. */
export function answeredInTime(
  days: readonly { sent_on: string; answered_on: string | null; claims: number }[],
  promisedDays: number,
  now: Date,
) {
  const sums = { due: 0, in_time: 0 };
  for (const { sent_on, answered_on, claims } of days) {
    const due = workingDaysAfter(new Date(`${sent_on}T00:00:00Z`), promisedDays);
    const in_time = answered_on !== null && new Date(`${answered_on}T00:00:00Z`) <= due;
    if (!in_time && due >= now) continue;
    sums.due += claims;
    if (in_time) sums.in_time += claims;
  }
  return sums;
}
