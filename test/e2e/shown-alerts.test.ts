/** Alerts that a shared browser shows already go with their member, in whatever way the sign-in ends. */
import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { userId as userIds } from "#platform/ids";
import { DESKTOP } from "../support/browser.ts";
import { subscribeAtSandbox } from "../support/push-browser.ts";
import { openStage, until } from "../support/stage.ts";
import { ALERTS_SHOWN, inWorker } from "../support/worker.ts";
import { signUp } from "./members.ts";
import { logOut } from "./signing-in.ts";

const stage = openStage({ whole_browser: true });
/** One that does not go by itself while it is waited for. */
const SHOW_ALERT = `self.registration.showNotification("News about your money", { tag: "alert", requireInteraction: true })`;
const shown = (context: BrowserContext) => inWorker(context, stage.product.url, ALERTS_SHOWN);
const bound = (page: Page) => page.evaluate(() => localStorage.getItem("push_bound"));
const userId = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").user_id);

/** A member of that name who is told on this browser, and reads a page while one alert is on the screen. */
async function toldHere(
  email: string,
  journey: (page: Page, context: BrowserContext) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  const cookies = await signUp(stage.product, email);
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await context.grantPermissions(["notifications"], { origin: stage.product.url });
      await subscribeAtSandbox(context, stage.product);
      await page.goto("/account/notifications");
      await page.getByRole("button", { name: "Turn on alerts here" }).click();
      await page.getByText("On here.").waitFor();
      await until("the worker to see the page's calls", () =>
        page.evaluate(() => navigator.serviceWorker.controller !== null),
      );
      await inWorker(context, stage.product.url, SHOW_ALERT);
      expect(await shown(context)).toBe(1);
      await journey(page, context);
    },
    expected,
  );
}
const untilNone = (context: BrowserContext) => until("no alert to be shown", async () => (await shown(context)) === 0);

it("closes them when its member signs out in the menu", () =>
  toldHere("menu@example.com", async (page, context) => {
    await page.locator("header .avatar").click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await untilNone(context);
  }));

it("closes them when its member signs out by the address of it", () =>
  toldHere("typed@example.com", async (page, context) => {
    await logOut(page);
    await untilNone(context);
  }));

it("closes them where a page learns that the session is gone, and is left before anything more can be loaded", () =>
  toldHere(
    "lost@example.com",
    async (page, context) => {
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.setBlockedURLs", { urls: ["*/assets/kept-*"] });
      await context.clearCookies();
      await page.goto("/about");
      await page.waitForURL(`${stage.product.url}/`);
      await untilNone(context);
    },
    /kept-|ERR_BLOCKED_BY_CLIENT/,
  ));

it("keeps them while its member's sign-in is renewed, and closes them when somebody else takes over, or they are turned off", () =>
  toldHere("renews@example.com", async (page, context) => {
    const ann = await userId(page);
    expect(await bound(page)).toMatch(new RegExp(` ${ann}$`));
    // As browsers keep it, and as they did until November 2026.
    for (const id of [ann, userIds.read(ann)]) {
      await page.evaluate((kept) => localStorage.setItem("push_bound", `earlier ${kept}`), id);
      await page.goto("/about");
      await until("the renewed sign-in to be followed", async () => !(await bound(page))?.startsWith("earlier"));
      expect(await shown(context), id).toBe(1);
    }

    await context.addCookies(await signUp(stage.product, "next@example.com"));
    await page.goto("/about");
    await until("the next member to be followed", async () => !(await bound(page))?.endsWith(` ${ann}`));
    expect(await shown(context)).toBe(0);

    await inWorker(context, stage.product.url, SHOW_ALERT);
    await page.goto("/account/notifications");
    await page.getByRole("button", { name: "Turn off alerts here" }).click();
    await page.getByRole("button", { name: "Turn on alerts here" }).waitFor();
    expect(await shown(context)).toBe(0);
  }));
