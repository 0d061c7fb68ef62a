/**
 * Limits with windows ("$100 a month", "100 a day", "once a person"), held under parallel requests: the sum of a window is
 * one row, and whoever uses it waits for it. A use belongs to one cause, so that a repeat uses nothing.
 */
import { civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { addToTotal, insertUse, lockTotal, readUse, returnUse } from "./limit-store.ts";

export type Window = "day" | "month" | "year" | "ever";
/** Whole minor units, or a number of times: the limit's own unit, the same for all of its uses. */
export type LimitUse = {
  /** `<module>.<what>`, for example `rebates.shipping`. */
  limit: string;
  /** Whose: a member's id, a mailbox, a card's fingerprint. Hashed by the caller where it is personal. */
  subject: string;
  window: Window;
  most: bigint;
  amount: bigint;
  /** The one thing that uses it. */
  cause: string;
};
export type LimitRefusal = "limit_reached";

/** "2027-03-10", "2027-03", "2027" or "ever", in UTC as all instants are kept. */
export function windowOf(window: Window, now: Date): string {
  const day = civilDate(now);
  if (window === "ever") return "ever";
  return window === "day" ? day : window === "month" ? day.slice(0, 7) : day.slice(0, 4);
}

/**
 * Uses a part of a limit. `limit_reached` tells in `left` what would still have been free. The caller's transaction decides:
 * when it is undone, so is the use.
 */
export async function takeLimit(tx: Tx, use: LimitUse, now: Date): Promise<Outcome<{ left: bigint }, LimitRefusal>> {
  assert(use.amount > 0n && use.most >= 0n, `${use.limit} is used by something`);
  const key = { limit_name: use.limit, subject: use.subject, time_window: windowOf(use.window, now) };
  // The lock first: whoever uses the same window at this moment has ended when the rest is looked at.
  const used = await lockTotal(tx, key);
  const before = await readUse(tx, use);
  if (before && !before.returned) {
    assert(before.amount === use.amount, `${use.cause} uses ${use.limit} by one amount`);
    return done({ left: use.most - used });
  }
  if (used + use.amount > use.most)
    return refused("limit_reached", { left: String(use.most > used ? use.most - used : 0n) });
  await addToTotal(tx, key, use.amount);
  await insertUse(tx, { ...key, cause: use.cause, amount: use.amount, at: now });
  return done({ left: use.most - used - use.amount });
}

/** What did not happen after all counts for nothing. Told again it happens once. */
export const giveBackLimit = (tx: Tx, use: Pick<LimitUse, "limit" | "subject" | "cause">, now: Date): Promise<void> =>
  returnUse(tx, use, now);
