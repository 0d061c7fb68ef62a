/** Lighthouse as journeys and pictures ask it: a first visit, briefly, and what of its answer is a fault whatever the machine does. */
import lighthouse, { type RunnerResult as Result } from "lighthouse";
import onDesktop from "lighthouse/core/config/desktop-config.js";
import ImageElements from "lighthouse/core/gather/gatherers/image-elements.js";
import Trace from "lighthouse/core/gather/gatherers/trace.js";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { countProcessorTime } from "./processor-time.ts";

/** It takes a second of the processor's time for each report, and is only told, never counted. */
pageFunctions.computeBenchmarkIndex = () => 1_000;
/** Which rule of a style sheet sizes each picture is asked for one by one, up to five seconds a page, for advice without weight. */
ImageElements.prototype.fetchSourceRules = () => Promise.resolve();
const readTrace = Trace.endTraceAndCollectEvents;
/** What Lighthouse works out of a recording, it works out of the processor's time. */
Trace.endTraceAndCollectEvents = async (session) => {
  const trace = await readTrace(session);
  countProcessorTime(trace.traceEvents);
  return trace;
};

/** A phone's largest paint, as the preset estimates it. */
const LARGEST_MS = 1_200;
/** Cumulative layout shift; "good" is below 0.1 (web.dev/cls). */
const MAX_MOVED = 0.02;
/** For performance, by the preset's own weights. */
const MIN_SCORE = 98;

const EXACT = ["accessibility", "best-practices", "seo"] as const;
/** Advice without weight, which takes a page apart for a second. */
const ADVICE = [
  "unsized-images",
  "unused-css-rules",
  "unused-javascript",
  "unminified-css",
  "unminified-javascript",
  "bf-cache",
];
/** Of its figures for performance these two are no question of time: whether anything moved, and what did. */
const MOVED = ["cumulative-layout-shift", "cls-culprits-insight"];
const TIMED = { onlyCategories: ["performance", ...EXACT], skipAudits: [...ADVICE, "script-treemap-data"] };
const UNTIMED = { onlyCategories: [...EXACT], onlyAudits: MOVED };
/** What Lighthouse waits after the last request, and what it looks at though nothing here asks for it. */
const BRIEF = {
  ...{ pauseAfterFcpMs: 250, pauseAfterLoadMs: 250, networkQuietThresholdMs: 500, cpuQuietThresholdMs: 500 },
};
/** A first visit: the mark of who has the faces of our letters lies in the local storage (`server/first-paint.ts`). */
const CLEARED = ["file_systems", "shader_cache", "service_workers", "cache_storage", "local_storage"] as const;

type Visit = {
  /** Where the browser listens for devtools; its pages open in that browser's first context, with its cookies. */
  port: number;
  address: string;
  /** With the preset for desktops; else with that for phones. */
  desktop?: boolean;
  /** A page that says by its status that there is nothing is looked at too. */
  anyStatus?: boolean;
  /** Its marks alone: figures of time take some seconds more. */
  untimed?: boolean;
};
export type Report = Awaited<ReturnType<typeof askLighthouse>>;
type Audits = Record<string, { numericValue?: number; details?: unknown }>;

const movedIn = (audits: Audits) => ({
  score: audits["cumulative-layout-shift"]?.numericValue ?? 1,
  what: JSON.stringify(audits["cls-culprits-insight"]?.details ?? {}).slice(0, 2_000),
});

/**
 * On a busy machine the browser sometimes hands over a recording without its paint: that is no report, and is made again; so is
 * one whose paint is late or whose page moved, twice, and what moved is told: what works for some seconds beside it is no fault of
 * the page's. Each is of a first visit. Throws where three tries gave no report.
 */
export async function askLighthouse({ port, address, desktop = false, anyStatus = false, untimed = false }: Visit) {
  let trouble: unknown;
  let newest: Result["lhr"] | null = null;
  for (let tries = 0; tries < 3; tries += 1) {
    const brief = { ...BRIEF, ...(untimed ? UNTIMED : TIMED) };
    const flags = { port, logLevel: "error", output: "json", disableFullPageScreenshot: true, ...brief } as const;
    const more = { clearStorageTypes: [...CLEARED], ignoreStatusCode: anyStatus };
    const result = await lighthouse(address, { ...flags, ...more }, desktop ? onDesktop : undefined);
    const asked = result?.lhr.audits[untimed ? "cumulative-layout-shift" : "largest-contentful-paint"];
    if (result && typeof asked?.numericValue === "number") {
      const moved = movedIn(result.lhr.audits);
      if ((desktop || untimed || asked.numericValue < LARGEST_MS) && moved.score < MAX_MOVED) return result.lhr;
      if (moved.score >= MAX_MOVED) console.info(`${address} moved by ${moved.score}: ${moved.what}`);
      newest = result.lhr;
    }
    trouble = asked?.errorMessage ?? result?.lhr.runtimeError;
  }
  if (newest) return newest;
  throw new Error(`Lighthouse gave no report: ${JSON.stringify(trouble)}`);
}

/** One line of figures, as people read them. */
export function figuresOf({ categories, audits }: Report): string {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const shown = (name: string) => audits[name]?.displayValue ?? "?";
  return `performance ${score("performance")} (goal 98), LCP ${shown("largest-contentful-paint")}, TBT ${shown("total-blocking-time")}, CLS ${shown("cumulative-layout-shift")}, ${EXACT.map((name) => `${name} ${score(name)}`).join(", ")}`;
}

/**
 * What keeps a page from full marks for accessibility, best practices and SEO, and from its budget of performance; empty when nothing.
 * `meant`: audits that this page is not meant to pass, such as to be found by search engines; `untimed`: as it was asked.
 */
export function faultsOf(
  report: Report,
  { phone = true, untimed = false, meant = [] as readonly string[] } = {},
): string[] {
  const { categories, audits } = report;
  const faults = EXACT.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
      .filter(({ id }) => !meant.includes(id))
      .map(
        ({ id }) =>
          `${name}: ${id} ${audits[id]?.explanation ?? ""} ${JSON.stringify(audits[id]?.details ?? {}).slice(0, 300)}`,
      ),
  );
  // A check that could not be made is no full mark.
  for (const name of EXACT) if (typeof categories[name]?.score !== "number") faults.push(`${name}: no score`);
  const moved = movedIn(audits);
  if (moved.score >= MAX_MOVED) faults.push(`moved by ${moved.score}: ${moved.what}`);
  if (untimed) return faults;
  const score = (categories.performance?.score ?? 0) * 100;
  if (score < MIN_SCORE) faults.push(figuresOf(report));
  const largest = audits["largest-contentful-paint"]?.numericValue ?? Number.POSITIVE_INFINITY;
  if (phone && largest >= LARGEST_MS) faults.push(`largest paint after ${Math.round(largest)} ms`);
  return faults;
}
