/** Whether the operators' log is whole. */
import { Gauge, type Registry } from "prom-client";

export const createStaffMetrics = (registry: Registry) => ({
  broken: new Gauge({
    name: "tuppence_audit_broken",
    help: "1 when the operators' log is not what was written",
    registers: [registry],
  }),
  verified: new Gauge({
    name: "tuppence_audit_verified_at_seconds",
    help: "When the operators' log was last verified",
    registers: [registry],
  }),
});
