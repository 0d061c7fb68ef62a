/** What operators watch of the ledger's verification. */
import { defineGauge } from "#platform/metrics";

export const DIFFERENCES = defineGauge({
  name: "tuppence_ledger_differences",
  help: "Findings of the last ledger verification",
  alarm: "is not 0",
});
export const VERIFIED_AT = defineGauge({
  name: "tuppence_ledger_verified_at_seconds",
  help: "When the ledger was last verified",
  alarm: "is older than a day",
});
