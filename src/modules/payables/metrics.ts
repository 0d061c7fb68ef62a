/** How many payables stand open, and how many wait for a person. */
import { Gauge, type Registry } from "prom-client";

export const createPayablesMetrics = (registry: Registry) => ({
  open: new Gauge({
    name: "tuppence_payables_open",
    help: "Payouts and refunds that have not ended, by provider and state",
    labelNames: ["provider", "state"],
    registers: [registry],
  }),
  person: new Gauge({
    name: "tuppence_payables_person",
    help: "Payouts and refunds that wait for a person",
    labelNames: ["provider"],
    registers: [registry],
  }),
});
