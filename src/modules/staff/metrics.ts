/** What operators watch of their own log. */
import { defineGauge } from "#platform/metrics";

export const BROKEN = defineGauge({
  name: "tuppence_audit_broken",
  help: "1 when the operators' log is not what was written",
  alarm: "is not 0",
});
export const VERIFIED_AT = defineGauge({
  name: "tuppence_audit_verified_at_seconds",
  help: "When the operators' log was last verified",
  alarm: "is older than a day",
});
