/** The card form in a real browser: what is typed goes to the processor alone, in every way that a card can end. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import tailwindcss from "@tailwindcss/vite";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { createServer as createVite, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#settings";
import { type Running, run } from "../../sandbox/test/running.ts";
import type { Processor } from "../../src/modules/membership/processor.types.ts";
import { createStripeProcessor } from "../../src/modules/membership/stripe/stripe.ts";
import { contentSecurityPolicy, pageHeaders, paymentOrigins } from "../../src/server/security.ts";
import { violations } from "../support/axe.ts";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { createLogTrap } from "../support/world.ts";

declare global {
  interface Window {
    /** Every message that reached the page. */
    heard: string[];
  }
}

let world: Running;
let processor: Processor;
let browser: Browser;
let vite: ViteDevServer;
let url = "";
let customer = "";
/** Everything that any page sent to the product: address, headers, body. */
const taken: string[] = [];

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Card</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/src/modules/membership/test/card-page.tsx"></script></body></html>`;

beforeAll(async () => {
  world = await run();
  const config = readConfig({ SANDBOX_PORT: new URL(world.sandbox.url).port });
  processor = createStripeProcessor(config, createLogTrap().log);
  customer = await processor.ensureCustomer({ user_id: "usr_1", email: null, name: "Ann Lee" });
  vite = await createVite({
    configFile: false,
    appType: "custom",
    logLevel: "error",
    cacheDir: "node_modules/.vite-card-fields",
    plugins: [tailwindcss()],
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { include: ["react", "react-dom/client", "react/jsx-dev-runtime"] },
  });
  const payment = paymentOrigins(config.STRIPE_JS_URL);
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    taken.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
    if (request.url === "/api/test/setup") {
      const setup = await processor.startSetup({ customer_id: customer, idempotency_key: `setup-${taken.length}` });
      reply.setHeader("content-type", "application/json").end(JSON.stringify(setup));
    } else if (request.url?.startsWith("/card")) {
      for (const [name, value] of Object.entries(pageHeaders(payment))) reply.setHeader(name, value);
      reply.setHeader("content-security-policy", contentSecurityPolicy({ payment }));
      reply.setHeader("content-type", "text/html").end(PAGE);
    } else vite.middlewares(request, reply);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser.close();
  await vite.close();
  await world.close();
});

async function open(options: Partial<Parameters<typeof openVisitor>[1]> = {}, path = "") {
  const visitor = await openVisitor(browser, { baseURL: url, ...options });
  const script = encodeURIComponent(`${world.sandbox.url}/stripe/endive/stripe.js`);
  await visitor.page.goto(`/card?script=${script}${path}`);
  await visitor.page.locator('[data-card="cvc"]:not([aria-busy])').waitFor();
  return visitor;
}

const field = (page: Page, part: string): FrameLocator => page.frameLocator(`[data-card="${part}"] iframe`);

async function type(page: Page, number: string, more: { expiry?: string; cvc?: string; zip?: string } = {}) {
  await field(page, "number").getByRole("textbox").fill(number);
  await field(page, "expiry")
    .getByRole("textbox")
    .fill(more.expiry ?? "1234");
  await field(page, "cvc")
    .getByRole("textbox")
    .fill(more.cvc ?? "987");
  await page.getByLabel(/zip code|código postal/i).fill(more.zip ?? "43215");
}

async function pay(page: Page): Promise<{ ok: boolean; setup_id: string; field?: string; text: string }> {
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  return resultOf(page);
}
async function resultOf(page: Page) {
  await expect.poll(() => page.locator("output").textContent()).not.toBe("");
  return JSON.parse((await page.locator("output").textContent()) ?? "null") as Awaited<ReturnType<typeof pay>>;
}
/** The development server of this test would like to be called; the product's policy forbids it rightly. */
const ofVite = (problem: string): boolean => problem.includes("ws://localhost");
const bank = (page: Page) => page.frameLocator('iframe[title="Card authentication"]');

