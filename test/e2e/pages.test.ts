/** Every template is readable without script and described for search engines. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openVisitor, PHONE } from "../support/browser.ts";
import { openPlaces } from "./everywhere.ts";
import { inLanguage } from "./public-pages.ts";

const places = openPlaces();

/** A public page holds what it needs of the sheet, and names the whole of it. Of a page that links it there is nothing to look for. */
async function wholeSheetOf(page: Page): Promise<string> {
  const href = await page
    .locator('style[data-href^="/assets/app-"]')
    .getAttribute("data-href", { timeout: 1_000 })
    .catch(() => null);
  return href ? (await page.request.get(href)).text() : "";
}

/** Rules of the whole sheet that something in this document is shown by, and that the document does not hold. */
function findLackingRules(whole: string): string[] {
  const seen: string[] = [];
  const look = (rules: CSSRuleList, place: string, see: (rule: CSSStyleRule, name: string) => void) => {
    for (const rule of rules)
      if (rule instanceof CSSStyleRule) see(rule, place + rule.cssText);
      else if (rule instanceof CSSGroupingRule)
        look(rule.cssRules, `${place}${rule.cssText.slice(0, rule.cssText.indexOf("{"))} > `, see);
  };
  const held = new Set<string>();
  for (const { cssRules } of document.styleSheets) look(cssRules, "", (_, name) => held.add(name));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(whole);
  look(sheet.cssRules, "", ({ selectorText }, name) => {
    const elements = selectorText.replace(/::[\w-]+(\([^)]*\))?/g, "").replace(/(^|[\s>+~,])(?=$|[\s>+~,])/g, "$1*");
    if (!held.has(name) && document.querySelector(elements)) seen.push(name);
  });
  return seen;
}

it("shows its content without script", async () => {
  const wrong = await places.everywhere(
    [...places.publicPlaces, ...places.memberPlaces],
    (at) => [{ language: at % 2 ? "es" : "en", viewport: PHONE, javaScript: false }],
    async ({ page }) => {
      // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
      const heading = (await page.locator("h1").first().innerText()).trim();
      // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
      const content = (await page.locator("main").innerText()).trim();
      const hidden = await page.locator("main").evaluate((main) => getComputedStyle(main).visibility === "hidden");
      const idle = await page.locator('.btn[type="button"]:visible').allInnerTexts();
      const leaks = await page.locator('form:not([method="post"]) [type="password"]').count();
      const isMembers = new URL(page.url()).pathname.startsWith("/account/");
      const offersLogin = isMembers && (await page.locator('.site-header [href="/login"]').count()) > 0;
      const lacking = await page.evaluate(findLackingRules, await wholeSheetOf(page));
      return [
        ...lacking.map((rule) => `shows a part without its rule: ${rule}`),
        ...(heading ? [] : ["there is no heading"]),
        ...(content.length > heading.length + 20 ? [] : [`the content is only: ${content}`]),
        ...(hidden ? ["the content is hidden"] : []),
        ...idle.map((text) => `does nothing and can be pressed: ${text}`),
        ...(leaks ? ["a password would stand in the address"] : []),
        ...(offersLogin ? ["a member is offered to log in"] : []),
      ];
    },
  );
  expect(wrong).toEqual({});
});

