/** Prometheus metrics of one process: made here alone, from what the platform and the modules declare. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { assert } from "#platform/outcome";

type Kinds = { counter: Counter; gauge: Gauge; histogram: Histogram };

/** A metric as whoever measures it declares it. */
export type Metric<Kind extends keyof Kinds = keyof Kinds> = {
  readonly kind: Kind;
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Of a histogram: upper bounds. */
  readonly buckets?: readonly number[];
  /** When somebody should look, in words that follow its name; absent: it only tells how things go. */
  readonly alarm?: string;
};
const define =
  <Kind extends keyof Kinds>(kind: Kind) =>
  (metric: Omit<Metric<Kind>, "kind">): Metric<Kind> => ({ kind, ...metric });
export const defineCounter = define("counter");
export const defineGauge = define("gauge");
const defineHistogram = define("histogram");

const REQUESTS = defineHistogram({
  name: "tuppence_http_request_seconds",
  help: "Time to answer, by kind of page or call",
  labels: ["kind", "status"],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
});
const PAGE_CACHE = defineCounter({
  name: "tuppence_page_cache_total",
  help: "Public pages by cache state",
  labels: ["state"],
});
const PROVIDER_ILL = defineGauge({
  name: "tuppence_provider_ill",
  help: "1 while an outside party answers with faults only",
  labels: ["provider"],
  alarm: "is not 0",
});
const PROVIDER_GOOD_AT = defineGauge({
  name: "tuppence_provider_good_at_seconds",
  help: "When an outside party last gave a good answer",
  labels: ["provider"],
});
const PROVIDER_BUDGET = defineGauge({
  name: "tuppence_provider_budget_calls",
  help: "Calls that may be made to an outside party at once, over all processes",
  labels: ["provider"],
});
const PROVIDER_PARKED = defineGauge({
  name: "tuppence_provider_parked",
  help: "Rows of an outside party, and payments by it, that wait for a person",
  labels: ["provider"],
  alarm: "is not 0",
});
export const INBOX_PARKED = defineGauge({
  name: "tuppence_inbox_parked",
  help: "What others told and could not be acted on, by its reason (npm run desk -- inbox)",
  labels: ["provider", "source", "reason"],
  alarm: "is not 0",
});
export const JOBS_DEAD = defineGauge({
  name: "tuppence_jobs_dead",
  help: "Jobs that failed for good and wait for a person (npm run desk -- jobs)",
  labels: ["task"],
  alarm: "is not 0",
});
export const JOBS_WAITING = defineGauge({
  name: "tuppence_jobs_waiting",
  help: "Jobs that wait for their first or next try",
  labels: ["task"],
});
export const PLATFORM_METRICS: readonly Metric[] = [
  ...[REQUESTS, PAGE_CACHE, PROVIDER_ILL, PROVIDER_GOOD_AT, PROVIDER_BUDGET, PROVIDER_PARKED],
  ...[INBOX_PARKED, JOBS_DEAD, JOBS_WAITING],
];

type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };
/** How a gauge is read. */
export type MetricReading = { readonly metric: Metric<"gauge">; readonly read: () => Promise<readonly Reading[]> };

/** `declared`: those of all modules. */
export function createMetrics(declared: readonly Metric[] = []) {
  const registry = new Registry();
  // Every 10 ms, as usual, the process woke up for this alone: 5 ms of each second in which nobody asked for anything.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  /** What is done for a metric before it is told. */
  const before = new Map<Metric, () => void | Promise<void>>();
  function make(metric: Metric): Kinds[keyof Kinds] {
    const { kind, name, help, labels = [], buckets = [] } = metric;
    const options = {
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: () => before.get(metric)?.(),
    };
    if (kind === "counter") return new Counter(options);
    return kind === "gauge" ? new Gauge(options) : new Histogram({ ...options, buckets: [...buckets] });
  }
  // A name that is declared twice is refused by the library.
  const made = new Map([...PLATFORM_METRICS, ...declared].map((metric) => [metric, make(metric)]));
  function of<Kind extends keyof Kinds>(metric: Metric<Kind>): Kinds[Kind] {
    const one = made.get(metric);
    assert(one, `no module declares the metric ${metric.name}`);
    // Made by its kind.
    return one as Kinds[Kind];
  }
  // In a number of its own until somebody asks: a counter with labels costs more than finding the page.
  const ready = { pages: 0 };
  before.set(PAGE_CACHE, () => {
    of(PAGE_CACHE).inc({ state: "hit" }, ready.pages);
    ready.pages = 0;
  });
  return {
    registry,
    ready,
    of,
    /** Read whenever somebody asks, most often from the database, so that every process tells the same. */
    read({ metric, read }: MetricReading): void {
      const gauge = of(metric);
      before.set(metric, async () => {
        // With the database away the other metrics are all the more wanted, and of this one what was read last.
        const readings = await read().catch(() => null);
        if (readings === null) return;
        gauge.reset();
        for (const { labels = {}, value } of readings) gauge.set(labels, value);
      });
    },
    requests: of(REQUESTS),
    pageCache: of(PAGE_CACHE),
    providerIll: of(PROVIDER_ILL),
    providerGoodAt: of(PROVIDER_GOOD_AT),
    providerBudget: of(PROVIDER_BUDGET),
    providerParked: of(PROVIDER_PARKED),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
