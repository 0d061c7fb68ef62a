/**
 * Whether what payout providers hold will last: what waits to be sent now, and as much a day as members asked for in the last two
 * weeks. What a provider said that it holds is some hours old; what was sent since is left out of both sides.
 */
import { addDays } from "#platform/clock";
import type { TreasuryContext } from "./context.ts";
import type { Held } from "./read-balances.ts";
import { CASH_PROVIDERS, type CashProvider } from "./rules.ts";

const LOOK_BACK_DAYS = 14;
/** A transfer from our bank takes some days: below this somebody has to bring money now. */
export const MIN_DAYS = 5;

export type Funding = {
  provider: CashProvider;
  /** Null when it was never asked. */
  held_minor: bigint | null;
  read_at: Date | null;
  /** What waits to be sent. */
  waiting_minor: bigint;
  waiting: number;
  waits_since: Date | null;
  a_day_minor: bigint;
  /** Whole days that it lasts; null when nothing leaves. */
  lasts_days: number | null;
  short: boolean;
};

/** Pure: how many whole days a sum lasts after what waits; -1 when it does not even do for that. */
export function daysLeft(held: bigint, waiting: bigint, aDay: bigint): number | null {
  if (held < waiting) return -1;
  return aDay <= 0n ? null : Number((held - waiting) / aDay);
}

export async function readFunding(context: TreasuryContext, held: readonly Held[]): Promise<Funding[]> {
  const [unsent, asked] = await Promise.all([
    context.payables.unsent(),
    context.payables.askedSince(addDays(context.clock.now(), -LOOK_BACK_DAYS)),
  ]);
  return CASH_PROVIDERS.map((provider) => {
    const reading = held.find((row) => row.provider === provider);
    const due = unsent.find((row) => row.provider === provider);
    const a_day_minor = (asked.find((row) => row.provider === provider)?.amount ?? 0n) / BigInt(LOOK_BACK_DAYS);
    const waiting_minor = due?.amount ?? 0n;
    const held_minor = reading?.balance_minor ?? null;
    const lasts_days = held_minor === null ? null : daysLeft(held_minor, waiting_minor, a_day_minor);
    return {
      provider,
      held_minor,
      read_at: reading?.read_at ?? null,
      waiting_minor,
      waiting: Number(due?.count ?? 0n),
      waits_since: due?.since ?? null,
      a_day_minor,
      lasts_days,
      short: held_minor === null ? waiting_minor > 0n : lasts_days !== null && lasts_days < MIN_DAYS,
    };
  });
}
