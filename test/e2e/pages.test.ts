/**
 * Every template as people and machines meet it: accessible in both languages, both modes and both sizes, whole at
 * 320 px, silent in the console, readable without script, and described for search engines.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, openBrowser, openVisitor, PHONE, type Visitor } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Cookies, giveCoins, giveMoney, signUp } from "./members.ts";
import { inLanguage, publicTemplates, type Template } from "./public-pages.ts";

const NARROW = { width: 320, height: 640 };
/** What can change when words give way to drawings. */
const NARROW_RULES = ["link-name", "button-name", "label", "target-size", "scrollable-region-focusable"];

/** Four visits cover every pair of language, mode and size; each template is seen by two that share nothing. */
const VISITS = {
  a: { language: "en", dark: false, viewport: PHONE },
  b: { language: "es", dark: true, viewport: DESKTOP },
  c: { language: "en", dark: true, viewport: DESKTOP },
  d: { language: "es", dark: false, viewport: PHONE },
} as const;
type VisitName = keyof typeof VISITS;
const PAIRS: readonly (readonly [VisitName, VisitName])[] = [
  ["a", "b"],
  ["c", "d"],
];

const MEMBER_PATHS = [
  "/account/purchase-history",
  "/account/withdrawal",
  "/account/gift-card-history",
  "/account/withdrawal-coin",
  "/account/update-expired-gift-card",
  "/account/coin/history",
  "/gift/redeem",
  "/account/profile",
  "/account/profile/verify",
  "/account/pss",
  "/account/referrals",
  "/account/onboarding",
  "/account/faq",
  "/account/contact",
  "/account/contact?about=missing-purchase",
];

let product: Product;
let browser: Browser;
let templates: Template[];
let newcomer: Cookies;
let earner: Cookies;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  templates = await publicTemplates(product);
  newcomer = await signUp(browser, product, "newcomer@example.com");
  earner = await signUp(browser, product, "earner@example.com");
  await giveMoney(product, "earner@example.com");
  await giveCoins(product, "earner@example.com");
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

type Opened = Visitor & { scripted: boolean };
/** Answers other than 200 are meant, and Chromium writes each into the console. */
const unexpected = (visitor: Visitor) =>
  visitor.problems.splice(0).filter((line) => !/the server responded with a status of (404|410)/.test(line));

async function open(visitor: Opened, path: string, status: number) {
  const response = await visitor.page.goto(path);
  expect(response?.status(), path).toBe(status);
  if (!visitor.scripted) return;
  // Alive and at rest: what comes after hydration has come.
  await visitor.page.evaluate(
    () =>
      new Promise((settle) =>
        requestIdleCallback(() => requestIdleCallback(settle, { timeout: 500 }), { timeout: 1_500 }),
      ),
  );
}

/** Every public template and every member's page, by two visitors; `see` returns what is wrong. */
async function everywhere(
  visits: (at: number) => readonly {
    language: "en" | "es";
    dark?: boolean;
    viewport: { width: number; height: number };
    javaScript?: boolean;
  }[],
  see: (
    visitor: Visitor,
    what: { language: "en" | "es"; viewport: { width: number; height: number } },
  ) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const visitors = new Map<string, Opened>();
  const visit = async (who: string, options: Parameters<typeof openVisitor>[1], cookies: Cookies) => {
    const key = `${who} ${JSON.stringify(options)}`;
    const found = visitors.get(key) ?? {
      ...(await openVisitor(browser, options)),
      scripted: options.javaScript ?? true,
    };
    if (!visitors.has(key)) await found.context.addCookies(cookies);
    visitors.set(key, found);
    return found;
  };
  const places = [
    ...templates.map((template) => ({ ...template, who: "visitor", cookies: [] as Cookies })),
    ...[["newcomer", newcomer] as const, ["earner", earner] as const].flatMap(([who, cookies]) =>
      MEMBER_PATHS.map((path) => ({ name: `${path} (${who})`, path, status: 200, who, cookies })),
    ),
  ];
  for (const [at, place] of places.entries()) {
    for (const options of visits(at)) {
      const visitor = await visit(place.who, { baseURL: product.url, ...options }, place.cookies);
      await open(visitor, inLanguage(place.path, options.language), place.status);
      const found = [...(await see(visitor, options)), ...unexpected(visitor)];
      if (found.length)
        wrong[`${place.name}, ${options.language}, ${options.dark ? "dark" : "light"}, ${options.viewport.width} px`] =
          found;
    }
  }
  for (const visitor of visitors.values()) await visitor.close();
  return wrong;
}

