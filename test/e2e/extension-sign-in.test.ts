/** The extension's own sign-in in a real Chromium: asked on our page, bound to a secret of the extension, and gone with the site's session. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chrome } from "../../extension/src/messages.ts";
import { violations } from "../support/axe.ts";
import { shareBrowser } from "../support/browser.ts";
import { type Installed, installExtension } from "../support/extension.ts";
import { type Product, startProduct } from "../support/product.ts";
import { openAsk } from "./connect-extension.ts";
import { signUp } from "./members.ts";
import { logIn, settle } from "./signing-in.ts";

/** What the worker has where these functions run. */
declare const chrome: Chrome;
/** What our own page said to itself, kept by the test's own listener. */
declare const said: { type?: string; code?: string }[];

const EMAIL = "connects@example.com";
let product: Product;
let installed: Installed;
let store: Page;
beforeAll(async () => {
  product = await startProduct({ shop_hosts: true });
  const browser = await shareBrowser();
  await signUp(product, EMAIL);
  await settle(product, EMAIL);
  await browser.close();
  installed = await installExtension(product);
  store = await installed.context.newPage();
  await store.goto(`http://marlowfinch.example:${new URL(product.sandbox.url).port}/shops/marlow-finch/`);
});
afterAll(async () => {
  await installed?.close();
  await product?.close();
});

const kept = () =>
  installed.worker.evaluate(async () => {
    const { session } = (await chrome.storage.local.get("session")) as {
      session?: { login_token: string; bind_secret: string };
    };
    return session ?? null;
  });
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { said: heard });
    window.addEventListener("message", ({ data }) => heard.push(data));
  });
const exchange = (code: string, verifier?: string) =>
  fetch(`${product.url}/ext/tuppence/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `chrome-extension://${installed.id}` },
    body: JSON.stringify({ code, verifier }),
  });

it("asks on our page after the sign-in there, and no address ever holds what opens anything", async () => {
  const addresses: string[] = [];
  installed.context.on("request", (request) => addresses.push(request.url()));
  const popup = await installed.popup(store);
  const page = await openAsk(installed, popup);
  expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
  await logIn(page, EMAIL);
  await page.getByRole("heading", { name: "Sign in the extension?" }).waitFor();
  await page.getByText(`chrome-extension://${installed.id}`).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await kept()).toBe(null);
  await listen(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "The extension is signed in" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await popup.getByText("$0.00 available").waitFor();

  const session = await kept();
  expect(session?.login_token.split(".").length).toBe(3);
  const code = await page.evaluate(() => said.find(({ type }) => type === "tuppence-extension-code")?.code ?? "");
  expect(code.length).toBeGreaterThan(40);
  addresses.push(page.url());
  for (const secret of [code, session?.login_token ?? "-", session?.bind_secret ?? "-"])
    expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
  // What the page could hear is worth nothing any more.
  expect((await exchange(code)).status).toBe(410);
  await Promise.all([page, popup].map((one) => one.close()));
});

it("takes no code of a sign-in that it did not ask for, and the page says so", async () => {
  const before = await kept();
  const page = await installed.context.newPage();
  const challenge = "A".repeat(43);
  const asked = `redirect=${encodeURIComponent(`chrome-extension://${installed.id}/`)}&challenge=${challenge}`;
  // Also by the path that older links have.
  await page.goto(`${product.url}/login-full-page-redirect?${asked}`);
  await page.waitForURL(
    (url) => url.pathname === "/login-full-page" && url.searchParams.get("challenge") === challenge,
  );
  await listen(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("The extension in this browser didn't ask for this sign-in.").waitFor();
  expect(await violations(page)).toEqual([]);
  const code = await page.evaluate(() => said.find(({ type }) => type === "tuppence-extension-code")?.code ?? "");
  const thief = await exchange(code, "B".repeat(43));
  expect([thief.status, ((await thief.json()) as { code: string }).code]).toEqual([403, "extension_code_unproven"]);
  expect(await kept()).toEqual(before);
  await page.close();
});

it("says so in Spanish where the site is read in Spanish", async () => {
  const popup = await installed.popup(store);
  await popup.getByText("$0.00 available").waitFor();
  await popup.close();
  const page = await installed.context.newPage();
  const asked = `redirect=${encodeURIComponent(`chrome-extension://${installed.id}/`)}&challenge=${"A".repeat(43)}`;
  await page.goto(`${product.url}/login-full-page?${asked}&lang=es`);
  await page.getByRole("heading", { name: "¿Iniciar sesión en la extensión?" }).waitFor();
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByText(/La extensión de este navegador no pidió este inicio de sesión/).waitFor();
  await page.close();
});

it("is signed out with the site", async () => {
  const page = await installed.context.newPage();
  await page.goto(`${product.url}/logout?lang=en`);
  await page.waitForURL((url) => url.pathname !== "/logout");
  await page.close();
  const popup = await installed.popup(store);
  await popup.getByRole("region", { name: "You are signed out" }).waitFor();
  expect(await kept()).toBe(null);
  await popup.close();
});

it("tells who was signed in by an older version why they are asked once more", async () => {
  await installed.worker.evaluate(() => chrome.storage.local.set({ sign_in_anew: true }));
  const popup = await installed.popup(store);
  await popup
    .getByText("The extension has a sign-in of its own now, apart from the site's.", { exact: false })
    .waitFor();
  expect(await violations(popup)).toEqual([]);
  await popup.close();
});