it("puts a card on file and no part of its number, date or code reaches the page or the product", async () => {
  const { page, problems, close } = await open();
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener("message", (event) => heard.push(JSON.stringify(event.data)));
  });
  await type(page, "4242424242424242");
  expect(await field(page, "number").getByRole("textbox").inputValue()).toBe("4242 4242 4242 4242");
  const end = await pay(page);
  expect(end.ok).toBe(true);
  const setup = await processor.readSetup(end.setup_id);
  expect(setup).toMatchObject({ state: "succeeded", customer_id: customer });
  expect(await processor.readCard(setup.payment_method_id ?? "")).toMatchObject({ last4: "4242", exp_year: 2034 });
  const seen = await page.evaluate(() => ({
    heard: window.heard,
    page: document.documentElement.outerHTML,
    inside: [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument),
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  }));
  expect(seen.heard.length).toBeGreaterThan(5);
  expect(seen.inside.every((inner) => inner === null)).toBe(true);
  const all = [...seen.heard, seen.page, seen.stored, ...taken].join("\n").replaceAll(" ", "");
  expect(taken.some((line) => line.includes("/api/test/setup"))).toBe(true);
  expect(all).not.toContain("4242424242");
  expect(all).not.toMatch(/12\/34|"987"/);
  expect(problems.filter((problem) => !ofVite(problem))).toEqual([]);
  await close();
});

it.each([
  [
    "",
    [
      "Card Number cannot be empty.",
      "Card Expiration cannot be empty.",
      "Card CVV cannot be empty.",
      "Zip Code cannot be empty.",
    ],
  ],
  [
    "&lang=es",
    [
      "El número de tarjeta no puede estar vacío.",
      "El vencimiento de la tarjeta no puede estar vacío.",
      "El CVV de la tarjeta no puede estar vacío.",
      "El código postal no puede estar vacío.",
    ],
  ],
])("says of every empty field that it is empty, and goes to the first (%s)", async (path, texts) => {
  const { page, close } = await open({ viewport: PHONE }, path);
  const end = await pay(page);
  expect(end).toMatchObject({ ok: false, field: "number", text: texts[0] });
  expect(await page.locator(".card-fields .error").allTextContents()).toEqual([...texts]);
  expect(await page.getByRole("alert").textContent()).toBe(texts.join(" "));
  await expect.poll(() => field(page, "number").locator("input:focus").count()).toBe(1);
  await page.keyboard.type("4");
  await expect.poll(() => page.locator(".card-fields .error").count()).toBe(3);
  await close();
});

it.each([
  ["4242424242424241", {}, "number"],
  ["4242", {}, "number"],
  ["4242424242424242", { expiry: "0121" }, "expiry"],
  ["4242424242424242", { cvc: "1" }, "cvc"],
  ["4242424242424242", { cvc: "" }, "cvc"],
  ["4242424242424242", { zip: "123" }, "zip"],
  ["4000000000000069", {}, "expiry"],
  ["4000000000000127", {}, "cvc"],
])("blames the field that is wrong: %s %j", async (number, more, blamed) => {
  const { page, close } = await open();
  await type(page, number, more);
  expect(await pay(page)).toMatchObject({ ok: false, field: blamed });
  // Going to the field does not take its message away again.
  await page.waitForTimeout(200);
  expect(await page.locator(".card-fields .error").count()).toBe(1);
  await close();
});

it("tells of a declined card in the fixed words, never that it was reported, and takes another after it", async () => {
  const { page, close } = await open();
  const texts: string[] = [];
  for (const number of ["4000000000000002", "4000000000009995", "4000000000009987", "4000000000009979"]) {
    await type(page, number);
    const end = await pay(page);
    expect(end.field).toBeUndefined();
    texts.push(end.text);
  }
  expect(new Set(texts)).toEqual(new Set(["Payment declined. Please enter a valid card and resubmit."]));
  await type(page, "5555555555554444");
  await page.getByRole("button", { name: "Pay", exact: true }).dblclick();
  await expect.poll(() => page.locator("output").textContent()).toContain('"ok":true');
  await close();
});

