/** Prometheus metrics of one process: those of the platform. Modules register their own, beside what they measure. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export function createMetrics() {
  const registry = new Registry();
  // Every 10 ms, as usual, the process woke up for this alone: 5 ms of each second in which nobody asked for anything.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  // In a number of its own until somebody asks: a counter with labels costs more than finding the page.
  const ready = { pages: 0 };
  return {
    registry,
    ready,
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
      collect() {
        this.inc({ state: "hit" }, ready.pages);
        ready.pages = 0;
      },
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
