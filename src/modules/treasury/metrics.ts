/** What operators watch of money at payout providers. */
import { defineGauge, type MetricReading } from "#platform/metrics";
import type { Held } from "./read-balances.ts";
import type { Funding } from "./read-funding.ts";

export const CASH_DIFFERENCE = defineGauge({
  name: "tuppence_cash_difference_cents",
  help: "What a payout provider holds more or less than the books explain (npm run treasury -- balances)",
  labels: ["provider"],
  alarm: "is not 0",
});
export const CASH_READ_AT = defineGauge({
  name: "tuppence_cash_read_at_seconds",
  help: "When a payout provider last said what it holds",
  labels: ["provider"],
  alarm: "is older than two days",
});
/** An alarm that comes while there is still time to bring money there. */
export const CASH_LASTS = defineGauge({
  name: "tuppence_cash_lasts_days",
  help: "For how many days what a payout provider holds will do, after what waits (-1: not even for that)",
  labels: ["provider"],
  alarm: "is below 5",
});

type Cash = { balances(): Promise<readonly Held[]>; funding(): Promise<readonly Funding[]> };
export function cashReadings({ balances, funding }: Cash): readonly MetricReading[] {
  const ofHeld = (amountOf: (held: Held) => number) => async () =>
    (await balances()).map((held) => ({ labels: { provider: held.provider }, value: amountOf(held) }));
  return [
    { metric: CASH_DIFFERENCE, read: ofHeld(({ unexplained_minor }) => Number(unexplained_minor)) },
    { metric: CASH_READ_AT, read: ofHeld(({ read_at }) => Math.floor(read_at.getTime() / 1_000)) },
    {
      metric: CASH_LASTS,
      read: async () =>
        (await funding()).flatMap(({ provider, lasts_days }) =>
          lasts_days === null ? [] : [{ labels: { provider }, value: lasts_days }],
        ),
    },
  ];
}
