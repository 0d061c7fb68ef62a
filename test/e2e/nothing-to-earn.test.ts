/** A start without stores and with no partner of offers or surveys: what leads nowhere is not offered, and pages say what is so. */
import { expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { only } from "../support/earning.ts";
import { openStage } from "../support/stage.ts";
import { signUp } from "./members.ts";
import { inLanguage } from "./public-pages.ts";
import { settle, userIdOf } from "./signing-in.ts";

const stage = openStage({ catalogue: false, environment: only() });

const LANGUAGES = [
  { cookie: "en", nothing: "There is nothing to earn here right now" },
  { cookie: "es", nothing: "Ahora no hay nada que ganar aquí" },
] as const;
const PAGES = ["/offers", "/offers/game", "/surveys", "/account/promoteBetterOffer"];
/** What would be untrue, in both languages. */
const UNTRUE =
  /every day\.|Surveys are open|Offers pay meanwhile|New surveys come|fits you|cada día|todo el día|Mientras tanto|One step only|Join free, confirm/;
const TO_EARN = 'a[href^="/offers"], a[href^="/surveys"], a[href="/account/promoteBetterOffer"]';

/** As the table was left by a partner that was connected once. */
const leaveOffer = () =>
  stage.product.wired.database.pool.query(`
    insert into coins.offers (offer_id, provider, provider_offer_id, name, description, requirements, type, platforms, countries,
      payout_micros, goals, click_url, content_hash, state, first_seen_at, changed_at)
    values (gen_random_uuid(), 'ayet', '1', 'Left Behind', '', '', 'GAME', '{ios}', '{}', 1000000,
      '[{"goal_id":"1","name":"Play","payout_micros":"1000000","days":null}]', 'https://left.example', '', 'live', now(), now())`);

it("leads nobody to coins that nobody pays, and says so on pages that are reached by their address", async () => {
  await leaveOffer();
  await stage.product.wired.coins.refreshOffers();
  for (const { cookie, nothing } of LANGUAGES)
    for (const viewport of [undefined, PHONE])
      await stage.visit({ language: cookie, ...(viewport && { viewport }) }, async ({ page }) => {
        await page.goto(inLanguage("/", cookie));
        await page.locator("main h1").first().waitFor();
        expect(await page.locator(TO_EARN).count(), `home in ${cookie}`).toBe(0);
        // No store is there: no rate was checked.
        expect(await page.locator("#rates").count(), "a rate card of nothing").toBe(0);
        for (const path of PAGES) {
          await page.goto(inLanguage(path, cookie));
          await page.getByText(nothing).first().waitFor();
          expect(await page.locator("main").textContent(), path).not.toMatch(UNTRUE);
          expect(await page.locator(TO_EARN).count(), path).toBe(0);
          expect(await page.locator('meta[name="robots"][content*="noindex"]').count(), path).toBe(1);
        }
        await page.goto(inLanguage("/faq", cookie));
        await page.locator("#coins-worth").waitFor({ state: "attached" });
        expect(await page.locator(`main :is(${TO_EARN}), #earn-coins, #survey-screened-out`).count()).toBe(0);
      });
});

it("keeps what members have: their coins, their history, what they began", async () => {
  const { product } = stage;
  const email = "had-coins@example.com";
  const cookies = await signUp(product, email);
  const user_id = await userIdOf(product, email);
  await product.wired.database.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
    user_id,
  ]);
  // A new one is called away to the first steps from these very pages, as soon as their balances have come.
  await settle(product, email);
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/");
    await page.locator(".tabbar").waitFor();
    expect(await page.locator(".tabbar a").count(), "places for the thumb").toBe(4);
    expect(await page.locator(TO_EARN).count()).toBe(0);
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByText(LANGUAGES[0].nothing).first().waitFor();
      expect(await page.locator("main").textContent(), path).not.toMatch(UNTRUE);
      expect(await page.locator(`main :is(${TO_EARN})`).count(), path).toBe(0);
      // What is the member's own comes after the page, which is the same for everybody.
      await page.locator('main a[href="/account/withdrawal-coin"]').first().waitFor();
    }
    await page.goto("/account/coin/history");
    await page.getByText("Coins you get, from a gift code for example, show up here.").waitFor();
    await page.getByRole("link", { name: "Offers you started" }).click();
    await page.getByText("You haven't started an offer yet").waitFor();
    expect(await page.locator(TO_EARN).count()).toBe(0);
    await page.goto("/account/survey/onboarding?said=saved");
    await page.getByText("Saved.").waitFor();
    expect(await page.locator(`main :is(${TO_EARN})`).count(), "answers of before").toBe(0);
    // The benefit brings nothing where nobody pays coins.
    await page.goto("/account/rebates");
    await page.locator("main h1").first().waitFor();
    expect(await page.locator(TO_EARN).count(), "rebates").toBe(0);
  });
});