it("is accessible everywhere, in both languages, both modes and both sizes (axe: no violation), and whole at 320 px", async () => {
  let seen = 0;
  const wrong = await everywhere(
    (at) => (PAIRS[at % 2] ?? []).map((name) => VISITS[name]),
    async ({ page }, { language, viewport }) => {
      seen += 1;
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      const found = await violations(page);
      // As a window that is made narrow, or enlarged to 400 % (WCAG 1.4.10): nothing sticks out, every control keeps its name.
      await page.setViewportSize(NARROW);
      found.push(...(await page.evaluate(lookForOverflow, NARROW.width)));
      if (language === "en") found.push(...(await violations(page, { rules: NARROW_RULES })));
      await page.setViewportSize(viewport);
      return found;
    },
  );
  expect(wrong).toEqual({});
  expect(seen).toBe((templates.length + 2 * MEMBER_PATHS.length) * 2);
}, 600_000);

it("shows its content without script", async () => {
  const wrong = await everywhere(
    (at) => [{ language: at % 2 ? "es" : "en", viewport: PHONE, javaScript: false }],
    async ({ page }) => {
      // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
      const heading = (await page.locator("h1").first().innerText()).trim();
      // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
      const content = (await page.locator("main").innerText()).trim();
      const hidden = await page.locator("main").evaluate((main) => getComputedStyle(main).visibility === "hidden");
      return [
        ...(heading ? [] : ["there is no heading"]),
        ...(content.length > heading.length + 20 ? [] : [`the content is only: ${content}`]),
        ...(hidden ? ["the content is hidden"] : []),
      ];
    },
  );
  expect(wrong).toEqual({});
});

describe("for search engines", () => {
  const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;
  const linkOf = (html: string, rel: string, hreflang?: string) => {
    const tag = [...html.matchAll(/<link\b[^>]*>/g)]
      .map((match) => match[0])
      .find(
        (text) => text.includes(`rel="${rel}"`) && (!hreflang || text.toLowerCase().includes(`hreflang="${hreflang}"`)),
      );
    return tag ? attribute(tag, /href="([^"]*)"/) : null;
  };

  it.each(["en", "es"] as const)("says what each page is, in %s", async (language) => {
    const wrong: string[] = [];
    const titles = new Map<string, string>();
    for (const template of templates) {
      const html = await (await fetch(product.url + inLanguage(template.path, language))).text();
      const say = (text: string) => wrong.push(`${template.name}: ${text}`);
      if (attribute(html, /<html[^>]* lang="(\w+)"/) !== language) say("wrong html lang");
      const title = attribute(html, /<title>([^<]*)<\/title>/);
      if (!title) say("no title");
      if (!template.indexed) continue;
      if (title && titles.has(title)) say(`has the title of ${titles.get(title)}: ${title}`);
      titles.set(title ?? "", template.name);
      const description = attribute(html, /<meta name="description" content="([^"]*)"/);
      if (!description || description.length < 30 || description.includes("{{")) say(`description: ${description}`);
      if (/name="robots" content="noindex/.test(html)) say("noindex");
      const canonical = product.url + inLanguage(template.path, language);
      if (linkOf(html, "canonical") !== canonical) say(`canonical ${linkOf(html, "canonical")}`);
      for (const [other, address] of [
        ["en", template.path],
        ["es", inLanguage(template.path, "es")],
        ["x-default", template.path],
      ] as const)
        if (linkOf(html, "alternate", other) !== product.url + address)
          say(`hreflang ${other}: ${linkOf(html, "alternate", other)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("gives structured data that parses", async () => {
    const kinds: Record<string, string[]> = {};
    for (const template of templates.filter((each) => each.structured)) {
      const html = await (await fetch(product.url + template.path)).text();
      const blocks = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
      const data = blocks.map((block) => JSON.parse(block[1] ?? "") as { "@context": string; "@type": string });
      expect(
        data.every((item) => item["@context"] === "https://schema.org"),
        template.name,
      ).toBe(true);
      kinds[template.name] = data.map((item) => item["@type"]);
    }
    expect(kinds.home).toEqual(expect.arrayContaining(["Organization", "WebSite"]));
    expect(kinds["merchant with coupons"]).toContain("BreadcrumbList");
    expect(kinds.product).toEqual(expect.arrayContaining(["Product", "BreadcrumbList"]));
    expect(Object.entries(kinds).filter(([, types]) => types.length === 0)).toEqual([]);
  });

  it("keeps pages that are for nobody's list out of it", async () => {
    for (const template of templates.filter((each) => !each.indexed)) {
      const response = await fetch(product.url + template.path);
      const html = await response.text();
      const kept = response.status >= 400 || /name="robots" content="noindex/.test(html);
      expect(kept, template.name).toBe(true);
    }
  });
});

/** Runs in the page. What is wider than the window, and what sticks out of it without a place to scroll. */
function lookForOverflow(width: number): string[] {
  const root = document.documentElement;
  const found = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : [];
  const cut = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== "visible" || style.visibility === "hidden" || style.position === "fixed") return true;
      if (at.matches('.sr, .skip, [aria-hidden="true"], dialog')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("body *")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || (box.right <= width + 0.5 && box.left >= -0.5)) continue;
    if (!cut(element))
      found.push(
        `sticks out (${Math.round(box.left)} to ${Math.round(box.right)}): ${element.outerHTML.slice(0, 120)}`,
      );
  }
  return found.slice(0, 5);
}
