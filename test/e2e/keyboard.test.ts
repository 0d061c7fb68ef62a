/** Everything by keyboard: past the navigation, to a store, a code and back, in and out of the dialogs, and always seen. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openVisitor, shareBrowser, type Visitor } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { speaker } from "../support/words.ts";
import { signUp } from "./members.ts";
import { inLanguage } from "./public-pages.ts";

const STORE = "marlow-finch";
const LANGUAGES = [{ language: "en" }, { language: "es" }] as const;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function visit(path: string, language: "en" | "es" = "en"): Promise<Visitor> {
  const visitor = await openVisitor(browser, { baseURL: product.url, language });
  await visitor.page.goto(inLanguage(path, language), { waitUntil: "networkidle" });
  return visitor;
}

async function leave(visitor: Visitor) {
  expect(visitor.problems).toEqual([]);
  await visitor.close();
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement;
    return { tag: at.tagName, id: at.id, name: at.getAttribute("aria-label") ?? at.textContent?.trim() ?? "" };
  });

/** Presses Tab until the focus is on what is meant; more than `most` stops is a way too long. */
async function tabTo(page: Page, selector: string, most = 60) {
  for (let stops = 1; stops <= most; stops += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((meant) => document.activeElement?.matches(meant), selector)) return stops;
  }
  throw new Error(
    `${selector} was not reached with ${most} times Tab; the focus is on ${JSON.stringify(await focused(page))}`,
  );
}

/** What a person sees of the focus: an outline, a ring, or the outline of the card around it. */
const seesFocus = (page: Page) =>
  page.evaluate(() => {
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const outlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1;
      if (outlined || (at.matches(":focus-visible, :focus-within") && /\b(2|3|4)px\b/.test(style.boxShadow)))
        return true;
    }
    return false;
  });

it.each(LANGUAGES)("skips to the content ($language)", async ({ language }) => {
  const visitor = await visit("/stores", language);
  const { page } = visitor;
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: speaker(language)("Skip to content") });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  const box = await skip.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focused(page)).id).toBe("main");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await leave(visitor);
});

