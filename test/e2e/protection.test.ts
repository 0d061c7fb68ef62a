/**
 * Protection as a member uses it: a parcel typed and followed, a booking's mail forwarded and found, in both languages; every
 * page of it accessible, and whole on the narrowest phone.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, IPHONE, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { signUp } from "./members.ts";

const stage = openStage();
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const PAGES = ["accounts", "shipping", "price", "hotel", "carrental", "package"] as const;

it("has six pages that anybody can use, and leads a visitor to the sign-in", { timeout: 90_000 }, async () => {
  const cookies = await signUp(stage.browser, stage.product, "protected@example.com");
  await stage.visit({ viewport: PHONE, userAgent: IPHONE }, async ({ page, context }) => {
    await page.goto("/order-protection");
    await page.waitForURL(/\/login/);
    await context.addCookies(cookies);
    for (const [at, name] of PAGES.entries()) {
      await page.goto(`/account/protection/${name}${at % 2 ? "?lang=es" : "?lang=en"}`);
      await page.getByRole("heading", { level: 1, name: at % 2 ? "Protección" : "Protection" }).waitFor();
      await accessible(page, name);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await fits(page), `${name} at 320 px`).toBe(true);
      await page.setViewportSize(PHONE);
    }
  });
});

it("finds a forwarded booking and follows a parcel that was typed", { timeout: 60_000 }, async () => {
  const email = "forwards@example.com";
  const cookies = await signUp(stage.browser, stage.product, email);
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto("/account/protection/accounts");
      const address = await page.getByLabel("Only you know this address").inputValue();
      await stage.product.control("/mailboxes/send", { to: address, seed: 3, kind: "stay", language: "en" });
      await until("the booking", async () => {
        await page.goto("/account/protection/hotel");
        return (await page.locator("article.card").count()) === 1;
      });
      await accessible(page, "a booking");

      await page.goto("/account/protection/package");
      await page.getByRole("textbox", { name: "Tracking number" }).fill("not a number");
      await page.getByRole("button", { name: "Track" }).click();
      await page.locator("main [aria-invalid=true]").waitFor();
      await page.getByRole("textbox", { name: "Tracking number" }).fill("1Z5R89390357567127");
      await page.getByRole("button", { name: "Track" }).click();
      await page.getByText(/UPS/).first().waitFor();
      await accessible(page, "a parcel");
    },
    /status of 4(22|04)/,
  );
});
