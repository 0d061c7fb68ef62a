/** Prometheus metrics of one process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "tuppence_http_request_seconds",
      help: "Time to answer, by kind of page or call",
      labelNames: ["kind", "status"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    pageCache: new Counter({
      name: "tuppence_page_cache_total",
      help: "Public pages by cache state",
      labelNames: ["state"],
      registers: [registry],
    }),
    ledgerDifferences: new Gauge({
      name: "tuppence_ledger_differences",
      help: "Findings of the last ledger verification",
      registers: [registry],
    }),
    ledgerVerifiedAt: new Gauge({
      name: "tuppence_ledger_verified_at_seconds",
      help: "When the ledger was last verified",
      registers: [registry],
    }),
    processorDifferences: new Gauge({
      name: "tuppence_processor_differences",
      help: "Differences between the card processor's balance and the books, at the last comparison",
      registers: [registry],
    }),
    captchaFaults: new Counter({
      name: "tuppence_captcha_faults_total",
      help: "Checks that the captcha service refused because of our own settings",
      labelNames: ["reason"],
      registers: [registry],
    }),
    payablesOpen: new Gauge({
      name: "tuppence_payables_open",
      help: "Payments to members that have not ended, by provider and state",
      labelNames: ["provider", "state"],
      registers: [registry],
    }),
    payablesPerson: new Gauge({
      name: "tuppence_payables_person",
      help: "Payments to members that wait for a person",
      labelNames: ["provider"],
      registers: [registry],
    }),
    providerIll: new Gauge({
      name: "tuppence_provider_ill",
      help: "1 while an outside party answers with faults only",
      labelNames: ["provider"],
      registers: [registry],
    }),
    providerGoodAt: new Gauge({
      name: "tuppence_provider_good_at_seconds",
      help: "When an outside party last gave a good answer",
      labelNames: ["provider"],
      registers: [registry],
    }),
    providerBudget: new Gauge({
      name: "tuppence_provider_budget_calls",
      help: "Calls that may be made to an outside party at once, over all processes",
      labelNames: ["provider"],
      registers: [registry],
    }),
    providerParked: new Gauge({
      name: "tuppence_provider_parked",
      help: "Rows of an outside party, and payments by it, that wait for a person",
      labelNames: ["provider"],
      registers: [registry],
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
