/**
 * Lighthouse's marks for accessibility, best practices and SEO of each page of the landing flow, and that nothing moves there. When it
 * is painted is no question here: journeys run beside this one.
 */
import { expect, it } from "vitest";
import { freePort } from "#platform/embedded-postgres";
import { askLighthouse, faultsOf } from "../support/lighthouse.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { enterCard, goOn, goodCard, payButton, pressOn, register, tick, toAccount, toPayment } from "./landing-walk.ts";

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

const port = await freePort();
const stage = openStage({ flags: [`--remote-debugging-port=${port}`], whole_browser: true, catalogue: false });

it("Lighthouse gives every page of the landing flow full marks", async () => {
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
    const address = stage.product.url + path + (desktop ? "?lang=es" : "");
    const found = await askLighthouse({ port, address, desktop, untimed: true });
    try {
      expect(new URL(found.finalDisplayedUrl).pathname).toBe(path);
      const indexed = "indexed" in more;
      expect(faultsOf(found, { untimed: true, meant: indexed ? [] : ["is-crawlable"] }).join("; ")).toBe("");
      expect(found.audits["is-crawlable"]?.score).toBe(indexed ? 1 : 0);
    } catch (error) {
      troubles.push(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  expect(troubles).toEqual([]);
  await Promise.all([close(), joined.close()]);
});
