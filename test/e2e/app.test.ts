/**
 * The pages of the app on a phone: what a member has, the membership kept and cancelled without leaving the app, what
 * they were told, with the bell the same in every tab, a page pulled down, and a newer version taken.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, IPHONE, PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { until } from "../support/stage.ts";

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
    // A passbook that is open: the seam between cover and page. The first step of who has no order looks like one that can be pressed.
    expect((await page.locator(".app-head + .pb-spine").boundingBox())?.height).toBe(18);
    const step = page.getByRole("link", { name: "Find your stores" });
    const text = page.getByText("Nothing tracked yet.");
    expect((await step.boundingBox())?.x).toBe((await text.boundingBox())?.x);
    expect(await step.evaluate((one) => getComputedStyle(one).borderTopColor)).not.toBe("rgba(0, 0, 0, 0)");
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
    await other.getByText("Done. You'll no longer get the emails checked below.").waitFor();
    expect((await notifications.lists(user_id)).filter(({ mail }) => mail).map(({ list }) => list)).toEqual([
      "alerts",
      "account",
    ]);
  });
});

it("asks why the extension went, keeps what was typed when nothing was said, and no name", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await page.goto("/extension?ei=true");
      const kept = async () => (await context.cookies()).some(({ name }) => name === "extension_installed");
      await expect.poll(kept).toBe(true);
      await page.goto("/uninstall");
      expect(await kept(), "nothing says any more that it is there").toBe(false);
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

it("tells of a new version, which one press takes, and what was typed is there still", async () => {
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto("/contact");
    // The worker of an earlier version is in its place.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js?earlier", { scope: "/" });
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.getByText("A new version is ready.").waitFor();
    await accessible(page, "a new version");
    const words = page.locator("main textarea").first();
    await words.fill("Half a sentence that");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).press("Enter");
    await loaded;
    await until("the new worker to be in charge", () =>
      page.evaluate(() => navigator.serviceWorker.controller?.scriptURL.endsWith("/sw.js") ?? false),
    );
    await until("what was typed", async () => (await words.inputValue()) === "Half a sentence that");
    expect(await page.getByText("A new version is ready.").count()).toBe(0);
  });
});

it("asks for a page of the app anew when it is pulled down, and not while something else is scrolled", async () => {
  const { cookies } = await payingMember("pulls@example.com");
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/mobile/rebates");
    await page.getByRole("button", { name: "Refresh" }).waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (/\/mobile\/rebates\.data/.test(request.url())) asked += 1;
    });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: 195, y }] });
    const pull = async (from: number, to: number) => {
      await touch("touchStart", from);
      for (let y = from; y <= to; y += 20) await touch("touchMove", y);
      await touch("touchEnd", to);
    };
    // A press is what proves that nothing came before it: pulls that count would have asked first.
    const press = async (before: number) => {
      await page.getByRole("button", { name: "Refresh" }).press("Enter");
      await until("the page to be asked for", async () => asked > before);
      expect(asked).toBe(before + 1);
    };
    await press(0);
    // The button at the foot of the page was scrolled to.
    const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await scrollTo(0);
    await pull(200, 260);
    await press(1);
    await scrollTo(0);
    await pull(200, 420);
    await until("the page to be asked for by a pull", async () => asked === 3);
    await scrollTo(400);
    await pull(200, 420);
    await press(3);
    await scrollTo(0);
    await page.evaluate(() => {
      const list = document.createElement("div");
      list.style.cssText = "position: fixed; inset: 0; overflow-y: auto; z-index: 9; background: white";
      list.innerHTML = "<p style='height: 3000px'>A list</p>";
      document.body.append(list);
    });
    await pull(200, 420);
    await page.evaluate(() => document.body.lastElementChild?.remove());
    await press(4);
  });
});