it("gives its letters their faces part by part, and asks the browser for no face anew with the rest of the sheet", async () => {
  const visitor = await openVisitor(places.browser, { baseURL: places.product.url, viewport: PHONE });
  const { page } = visitor;
  await page.addInitScript(() => {
    // What is marked when the whole page is no more: parts that wait for their turn.
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.documentElement.hasAttribute("data-fonts")) return;
      seen.push(document.body.querySelectorAll("[data-fonts]").length);
    }).observe(document, { subtree: true, attributeFilter: ["data-fonts"] });
  });
  await page.goto("/coupons");
  const counts = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  // All have had their turn; parts that would move what is in view keep their local faces until the next page.
  await expect
    .poll(async () => {
      const { length } = await counts();
      await page.waitForTimeout(1_000);
      return length > 0 && length === (await counts()).length;
    })
    .toBe(true);
  const seen = await counts();
  expect(seen.length, `turns: ${seen}`).toBeGreaterThan(3);
  expect(seen[0], "parts that waited").toBeGreaterThan(seen.at(-1) ?? 0);
  const faces = await page
    .locator("h1, h2, main p")
    .evaluateAll((all) =>
      all.filter((one) => !one.closest("[data-fonts]")).map((one) => getComputedStyle(one).fontFamily),
    );
  expect(faces.length).toBeGreaterThan(0);
  expect(faces.filter((one) => !/^"(Besley|Public Sans) Variable"|^"Spline/.test(one))).toEqual([]);
  const whole = await wholeSheetOf(page);
  expect(whole).toContain("{");
  expect(whole).not.toContain("@font-face");
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it("lays out what lies below the fold when its reader comes near, and leads to a part of it as before", async () => {
  const visitor = await openVisitor(places.browser, { baseURL: places.product.url, viewport: PHONE });
  const { page } = visitor;
  const isLaidOut = (selector: string) =>
    page.locator(selector).evaluate((part) => part.checkVisibility({ contentVisibilityAuto: true }));
  await page.goto("/");
  expect(await isLaidOut(".hero h1")).toBe(true);
  expect(await isLaidOut(".cover-band h2")).toBe(false);
  expect(await isLaidOut(".foot-grid")).toBe(false);
  // What is not laid out has its words for whoever searches the page, or has it read aloud.
  await page.getByRole("heading", { name: "Follow a cent from click to payout" }).waitFor();
  await page.goto("/stores");
  await page.goto("/#how");
  await expect
    .poll(() => page.locator("#how h2").evaluate((part) => part.getBoundingClientRect().top))
    .toBeLessThan(PHONE.height);
  expect(await isLaidOut("#how h2")).toBe(true);
  await page.locator(".foot-grid a").last().focus();
  await expect.poll(() => isLaidOut(".foot-grid")).toBe(true);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it.each(["en", "es"] as const)(
  "has a front page on a phone whose rates and tickets are pushed aside, in %s",
  async (language) => {
    const visitor = await openVisitor(places.browser, { baseURL: places.product.url, viewport: PHONE });
    const { page } = visitor;
    await page.goto(inLanguage("/", language));
    await page.addStyleTag({ content: "* { content-visibility: visible !important; }" });
    const rows = await page.locator(".ratecard, .tickets-part .tickets").evaluateAll((all) =>
      all.map((row) => {
        const last = row.querySelector(":scope > :last-child");
        last?.scrollIntoView({ block: "nearest", inline: "end" });
        const edges = last?.getBoundingClientRect();
        return {
          parts: row.children.length,
          ends: (edges?.right ?? 0) <= window.innerWidth && (edges?.width ?? 0) > 0,
        };
      }),
    );
    expect(rows).toEqual([
      { parts: 6, ends: true },
      { parts: 8, ends: true },
    ]);
    // It was 7,871 px long while they stood below each other.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_800);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  },
);

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
    for (const template of places.templates) {
      const html = await (await fetch(places.product.url + inLanguage(template.path, language))).text();
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
      const canonical = places.product.url + inLanguage(template.path, language);
      if (linkOf(html, "canonical") !== canonical) say(`canonical ${linkOf(html, "canonical")}`);
      for (const [other, address] of [
        ["en", template.path],
        ["es", inLanguage(template.path, "es")],
        ["x-default", template.path],
      ] as const)
        if (linkOf(html, "alternate", other) !== places.product.url + address)
          say(`hreflang ${other}: ${linkOf(html, "alternate", other)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("gives structured data that parses", async () => {
    const kinds: Record<string, string[]> = {};
    for (const template of places.templates.filter((each) => each.structured)) {
      const html = await (await fetch(places.product.url + template.path)).text();
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
    for (const template of places.templates.filter((each) => !each.indexed)) {
      const response = await fetch(places.product.url + template.path);
      const html = await response.text();
      const kept = response.status >= 400 || /name="robots" content="noindex/.test(html);
      expect(kept, template.name).toBe(true);
    }
  });
});
