/** Lighthouse as journeys and pictures ask it: a first visit, briefly, and what of its answer is a fault whatever the machine does. */
import lighthouse, { type RunnerResult as Result } from "lighthouse";
import onDesktop from "lighthouse/core/config/desktop-config.js";
import ImageElements from "lighthouse/core/gather/gatherers/image-elements.js";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import type { Browser } from "playwright-core";

const measureIndex = pageFunctions.computeBenchmarkIndex;
/** It takes a second of the processor's time for each report: `measureSlowdown` asks once. */
pageFunctions.computeBenchmarkIndex = () => 1_000;
/** Which rule of a style sheet sizes each picture is asked for one by one, up to five seconds a page, for advice without weight. */
ImageElements.prototype.fetchSourceRules = () => Promise.resolve();

/** The middle of the desktops that the preset's slowdown is meant for (Lighthouse's docs/throttling.md, "Calibrating the CPU slowdown"). */
const DESKTOP_INDEX = 1_750;
const PRESET_SLOWDOWN = 4;
/** The quickest of these: what runs beside one of them makes it slower, and nothing makes it quicker. */
const MEASURES = 3;

/**
 * How many times slower than this machine the preset's phone is: four for a fast desktop, less for a slower machine, which that
 * document asks to be told apart. Takes some seconds; nothing should run beside it.
 */
export async function measureSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  let index = 0;
  for (let n = 0; n < MEASURES; n += 1) index = Math.max(index, await page.evaluate(measureIndex));
  await page.close();
  return Math.min(PRESET_SLOWDOWN, Math.max(1, (PRESET_SLOWDOWN * index) / DESKTOP_INDEX));
}

/**
 * A phone's largest paint, estimated. Quiet, every page stays below 1,200 ms; the estimate counts what the machine itself took
 * several times, so that a busy one adds to it. Letters' faces or scripts asked for before the paint cost 400 ms and more.
 */
const LARGEST_MS = 1_550;
/** Cumulative layout shift; "good" is below 0.1 (web.dev/cls). */
const MAX_MOVED = 0.02;
/** Without what the machine adds; the goal is 98. */
const MIN_SCORE = 95;

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
  /** As `measureSlowdown` found it; without it the preset's. The preset for desktops slows nothing down. */
  slowdown?: number;
  /** A page that says by its status that there is nothing is looked at too. */
  anyStatus?: boolean;
  /** Without its figures of time: what is asked while others work beside it. */
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
export async function askLighthouse({
  port,
  address,
  desktop = false,
  slowdown = PRESET_SLOWDOWN,
  anyStatus = false,
  untimed = false,
}: Visit) {
  let trouble: unknown;
  let newest: Result["lhr"] | null = null;
  for (let tries = 0; tries < 3; tries += 1) {
    const brief = { ...BRIEF, ...(untimed ? UNTIMED : TIMED) };
    const flags = { port, logLevel: "error", output: "json", disableFullPageScreenshot: true, ...brief } as const;
    const slowed = desktop ? {} : { throttling: { cpuSlowdownMultiplier: slowdown } };
    const more = { clearStorageTypes: [...CLEARED], ignoreStatusCode: anyStatus, ...slowed };
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

/**
 * The figure for performance without the blocking time: that one measures how busy this machine is. The others are
 * worked out from what is sent and in which order.
 */
function scoreWithoutMachine({ categories, audits }: Report): number {
  const refs = categories.performance?.auditRefs ?? [];
  const counted = refs.filter((ref) => ref.weight > 0 && ref.id !== "total-blocking-time");
  const whole = counted.reduce((sum, ref) => sum + ref.weight, 0);
  return (counted.reduce((sum, ref) => sum + ref.weight * (audits[ref.id]?.score ?? 0), 0) / whole) * 100;
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
  const score = scoreWithoutMachine(report);
  if (score < MIN_SCORE) faults.push(`performance ${Math.round(score)} without the blocking time`);
  const largest = audits["largest-contentful-paint"]?.numericValue ?? Number.POSITIVE_INFINITY;
  if (phone && largest >= LARGEST_MS) faults.push(`largest paint after ${Math.round(largest)} ms`);
  return faults;
}
