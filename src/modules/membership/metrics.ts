/** What operators watch of the card processor, and of what waits for a person. */
import { defineGauge } from "#platform/metrics";

export const NEEDS_PERSON = defineGauge({
  name: "tuppence_membership_needs_person",
  help: "Sums and refunds that only a person can settle (npm run desk -- charges), and attempts without an answer",
  labels: ["kind"],
  alarm: "is not 0",
});
export const PROCESSOR_DIFFERENCES = defineGauge({
  name: "tuppence_processor_differences",
  help: "Differences between the card processor's balance and the books, at the last comparison",
  alarm: "is not 0",
});
