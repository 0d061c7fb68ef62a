/**
 * Lighthouse with its mobile preset, for the landing flow also with that for desktops. Accessibility, best practices and
 * SEO decide the test; so does when the largest part is painted on a first visit, as Lighthouse estimates it for a phone (the goal
 * is 1.2 s). The figure for performance is printed (the goal is 98), and fails below 95 when it is not the machine that
 * makes it so.
 */
import lighthouse from "lighthouse";
import onDesktop from "lighthouse/core/config/desktop-config.js";
import { expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { enterCard, goOn, goodCard, payButton, pressOn, register, tick, toAccount, toPayment } from "./landing-walk.ts";

const PAGES = ["/", "/marlow-finch-coupons", "/stores", "/products", "/stores?lang=es"];
/**
 * The landing flow, each page once: on a phone in English and on a desktop in Spanish in turn. `at`: how far its reader has
 * come by then, in the order of the way. What is not indexed is not for search engines.
 */
const FLOW = [
  { path: "/spl/spt/1", at: "door", indexed: true },
  { path: "/spl/splandamz", at: "door", indexed: true },
  { path: "/spl/spinv", at: "door" },
  { path: "/payment-error", at: "door" },
  { path: "/spl/spt/2", at: "account" },
  { path: "/spl/spt/3", at: "account" },
  { path: "/spl/spt/4", at: "account" },
  { path: "/spl/spt/5", at: "card" },
  { path: "/spupsell", at: "plus" },
  { path: "/spupsell2", at: "shipping" },
  { path: "/awesome", at: "end" },
  { path: "/spsummary", at: "end" },
  { path: "/thankyou", at: "end" },
  { path: "/splamzthanq", at: "end" },
  { path: "/splthanq", at: "end" },
  { path: "/splnothanq", at: "end" },
  // What who joined claims and has watched, with nothing in it yet.
  { path: "/account/rebates", at: "end" },
  { path: "/account/rebates/grocery", at: "end" },
  { path: "/account/protection/price", at: "end" },
  { path: "/account/protection/package", at: "end" },
] as const satisfies readonly { path: string; at: Stop; indexed?: boolean }[];
const AFTER_PAYING: ReadonlySet<Stop> = new Set(["plus", "shipping", "end"]);
type Stop = "door" | "account" | "card" | "plus" | "shipping" | "end";

/**
 * A phone's largest paint, estimated. Quiet, every page stays below 1,200 ms; the estimate counts what the machine itself took, four
 * times, so that a busy one adds to it. Letters' faces or scripts asked for before the paint cost 400 ms and more.
 */
const LARGEST_MS = 1_550;

const EXACT = ["accessibility", "best-practices", "seo"] as const;
/** Advice without weight, which takes a page apart for a second. */
const ADVICE = ["unused-css-rules", "unused-javascript", "unminified-css", "unminified-javascript", "bf-cache"];
/** What Lighthouse waits after the last request, and what it looks at though nothing here asks for it. */
const BRIEF = {
  onlyCategories: ["performance", ...EXACT],
  skipAudits: [...ADVICE, "script-treemap-data"],
  ...{ pauseAfterFcpMs: 250, pauseAfterLoadMs: 250, networkQuietThresholdMs: 500, cpuQuietThresholdMs: 500 },
};
/** A first visit: the mark of who has the faces of our letters lies in the local storage (`server/first-paint.ts`). */
const CLEARED = ["file_systems", "shader_cache", "service_workers", "cache_storage", "local_storage"] as const;

/** Cumulative layout shift; "good" is below 0.1 (web.dev/cls). */
const MOST_MOVED = 0.02;
type Audits = Record<string, { numericValue?: number; details?: unknown }>;
const movedIn = (audits: Audits) => ({
  score: audits["cumulative-layout-shift"]?.numericValue ?? 1,
  what: JSON.stringify(audits["cls-culprits-insight"]?.details ?? {}).slice(0, 2_000),
});

const port = await freePort();
const stage = openStage({ flags: [`--remote-debugging-port=${port}`], whole_browser: true });

/**
 * On a busy machine the browser sometimes hands over a recording without its paint: that is no report, and is made again; so is
 * one whose paint is late or whose page moved, once, and what moved is told. Each is of a first visit.
 */
async function report(address: string, desktop = false) {
  let trouble: unknown;
  let again = false;
  for (let tries = 0; tries < 3; tries += 1) {
    const flags = { port, logLevel: "error", output: "json", disableFullPageScreenshot: true, ...BRIEF } as const;
    const clearStorageTypes = [...CLEARED];
    const result = await lighthouse(address, { ...flags, clearStorageTypes }, desktop ? onDesktop : undefined);
    const paint = result?.lhr.audits["largest-contentful-paint"];
    const largest = paint?.numericValue;
    if (result && typeof largest === "number") {
      const moved = movedIn(result.lhr.audits);
      if (again || ((desktop || largest < LARGEST_MS) && moved.score < MOST_MOVED)) return result.lhr;
      if (moved.score >= MOST_MOVED) console.info(`${address} moved by ${moved.score}: ${moved.what}`);
      again = true;
    }
    trouble = paint?.errorMessage ?? result?.lhr.runtimeError;
  }
  throw new Error(`Lighthouse gave no report: ${JSON.stringify(trouble)}`);
}

/**
 * The figure for performance without the blocking time: that one measures how busy this machine is. The others are
 * worked out from what is sent and in which order.
 */
function scoreWithoutMachine(
  refs: readonly { id: string; weight: number }[],
  audits: Record<string, { score: number | null }>,
): number {
  const counted = refs.filter((ref) => ref.weight > 0 && ref.id !== "total-blocking-time");
  const whole = counted.reduce((sum, ref) => sum + ref.weight, 0);
  return (counted.reduce((sum, ref) => sum + ref.weight * (audits[ref.id]?.score ?? 0), 0) / whole) * 100;
}

type Report = Awaited<ReturnType<typeof report>>;

function judge(path: string, { categories, audits }: Report, indexed: boolean, phone = true) {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const shown = (name: string) => audits[name]?.displayValue ?? "?";
  console.info(
    `\n${path}: performance ${score("performance")} (goal 98), LCP ${shown("largest-contentful-paint")}, TBT ${shown("total-blocking-time")}, CLS ${shown("cumulative-layout-shift")}, ${EXACT.map((name) => `${name} ${score(name)}`).join(", ")}`,
  );
  // Pages that are not meant to be found say so, and nothing else may be wrong with them.
  const meant = (id: string) => !indexed && id === "is-crawlable";
  const failed = EXACT.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
      .filter(({ id }) => !meant(id))
      .map(
        ({ id }) =>
          `${name}: ${id} ${audits[id]?.explanation ?? ""} ${JSON.stringify(audits[id]?.details ?? {}).slice(0, 300)}`,
      ),
  );
  expect(failed, failed.join("; ")).toEqual([]);
  if (indexed) expect(EXACT.map(score)).toEqual([100, 100, 100]);
  else expect(audits["is-crawlable"]?.score).toBe(0);
  const moved = movedIn(audits);
  expect(moved.score, moved.what).toBeLessThan(MOST_MOVED);
  expect(scoreWithoutMachine(categories.performance?.auditRefs ?? [], audits)).toBeGreaterThanOrEqual(95);
  if (phone) expect(audits["largest-contentful-paint"]?.numericValue).toBeLessThan(LARGEST_MS);
}

