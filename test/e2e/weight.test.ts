/**
 * What a public page costs before anybody touches it, as sent: script, style, fonts, the document itself, and the Spanish
 * that is asked for when the page is idle, after it has come alive: that of its own screens and no more.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { inLanguage, publicTemplates, type Template } from "./public-pages.ts";

const KIB = 1_024;
/** A public document holds what it needs of the style sheet (some 12 KiB) beside its own 20 to 26; the whole sheet comes after the paint. */
const LIMITS = { script: 120 * KIB, style: 35 * KIB, font: 90 * KIB, document: 36 * KIB, words: 10 * KIB };
type Kind = keyof typeof LIMITS;
const WORDS = /\/assets\/es-[\w-]+\.js$/;

let product: Product;
let browser: Browser;
let templates: Template[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  templates = await publicTemplates(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

function kindOf(address: string, type: string): Kind | null {
  const { pathname } = new URL(address);
  if (type === "document") return "document";
  if (WORDS.test(pathname)) return "words";
  if (pathname.endsWith(".js")) return "script";
  if (pathname.endsWith(".css")) return "style";
  return pathname.endsWith(".woff2") ? "font" : null;
}

/** What a browser would ask for before it paints this document: nothing but one picture; those of lists wait until they are near (decision 0034). */
const BEFORE_PAINT =
  /<link (?![^>]*as="image")[^>]*rel="(?:stylesheet|preload|modulepreload|manifest)"[^>]*>|<script [^>]*src=[^>]*>|<use [^>]*href="\/[^>]*>|<img (?![^>]*loading="lazy")[^>]*>/g;
const ONE_PICTURE = 1;

/** A first visit, with nothing kept: bytes by kind. */
async function weigh(path: string, language: "en" | "es") {
  const visitor = await openVisitor(browser, { baseURL: product.url, viewport: PHONE, language });
  const bytes: Record<Kind, number> = { script: 0, style: 0, font: 0, document: 0, words: 0 };
  const seen = new Set<string>();
  const plain: string[] = [];
  // Sizes as the server sent them: for what was asked for ahead of time, the browser's own figures are those of its cache.
  visitor.page.on("response", (response) => {
    const address = response.url();
    if (seen.has(address)) return;
    seen.add(address);
    const kind = kindOf(address, response.request().resourceType());
    if (!kind) return;
    const headers = response.headers();
    if (kind !== "font" && headers["content-encoding"] !== "br") plain.push(address);
    bytes[kind] += Number(headers["content-length"] ?? Number.NaN);
  });
  const { page } = visitor;
  // A busy machine rests between a page's parts: what must come is waited for, not guessed from silence.
  const texts = language === "es" ? page.waitForResponse((answer) => WORDS.test(new URL(answer.url()).pathname)) : null;
  const faces = page.waitForResponse(
    (answer) => kindOf(answer.url(), answer.request().resourceType()) === "font" && answer.ok(),
  );
  const document = await page.goto(inLanguage(path, language), { waitUntil: "load" });
  const asked = Array.from(((await document?.text()) ?? "").matchAll(BEFORE_PAINT), ([element]) => element);
  await Promise.all([texts, faces]);
  await page.evaluate(() => new Promise((settle) => requestIdleCallback(() => requestIdleCallback(settle))));
  await page.waitForLoadState("networkidle");
  await visitor.close();
  return { bytes, plain, asked };
}

it("keeps every public template light before interaction", async () => {
  const heavy: string[] = [];
  const table: string[] = [];
  const light = templates.filter(({ indexed, personal }) => indexed && !personal);
  // Every kind in one language, and the home page, which shows the most, in both.
  const visits = light.map((template, at) => ({ template, language: at % 2 ? ("es" as const) : ("en" as const) }));
  const home = light.find(({ name }) => name === "home");
  if (home) visits.push({ template: home, language: "es" });
  for (const { template, language } of visits) {
    const { bytes, plain, asked } = await weigh(template.path, language);
    const kinds = Object.entries(bytes) as [Kind, number][];
    table.push(
      `${template.name} (${language}): ${kinds.map(([kind, size]) => `${kind} ${(size / KIB).toFixed(1)}`).join(", ")}`,
    );
    for (const [kind, size] of kinds) {
      const due = kind === "words" ? language === "es" : true;
      if (size > 0 !== due) heavy.push(`${template.name}: ${size} bytes of ${kind} in ${language}`);
      if (size > LIMITS[kind]) heavy.push(`${template.name}: ${kind} ${(size / KIB).toFixed(1)} KiB`);
    }
    if (asked.length > ONE_PICTURE || asked.some((element) => !element.startsWith("<img")))
      heavy.push(`${template.name} asks before it paints for ${asked.join(" ")}`);
    for (const address of plain) heavy.push(`${template.name}: ${address} was sent without brotli`);
  }
  console.info(`\nKiB before interaction:\n  ${table.join("\n  ")}`);
  expect(heavy).toEqual([]);
});
