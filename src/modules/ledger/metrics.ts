/** What the ledger tells of its verification. */
import { Gauge, type Registry } from "prom-client";

export const createLedgerMetrics = (registry: Registry) => ({
  differences: new Gauge({
    name: "tuppence_ledger_differences",
    help: "Findings of the last ledger verification",
    registers: [registry],
  }),
  verifiedAt: new Gauge({
    name: "tuppence_ledger_verified_at_seconds",
    help: "When the ledger was last verified",
    registers: [registry],
  }),
});
