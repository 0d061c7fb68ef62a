/** Ways to coins follow who pays them: surveys alone, none while an operator has them off, and surveys again. */
import { expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { only } from "../support/earning.ts";
import { openStage } from "../support/stage.ts";
import { signUp } from "./members.ts";
import { inLanguage } from "./public-pages.ts";

const stage = openStage({ catalogue: false, environment: only("cpx") });

const BY_WHOM = { by: "operator", reason: "A test of what pages offer." };
const switchOff = (is_off: boolean) => stage.product.wired.coins.desk.changeRules("cpx", { is_off }, BY_WHOM);

it("leads to surveys where they alone pay, nowhere while an operator has them off, and back", async () => {
  const cookies = await signUp(stage.product, "surveys-alone@example.com");
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    const placesOn = async (path: string) => {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      return page
        .locator('.tabbar a[href^="/offers"], .tabbar a[href^="/surveys"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    };
    expect(await placesOn("/stores")).toEqual(["/surveys"]);
    await switchOff(true);
    await expect.poll(() => placesOn("/stores")).toEqual([]);
    await expect.poll(() => placesOn("/account/rebates")).toEqual([]);
    await switchOff(false);
    await expect.poll(() => placesOn("/stores")).toEqual(["/surveys"]);
  });
});

it("asks who joins for no stores where there are none", async () => {
  const cookies = await signUp(stage.product, "no-stores@example.com");
  for (const [language, ready, on] of [
    ["en", "Your account is ready", "Continue"],
    ["es", "Tu cuenta está lista", "Continuar"],
  ] as const)
    await stage.visit({ language, viewport: PHONE }, async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(inLanguage("/account/onboarding", language));
      await page.getByRole("heading", { level: 1, name: ready }).waitFor();
      expect(await page.locator("fieldset").count()).toBe(0);
      expect(await page.locator('main button[name="skip"]').count()).toBe(0);
      const left = async (what: string) => (await page.locator(what).first().boundingBox())?.x;
      expect(await left("main form button"), "where its words begin").toBe(await left("main h1"));
      await page.getByRole("button", { name: on }).click();
      await page.waitForURL((url) => url.pathname === "/");
    });
});