it.each(PAGES)("gives %s full marks", async (path) => {
  // The page is in the cache, as it is for everybody but the first reader.
  await fetch(stage.product.url + path);
  judge(path, await report(stage.product.url + path), true);
});

it("gives every page of the landing flow full marks", async () => {
  const { page, context, close } = await stage.open({ reducedMotion: true });
  const joined = await stage.open({ reducedMotion: true });
  const say = speaker("en");
  await toPayment(joined.page, say, "lighthouse.joined@example.com");
  await enterCard(joined.page, goodCard());
  await tick(joined.page).check();
  await payButton(joined.page, say).click();
  await joined.page.waitForURL(/\/spupsell$/);
  const goTo: Record<Stop, () => Promise<unknown>> = {
    door: () => page.goto("/spl/spt/1"),
    account: () => toAccount(page, say),
    card: () => register(page, say, "lighthouse@example.com"),
    plus: async () => {},
    shipping: async () => {
      await joined.page.getByRole("button", { name: /^No thanks/ }).click();
      await joined.page.waitForURL(/\/splnothanq/);
      await goOn(joined.page, say);
      await joined.page.waitForURL(/\/spupsell2$/);
    },
    end: () => pressOn(joined.page, say),
  };
  // Lighthouse opens its pages in the browser's own first context, which gets what the reader's holds. The browser forgets
  // that context with all its cookies when its last page closes, a moment after a report: an empty page keeps it.
  const devtools = await stage.browser.newBrowserCDPSession();
  await devtools.send("Target.createTarget", { url: "about:blank" });
  const troubles: string[] = [];
  let stop: Stop | null = null;
  for (const [turn, { path, at, ...more }] of FLOW.entries()) {
    const desktop = turn % 2 === 1;
    if (at !== stop) await goTo[at]();
    stop = at;
    const reader = AFTER_PAYING.has(at) ? joined.context : context;
    // The language too: the page before may have left its own.
    const language = { name: "lang", value: desktop ? "es" : "en", httpOnly: false };
    const held = (await reader.cookies()).filter(({ name }) => name !== "lang");
    await devtools.send("Storage.setCookies", {
      cookies: [...held, language].map(({ name, value, httpOnly }) => ({
        name,
        value,
        httpOnly,
        url: stage.product.url,
      })),
    });
    const found = await report(stage.product.url + path + (desktop ? "?lang=es" : ""), desktop);
    try {
      expect(new URL(found.finalDisplayedUrl).pathname).toBe(path);
      judge(`${path} ${desktop ? "desktop es" : "phone en"}`, found, "indexed" in more, !desktop);
    } catch (error) {
      troubles.push(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  expect(troubles).toEqual([]);
  await Promise.all([close(), joined.close()]);
});
