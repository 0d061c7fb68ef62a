/**
 * The pages of the app on a phone: what a member has, the membership kept and cancelled without leaving the app, and what
 * they were told, with the bell the same in every tab.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, IPHONE, PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";

const { stage, payingMember } = openMembershipStage();
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

it("shows what a member has, and lets them cancel in two presses without leaving the app", async () => {
  const { cookies } = await payingMember("app@example.com");
  await stage.visit({ viewport: PHONE, userAgent: IPHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/mobile");
    await page.waitForURL(/\/mobile\/dashboard$/);
    await page.getByRole("heading", { level: 2, name: "Membership" }).waitFor();
    expect(await page.locator(".site-header").count()).toBe(0);
    expect(await page.locator(".app-meter").count()).toBe(3);
    await accessible(page, "the dashboard");
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await fits(page), "at 320 px").toBe(true);
    await page.setViewportSize(PHONE);

    await page.getByRole("navigation", { name: "Your places" }).getByRole("link", { name: "Billing" }).click();
    await page.getByRole("heading", { level: 1, name: "Billing" }).waitFor();
    await page.getByRole("link", { name: "Change card" }).click();
    await page.waitForURL(/\/mobile\/billing\?change=1$/);
    await page.getByRole("button", { name: "Don't try my card again" }).click();
    await page.getByText("Retries are off").waitFor();
    expect(new URL(page.url()).pathname).toBe("/mobile/billing");

    await page.getByRole("navigation", { name: "Your places" }).getByRole("link", { name: "Subscriptions" }).click();
    await page.getByRole("heading", { level: 1, name: "Membership" }).waitFor();
    await accessible(page, "subscriptions in the app");
    await page.getByRole("button", { name: "Cancel membership" }).click();
    await page.getByRole("heading", { level: 1, name: /membership is canceled/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/mobile/subscriptions");
    expect(await page.locator(".site-header").count()).toBe(0);
    await page.goto("/mobile/dashboard");
    await page.getByText("Benefits run until").waitFor();
  });
});

it("tells in Spanish what happened, marks it read in every tab, and hears of less when asked", async () => {
  const { cookies, user_id } = await payingMember("told@example.com");
  const { notifications, database } = stage.product.wired;
  await stage.visit({ viewport: DESKTOP }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/about");
    const bell = page.getByRole("link", { name: /Notifications \d/ });
    await bell.waitFor();
    const other = await context.newPage();
    await other.goto("/account/notifications?lang=es");
    await other.getByRole("heading", { level: 1, name: "Notificaciones" }).waitFor();
    expect(await other.locator(".notices .is-new").count()).toBeGreaterThan(0);
    await accessible(other, "notices in Spanish");
    await page.bringToFront();
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    expect(await notifications.notices.unread(user_id)).toBe(0);

    const put = other.waitForResponse(/\/api\/account\/notifications\/news\/mail$/);
    await other.getByRole("switch", { name: "Novedades y ofertas: Por correo" }).press("Space");
    expect((await put).status()).toBe(200);
    const { rows } = await database.pool.query(
      "select list, channel, is_on from notifications.choices where user_id = $1",
      [user_id],
    );
    expect(rows).toEqual([{ list: "news", channel: "mail", is_on: false }]);
    await other.goto("/unsub/money?lang=en");
    await other.getByRole("checkbox", { name: "Stop emails about news and offers" }).waitFor();
    expect(await other.getByRole("checkbox", { checked: true }).count()).toBe(2);
    expect((await notifications.lists(user_id)).find(({ list }) => list === "money")?.mail, "only looked").toBe(true);
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByText("Done. The emails that are ticked below no longer come.").waitFor();
    expect((await notifications.lists(user_id)).filter(({ mail }) => mail).map(({ list }) => list)).toEqual([
      "alerts",
      "account",
    ]);
  });
});

it("asks why the extension went, keeps what was typed when nothing was said, and no name", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page }) => {
      await page.goto("/uninstall");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Tick a reason or write a line.").waitFor();
      await page.getByRole("checkbox", { name: "It slowed my browser down" }).check();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Thank you. We read every one.").waitFor();
      const { rows } = await stage.product.wired.database.pool.query("select reasons, words from help.uninstalls");
      expect(rows).toEqual([{ reasons: ["slow"], words: "" }]);
    },
    /status of 422/,
  );
});
