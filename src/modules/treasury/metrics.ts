/** What operators watch of money at payout providers. */
import { defineGauge } from "#platform/metrics";

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