it("finds a store with / and the arrows", async () => {
  const visitor = await visit("/coupons");
  const { page } = visitor;
  await page.keyboard.press("/");
  const field = page.locator("header input[name=q]");
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe("");
  await page.keyboard.type("marlow");
  await page
    .getByRole("option", { name: /Marlow Finch/ })
    .first()
    .waitFor();
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  const active = await field.getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowDown");
  expect(await field.getAttribute("aria-activedescendant")).not.toBe(active);
  await page.keyboard.press("ArrowUp");
  expect(await field.getAttribute("aria-activedescendant")).toBe(active);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/${STORE}-coupons`));
  await page.getByRole("heading", { level: 1, name: /Marlow Finch/ }).waitFor();
  // The new page's field says from when it hears the key, which on a busy machine is after it is seen.
  await page.locator("header input[name=q][aria-keyshortcuts]").waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("zz/");
  expect(await field.inputValue()).toBe("zz/");
  await page.keyboard.press("Escape");
  expect(await field.inputValue()).toBe("");
  // The list comes when it is first used: on a busy machine after the key.
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
  await leave(visitor);
});

it.each(LANGUAGES)("opens a code and comes back to where it was ($language)", async ({ language }) => {
  const visitor = await visit(`/${STORE}-coupons`, language);
  const { page } = visitor;
  await tabTo(page, "main a[data-offer]", 80);
  const offer = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.offer);
  expect(await seesFocus(page)).toBe(true);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  await expectTrapped(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.offer)).toBe(offer);
  await leave(visitor);
});

it.each(LANGUAGES)("keeps the focus in the register dialog and gives it back ($language)", async ({ language }) => {
  const say = speaker(language);
  const visitor = await visit("/stores", language);
  const { page } = visitor;
  await tabTo(page, 'header a[href="/register"]', 20);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("Name"), { exact: true }).waitFor();
  await expect.poll(async () => (await focused(page)).tag).toBe("INPUT");
  await expectTrapped(page);
  // To the other form, still inside.
  await dialog.getByRole("link", { name: say("Log in") }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("heading", { name: say("Welcome back") }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/register");
  await leave(visitor);
});

it("goes through the header in the order that is seen, and shows where it is", async () => {
  const visitor = await visit("/");
  const { page } = visitor;
  const stops: { name: string; x: number; y: number }[] = [];
  await page.keyboard.press("Tab");
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      if (!at.closest("header")) return null;
      const box = at.getBoundingClientRect();
      return { name: at.getAttribute("aria-label") ?? at.textContent?.trim() ?? "", x: box.left, y: box.top };
    });
    if (!stop) break;
    expect(await seesFocus(page), stop.name).toBe(true);
    stops.push(stop);
    // The way goes on behind the field also when its suggestions are there.
    if (stop.name.startsWith("Search")) await page.getByRole("listbox").getByText("Categories").waitFor();
  }
  expect(stops.map((stop) => stop.name)).toEqual([
    "Tuppence",
    "Stores",
    "Coupons",
    "Products",
    "Earn coins",
    "Rebates",
    "How it works",
    "Search stores and products",
    "Español",
    "Log in",
    "Join",
  ]);
  expect(stops.map((stop) => stop.x)).toEqual(stops.map((stop) => stop.x).toSorted((a, b) => a - b));
  await leave(visitor);
});

it("shows the focus at every stop of a store's page", async () => {
  const visitor = await visit(`/${STORE}-coupons`);
  const { page } = visitor;
  const unseen: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (at.tag === "BODY") break;
    if (!(await seesFocus(page))) unseen.push(`${at.tag} ${at.name}`);
  }
  expect(unseen).toEqual([]);
  await leave(visitor);
});

it("opens the drawer of a narrow window, and closes it", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url, viewport: { width: 800, height: 900 } });
  const { page } = visitor;
  await page.goto("/stores", { waitUntil: "networkidle" });
  await tabTo(page, "header a[aria-label=Menu]", 20);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.waitFor();
  await expectTrapped(page);
  // In the search field the first Escape belongs to the suggestions.
  await drawer.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expect.poll(async () => (await focused(page)).name).toBe("Menu");
  await leave(visitor);
});

it("opens the account's menu from the avatar, goes through it, and logs out", async () => {
  const cookies = await signUp(product, "menu@example.com");
  const visitor = await openVisitor(browser, { baseURL: product.url });
  const { page, context } = visitor;
  await context.addCookies(cookies);
  await page.goto("/coupons", { waitUntil: "networkidle" });
  await tabTo(page, "button.avatar", 20);
  expect(await page.getAttribute("button.avatar", "aria-haspopup")).toBe("menu");
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  expect(await page.getAttribute("button.avatar", "aria-expanded")).toBe("true");
  const names = await page.getByRole("menuitem").allTextContents();
  expect(names).toEqual(["Your passbook", "Withdraw cash", "Membership", "Settings", "Español", "Log out"]);
  await expect.poll(async () => (await focused(page)).name).toBe(names[0]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => (await focused(page)).name).toBe(names[1]);
  // Tab leaves it for what follows the avatar, and not for the page's beginning.
  await page.keyboard.press("Tab");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await page.keyboard.press("Shift+Tab");
  await expect.poll(async () => (await focused(page)).name).toMatch(/, your account$/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focused(page)).name).toBe(names[0]);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(async () => (await focused(page)).name).toMatch(/, your account$/);
  await page.keyboard.press("Enter");
  // The menu takes the focus when it has opened: a key before that is heard by nobody.
  await expect.poll(async () => names.includes((await focused(page)).name)).toBe(true);
  await page.keyboard.press("End");
  await expect.poll(async () => (await focused(page)).name).toBe("Log out");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/logout$|\/$/);
  await leave(visitor);
});

/** Round the dialog and past its end, in both directions: the focus is on the page's own parts at no stop. */
async function expectTrapped(page: Page) {
  const stops = await page.getByRole("dialog").locator("a[href], button, input").count();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let count = 0; count < stops + 3; count += 1) {
      await page.keyboard.press(key);
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest("header, main, footer") ? at.outerHTML.slice(0, 120) : null;
      });
      expect(outside, key).toBeNull();
    }
  }
  // The way round leads over the browser's own bars, from where Tab comes back into the dialog.
  const inside = () => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
  for (let count = 0; count < 3 && !(await inside()); count += 1) await page.keyboard.press("Tab");
  expect(await inside()).toBe(true);
}
