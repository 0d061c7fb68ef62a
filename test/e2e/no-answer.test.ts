/** What a link and a press say to somebody whom nobody answers: the truth, and that nothing was kept. */
import { expect, it } from "vitest";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { signUp } from "./members.ts";

const stage = openStage();
/** What the browser itself says of an address that does not answer. */
const NO_ANSWER = /ERR_INTERNET_DISCONNECTED|Failed to fetch|route module|503/;

it.each(["en", "es"] as const)(
  "a page that cannot be reached says so, and comes when it is asked for again (%s)",
  async (language) => {
    const say = speaker(language);
    await stage.visit(
      { language },
      async ({ page, context }) => {
        await context.addCookies(await signUp(stage.product, `unreached.${language}@example.com`));
        if (language === "es") await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
        await page.goto("/account/purchase-history", { waitUntil: "networkidle" });
        await page.evaluate(async () => {
          for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
        });
        await context.setOffline(true);
        await page.locator('a[href="/account/billing"]').first().click();
        await page.getByRole("heading", { level: 1, name: say("This page did not load") }).waitFor();
        await page
          .getByText(
            say("There is no connection to us right now. Check yours, then try again. Nothing you did is lost."),
          )
          .waitFor();
        await context.setOffline(false);
        await page.getByRole("button", { name: say("Try again") }).click();
        await page.getByRole("heading", { level: 1, name: say("Billing") }).waitFor();
      },
      NO_ANSWER,
    );
  },
);

it("a page that is long in coming is seen to be under way, until it is there", () =>
  stage.visit({}, async ({ page, context }) => {
    await context.addCookies(await signUp(stage.product, "slow@example.com"));
    await page.goto("/account/purchase-history", { waitUntil: "networkidle" });
    const held = Promise.withResolvers<void>();
    await page.route(/\/account\/billing\.data/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const line = () => page.evaluate(() => getComputedStyle(document.documentElement, "::before").position);
    expect(await line()).not.toBe("fixed");
    await page.locator('a[href="/account/billing"]').first().click();
    await page.locator("html[data-waits]").waitFor();
    expect(await line()).toBe("fixed");
    held.resolve();
    await page.getByRole("heading", { level: 1, name: "Billing" }).waitFor();
    await page.locator("html:not([data-waits])").waitFor();
    expect(await line()).not.toBe("fixed");
  }));

it("a heart that was not kept goes back, and says so", () =>
  stage.visit(
    {},
    async ({ page, context }) => {
      await context.addCookies(await signUp(stage.product, "unkept@example.com"));
      await page.goto("/search?q=marlow", { waitUntil: "networkidle" });
      await page.route("**/api/user/favourites/**", (route) => route.fulfill({ status: 503, json: {} }));
      const heart = page.getByRole("button", { name: "Keep Marlow Finch in your stores" });
      await heart.click();
      await page.getByText("That didn't go through. Please try again.").waitFor();
      expect(await heart.getAttribute("aria-pressed")).toBe("false");
    },
    NO_ANSWER,
  ));
