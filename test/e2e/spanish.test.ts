/** Spanish follows its reader: a page that is come to is shown with its own words or not yet, never in English first. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openVisitor, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { speaker } from "../support/words.ts";
import { signUp } from "./members.ts";
import { logIn } from "./signing-in.ts";

const WORDS = /\/assets\/es-[\w-]+\.js(\?again=\d+)?$/;
const say = speaker("es");
/** The page's heading up to its amount, which is a setting. */
const REFER = say("Bring a friend, and both of you get {{amount}}", { amount: "" });

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** Everything that the page's heading says from now on, as long as the document lives. */
const watchHeadings = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const text = document.querySelector("h1")?.textContent ?? "";
      if (text && text !== seen.at(-1)) seen.push(text);
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { headings: seen });
  });
const headings = (page: Page) =>
  // Put there by `watchHeadings`; another document has none.
  page.evaluate(() => (window as unknown as { headings?: string[] }).headings ?? ["another document"]);

it.each([
  ["before the first page has all of its words", true],
  ["after it", false],
])("a Spanish page that is come to %s waits for its words", async (_when, early) => {
  const visitor = await openVisitor(browser, { baseURL: product.url, language: "es" });
  const { page } = visitor;
  const missing: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/translation") && missing.push(request.postData() ?? ""));
  let release = () => {};
  const released = new Promise<void>((settle) => {
    release = settle;
  });
  const hold = () =>
    page.route(WORDS, async (route) => {
      await released;
      await route.continue();
    });
  if (early) await hold();
  // The words are asked for when the page has come alive, so that from then on links do not load documents.
  const alive = page.waitForRequest((request) => WORDS.test(request.url()));
  await page.goto("/?lang=es");
  await alive;
  if (!early) {
    await page.waitForLoadState("networkidle");
    await hold();
  }
  await watchHeadings(page);
  const [home] = await headings(page);
  const asked = page.waitForRequest((request) => WORDS.test(request.url()));
  const data = page.waitForResponse((response) => new URL(response.url()).pathname === "/refer.data");
  await page.locator('#site-footer a[href="/refer"]').click();
  await asked;
  await data;
  // The address is the new one as soon as the page's code and data are there; only its words are not.
  await page.waitForURL("**/refer");
  await page.waitForTimeout(500);
  expect(await headings(page)).toEqual([home]);
  release();
  await page.getByRole("heading", { level: 1, name: REFER }).waitFor();
  const [first, second, ...more] = await headings(page);
  expect(first).toBe(home);
  expect(second?.startsWith(REFER)).toBe(true);
  expect(more).toEqual([]);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: home ?? "" }).waitFor();
  expect(missing).toEqual([]);
  await visitor.close();
});

it("words that do not arrive keep nobody from the page, and come with the next", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url, language: "es" });
  const { page, problems } = visitor;
  await page.goto("/?lang=es", { waitUntil: "networkidle" });
  await watchHeadings(page);
  const home = (await headings(page))[0] ?? "";
  let away = true;
  await page.route(WORDS, (route) => (away ? route.abort() : route.continue()));
  await page.locator('#site-footer a[href="/refer"]').click();
  await page.getByRole("heading", { level: 1, name: "Bring a friend" }).waitFor();
  away = false;
  await page.goBack();
  // The page before is there again, and asks for what did not come.
  await page.getByRole("heading", { level: 1, name: home }).waitFor();
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: REFER }).waitFor();
  expect((await headings(page)).length).toBeGreaterThan(2);
  problems.length = 0;
  await visitor.close();
});

it("comes with the account to a browser that chose no language, from the first page after the form on", async () => {
  await signUp(product, "luz@example.com");
  const { user_id } = (await product.wired.database.pool.query("select user_id from identity.users")).rows[0];
  await product.wired.identity.setLanguage(user_id, "es");
  const { page, problems, close } = await openVisitor(browser, { baseURL: product.url });
  await page.goto("/login");
  await logIn(page, "luz@example.com");
  await page.waitForURL(/purchase-history/);
  await page.locator("html[lang=es]").waitFor({ state: "attached" });
  await page.goto("/");
  expect([await page.locator("html").getAttribute("lang"), problems]).toEqual(["es", []]);
  await close();
});
