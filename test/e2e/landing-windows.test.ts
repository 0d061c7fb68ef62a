/** The offer in two windows, gone back in and loaded anew: nothing is lost, no step is skipped, and one payment is made. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import {
  answerQuestions,
  cardIsThere,
  enterCard,
  expectPaidOnce,
  goodCard,
  payButton,
  pressOn,
  register,
  sayAge,
  spinWheel,
  standing,
  tick,
} from "./landing-walk.ts";

const stage = openStage({ catalogue: false, whole_browser: true });

it("people who reload, go back and open a second window go on where they were, and pay once", () =>
  stage.visit(
    { viewport: PHONE, reducedMotion: true },
    async ({ page, context }) => {
      const say = speaker("en");
      const email = "back@example.com";
      await page.goto("/spl/spt/1");
      await spinWheel(page, say);
      const prize = await page.locator(".slip b").textContent();
      await page.getByRole("radio", { name: /A few times a month/ }).check();
      await page.getByRole("button", { name: "Next question" }).click();
      await page.waitForURL(/q=2/);
      await page.reload();
      await page.getByRole("radio", { name: /^Online/ }).waitFor();
      await page.goto("/spl/spt/2?q=1");
      expect(await page.getByRole("radio", { name: /A few times a month/ }).isChecked()).toBe(true);
      await answerQuestions(page, say);
      await page.reload();
      await page.getByLabel("Country you live in").waitFor();
      await page.goBack();
      await page.waitForURL(/spt\/2/);
      await page.goForward();
      await page.waitForURL(/spt\/3/);
      await page.goto("/spl/spt/5");
      await page.waitForURL(/spt\/3/);
      await sayAge(page, say);
      await page.waitForURL(/spt\/4/);
      await page.reload();
      expect(await page.locator(".slip b").textContent(), "the same bonus on every step").toBe(prize);
      await register(page, say, email);
      await cardIsThere(page);
      await page.goBack();
      await page.goto("/spl/spt/4");
      await page.waitForURL(/spt\/5/);
      await page.reload();
      await cardIsThere(page);

      const second = await context.newPage();
      await second.goto("/spl/spt/1");
      await second.getByRole("link", { name: "Continue" }).waitFor();
      await second.goto("/spl/spt/5");
      await cardIsThere(second);
      for (const one of [page, second]) {
        await enterCard(one, goodCard());
        await tick(one).check();
      }
      // Both at once, each with a card of its own: one of them pays, and both end well.
      await Promise.all([payButton(page, say).click(), payButton(second, say).click()]);
      const ends = await Promise.all([pressOnOrAgain(page), pressOnOrAgain(second)]);
      expect(
        ends.every((end) => ["/awesome", "/spsummary"].includes(end)),
        ends.join(),
      ).toBe(true);
      await expectPaidOnce(stage.product, email);

      async function pressOnOrAgain(one: Page): Promise<string> {
        const stays = one.getByRole("alert").filter({ hasText: /won't be charged twice|Nothing was charged/ });
        await Promise.race([
          one.waitForURL((url) => !url.pathname.startsWith("/spl/spt/")),
          stays.first().waitFor(),
        ]).catch(async (error) => {
          throw new Error(await standing(one), { cause: error });
        });
        if (one.url().includes("/spl/spt/")) await payButton(one, say).click();
        return pressOn(one, say);
      }
    },
    /status of (402|409)/,
  ));
