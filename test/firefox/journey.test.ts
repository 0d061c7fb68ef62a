/** The whole way in a real Firefox: installed, told at a store, turned on by a press, an order, and cash back that is tracked. */
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chrome } from "../../extension/src/messages.ts";
import { type Firefox, openFirefox } from "../support/firefox.ts";
import { type Product, startProduct } from "../support/product.ts";
import { until } from "../support/stage.ts";

/** What the extension's own pages have where these functions run. */
declare const chrome: Chrome;

let product: Product;
let firefox: Firefox;
let shop: string;
beforeAll(async () => {
  product = await startProduct({ shop_hosts: true });
  const told = await fetch(`${product.url}/ext/tuppence/manifest.json`);
  const { public_key } = (await told.json()) as { public_key: string };
  firefox = await openFirefox({ site: product.url, public_key });
  shop = `http://marlowfinch.example:${new URL(product.sandbox.url).port}/shops/marlow-finch/`;
});
afterAll(async () => {
  await firefox?.close();
  await product?.close();
});

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const field = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;
const isAt = (page: Page, pattern: RegExp) => until(`${pattern}`, async () => pattern.test(page.url()));
const texts = (page: Page, selector: string) =>
  page.$$eval(selector, (all) => all.map((one) => one.textContent?.trim() ?? ""));

async function signUp(): Promise<void> {
  const page = await firefox.browser.newPage();
  await page.goto(`${product.url}/register`);
  await page.locator(field("Name")).fill("Nia Newcomer");
  await page.locator(field("Email")).fill("firefox@example.com");
  await page.locator('input[type="password"]').fill("seven copper kettles sing");
  await page.locator('input[type="checkbox"]').click();
  await page.locator('form button[type="submit"]').click();
  await isAt(page, /purchase-history/);
  await page.close();
}

/** By the popup's button and the question on our own page, which knows this installation by an id of its own. */
async function connect(popup: Page): Promise<{ code: string }> {
  await popup.evaluate(() => {
    window.close = () => undefined;
  });
  await popup.locator(button("Log in")).click();
  const page = await until("our page that asks", async () => {
    const all = await firefox.browser.pages();
    return all.find((one) => one.url().startsWith(`${product.url}/login-full-page?`));
  });
  await page.waitForSelector("::-p-text(Sign in the extension?)");
  await page.waitForSelector(`::-p-text(moz-extension://${new URL(firefox.own.url()).host})`);
  await page.evaluate(() => {
    window.addEventListener("message", ({ data }) => {
      if (data.type === "tuppence-extension-code") document.documentElement.dataset.heard = data.code;
    });
  });
  await page.locator(button("Continue")).click();
  await page.waitForSelector("::-p-text(The extension is signed in)");
  const code = await page.evaluate(() => document.documentElement.dataset.heard ?? "");
  expect(code.length).toBeGreaterThan(40);
  expect(page.url()).not.toContain(code);
  await page.close();
  return { code };
}

async function placeOrder(page: Page): Promise<void> {
  const follow = (selector: string) => Promise.all([page.waitForNavigation(), page.locator(selector).click()]);
  await follow("a.tile");
  await follow(button("Add to cart"));
  await follow('::-p-aria([name="Check out"][role="link"])');
  for (const input of await page.$$("form input:not([type=hidden])")) {
    const { value, type } = await input.evaluate((one) => ({ value: one.value, type: one.type }));
    if (!value) await input.type(type === "email" ? "nia@example.com" : "12 Copper Lane");
  }
  await follow("#place-order");
  expect(await page.$eval("[data-tracked]", (one) => one.getAttribute("data-tracked"))).toBe("true");
}

it("opens our page when it was installed, and marks it", async () => {
  const pages = await until("our page", async () => {
    const all = await firefox.browser.pages();
    return all.find((page) => page.url() === `${product.url}/extension?ei=true`);
  });
  await until("the mark", () => pages.evaluate(() => document.documentElement.hasAttribute("data-tuppence-extension")));
});

it("tells of a store, turns on by a press, and the order is tracked in the passbook", async () => {
  await signUp();
  const page = await firefox.browser.newPage();
  await page.goto(shop);
  await page.waitForSelector("tuppence-panel");
  expect(await page.$eval("tuppence-panel", (host) => host.shadowRoot)).toBe(null);
  expect(await page.$eval("tuppence-panel", (host) => host.matches(":popover-open"))).toBe(true);

  const popup = await firefox.popup(shop);
  const { code } = await connect(popup);
  // What the page could hear is worth nothing any more, also to who names our own origin.
  const stolen = await fetch(`${product.url}/ext/tuppence/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `moz-extension://${new URL(firefox.own.url()).host}` },
    body: JSON.stringify({ code }),
  });
  expect(stolen.status).toBe(410);
  await popup.waitForSelector("::-p-text($0.00 available)");
  expect(await texts(popup, "h1")).toEqual(["Marlow Finch"]);
  await popup.locator("button ::-p-text(Turn on)").click();
  await isAt(page, /marlowfinch\.example.*irclickid=/);
  const { rows } = await product.wired.database.pool.query("select internal_name from cashback.clicks");
  expect(rows).toEqual([{ internal_name: "marlow-finch" }]);
  const state = await until("our click to be known", () =>
    firefox.own.evaluate(async () => {
      const { state: kept } = (await chrome.storage.local.get("state")) as {
        state: { silences: object; active: Record<string, number> };
      };
      return Object.keys(kept.active).length > 0 && kept;
    }),
  );
  expect(Object.keys(state.active)).toEqual(["marlow-finch"]);
  expect(state.silences).toEqual({});

  await placeOrder(page);
  await page.goto(`${product.url}/account/purchase-history`);
  await until("the order in the passbook", async () => {
    await page.reload();
    return (await page.$("main ::-p-text(Marlow Finch)")) !== null;
  });
  const log = await firefox.ask<{ entries: { what: string }[]; broken: number | null }>({ ask: "log" });
  expect(log.broken).toBe(null);
  expect(log.entries.map(({ what }) => what)).toEqual(["pressed", "own_click"]);
});

it("is signed out with the site", async () => {
  const page = await firefox.browser.newPage();
  await page.goto(`${product.url}/logout`);
  await isAt(page, /^(?!.*logout)/);
  await page.goto(shop);
  const popup = await firefox.popup(shop);
  await popup.waitForSelector("::-p-text(You are signed out)");
  await Promise.all([page, popup].map((one) => one.close()));
});

it("says nothing where a foreign link led", async () => {
  const page = await firefox.browser.newPage();
  await page.goto(`http://blog.example:${new URL(shop).port}/impact/c/777/1400001/9001`);
  const tab = await firefox.tabAt(page.url());
  const view = await until("the page to be judged", async () => {
    const { decision } = await firefox.ask<{ decision: { allowed: boolean } }>({ ask: "view", tab });
    return !decision.allowed && decision;
  });
  expect(view).toMatchObject({ reason: "hop", from: "blog.example" });
  expect(await page.$("tuppence-panel")).toBe(null);
});
