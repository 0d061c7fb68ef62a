/** What operators watch of payouts and refunds. */
import { defineGauge } from "#platform/metrics";

export const OPEN = defineGauge({
  name: "tuppence_payables_open",
  help: "Payouts and refunds that have not ended, by provider and state",
  labels: ["provider", "state"],
});
export const PERSON = defineGauge({
  name: "tuppence_payables_person",
  help: "Payouts and refunds that wait for a person",
  labels: ["provider"],
  alarm: "is not 0",
});
