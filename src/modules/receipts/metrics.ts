/** What operators watch of receipts. */
import { defineCounter, defineGauge } from "#platform/metrics";

export const FILLED = defineGauge({
  name: "tuppence_receipts_filled",
  help: "How full the space for receipts is, 0 to 1 (RECEIPTS_MB)",
  alarm: "is above 0.8",
});
export const REFUSED = defineCounter({
  name: "tuppence_receipts_refused_total",
  help: "Files that were not taken, by why",
  labels: ["code"],
});