it("lets the bank ask the owner, who may fail and then approve", async () => {
  const { page, problems, close } = await open();
  await type(page, "4000002500003155");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  expect((await resultOf(page)).text).toMatch(/^Your bank couldn't confirm/);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await bank(page).getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => page.locator("output").textContent()).toContain('"ok":true');
  // A refusal is an answer of the processor's; the browser writes it down as a failed request.
  expect(problems.filter((problem) => !problem.includes("402") && !ofVite(problem))).toEqual([]);
  await close();
});

it("pays with either wallet, opens no sheet before the terms, and hides where there is none", async () => {
  const { page, close } = await open();
  const wallets = page.frameLocator("[data-wallets] iframe");
  const sheet = (name: string) => page.frameLocator(`iframe[title="${name}"]`);
  await wallets.getByRole("button", { name: "Apple Pay" }).click();
  await page.waitForTimeout(300);
  expect(await page.locator('iframe[title="Apple Pay"]').count()).toBe(0);
  await page.getByLabel("Terms").check();
  await wallets.getByRole("button", { name: "Apple Pay" }).click();
  expect(await sheet("Apple Pay").locator("main").textContent()).toContain("$1.00");
  await sheet("Apple Pay").getByRole("button", { name: "Cancel" }).click();
  await wallets.getByRole("button", { name: "Google Pay" }).click();
  await sheet("Google Pay").getByRole("button", { name: "Approve" }).click();
  const end = await resultOf(page);
  const { payment_method_id } = await processor.readSetup(end.setup_id);
  expect(await processor.readCard(payment_method_id ?? "")).toMatchObject({ wallet: "google_pay" });
  await close();
  await world.control("stripe/wallets", { apple_pay: false, google_pay: false });
  const without = await open();
  await expect.poll(() => without.page.getByText("or pay by card").isVisible()).toBe(false);
  await world.control("stripe/wallets", { apple_pay: true, google_pay: true });
  await without.close();
});

it.each([
  ["light", "&mode=light"],
  ["dark", "&mode=dark"],
])("breaks no rule of accessibility, with its messages and the processor's frames, %s", async (mode, path) => {
  const { page, close } = await open({ dark: mode === "dark" }, path);
  await pay(page);
  expect(await violations(page, { frames: true })).toEqual([]);
  await close();
});

it("can be filled and sent with the keyboard alone", async () => {
  const { page, close } = await open();
  await page.getByText("Card number", { exact: true }).click();
  await expect.poll(() => field(page, "number").locator("input:focus").count()).toBe(1);
  await page.keyboard.type("4242424242424242");
  // A person's next key comes after the focus has arrived; the test's would be faster than the browser's processes.
  for (const [part, keys] of [
    ["expiry", "1234"],
    ["cvc", "123"],
  ] as const) {
    await page.keyboard.press("Tab");
    await expect.poll(() => field(page, part).locator("input:focus").count()).toBe(1);
    await page.keyboard.type(keys);
  }
  await page.keyboard.press("Tab");
  await expect.poll(() => page.getByLabel("Zip code").evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type("43215");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await resultOf(page)).toMatchObject({ ok: true });
  await close();
});

it("says that the form could not be loaded, and loads it when asked again", async () => {
  const visitor = await openVisitor(browser, { baseURL: url });
  await world.control("fail", { target: "stripe.script", mode: "500", times: 2 });
  const script = encodeURIComponent(`${world.sandbox.url}/stripe/endive/stripe.js`);
  await visitor.page.goto(`/card?script=${script}`);
  await visitor.page.getByText("The card form could not be loaded.").waitFor();
  await world.control("fail", { target: "stripe.script", mode: "off" });
  await visitor.page.getByRole("button", { name: "Try again" }).click();
  await visitor.page.locator('[data-card="cvc"]:not([aria-busy])').waitFor();
  expect(await field(visitor.page, "cvc").getByRole("textbox").count()).toBe(1);
  await visitor.close();
});
