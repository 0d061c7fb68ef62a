/** A member takes the signed statement along and checks it by keyboard on our page, and on the page as it was saved, without us. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { giveMoney, signUp } from "./members.ts";

let product: Product;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  folder = await mkdtemp(join(tmpdir(), "tuppence-check-"));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

async function check(page: Page, path: string, button: string) {
  await page.locator("#statement").setInputFiles(path);
  await page.getByRole("button", { name: button }).focus();
  await page.keyboard.press("Enter");
}

it("is downloaded from the passbook, right to the cent, and wrong when a cent of it is another", async () => {
  const email = "statement@example.com";
  const cookies = await signUp(product, email);
  await giveMoney(product, email);
  const { page, context, problems, close } = await openVisitor(browser, { baseURL: product.url, viewport: PHONE });
  await context.addCookies(cookies);
  await page.goto("/account/purchase-history");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your signed statement" }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);

  await page.getByRole("link", { name: "check a statement" }).click();
  await page.getByRole("heading", { name: "Check a signed statement" }).waitFor();
  expect(await violationsInBothModes(page)).toEqual([]);
  await check(page, path, "Check it");
  await page.getByText("Right to the cent").waitFor();
  await page.getByText("Signed by the key that this site publishes.").waitFor();
  expect(await violationsInBothModes(page)).toEqual([]);
  // On a phone nothing is wider than the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const wrong = join(folder, "wrong.json");
  await writeFile(wrong, (await readFile(path, "utf8")).replace(/("amount": ")(\d)/, "$1$20"));
  await check(page, wrong, "Check it");
  await page.getByText(/A balance is not the sum of the lines before it/).waitFor();
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByText(/Un saldo no es la suma de las líneas anteriores/).waitFor();
  expect(problems).toEqual([]);

  // As somebody saved it: a file on a device that reaches nobody.
  const saved = join(folder, "saved.html");
  await writeFile(saved, await (await page.request.get("/check-statement")).text());
  await close();
  const alone = await openVisitor(browser, { baseURL: product.url });
  await alone.context.setOffline(true);
  await alone.page.goto(`${pathToFileURL(saved).href}?lang=es`);
  await check(alone.page, path, "Comprobar");
  await alone.page.getByText("Correcto hasta el centavo").waitFor();
  await alone.page.getByText(/Firmado con la clave .+ Compárala con/).waitFor();
  await alone.close();
});
