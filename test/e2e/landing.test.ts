/**
 * The offer as people go through it, whole: on a phone and on a desktop, in English and in Spanish, by card, Apple Pay,
 * Google Pay and a card whose bank asks. Each page is accessible in both modes, and no number ever reaches us.
 */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import {
  answerQuestions,
  bank,
  bonusOf,
  cardIsThere,
  chargesOf,
  consentMail,
  enterCard,
  membershipsOf,
  payButton,
  pressOn,
  register,
  sayAge,
  spinWheel,
  takenFrom,
  tick,
  toPayment,
} from "./landing-walk.ts";
import { PASSWORD, signUp } from "./members.ts";

const stage = openStage({ catalogue: false });

const accessible = async (page: Page) => expect(await violationsInBothModes(page)).toEqual([]);

/** Everything that the browser sends to us from here on: addresses, headers, bodies. */
function listen(context: BrowserContext): string[] {
  const heard: string[] = [];
  context.on("request", (request) => {
    if (request.url().startsWith(stage.product.url))
      heard.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
  return heard;
}

const NO_BONUS = "No bonus with this card: it was already used for one on another account. One per person.";

/** What must be so after every good end: one membership, one charge, one mail with the words, and books that add up. */
async function expectJoined(
  email: string,
  cents: number,
  wallet: string | null,
  words: string,
  bonuses: readonly string[] = ["pending"],
) {
  const { product } = stage;
  const trial = cents < 1_000;
  expect(await membershipsOf(product, email)).toEqual([{ state: trial ? "trial" : "active", tier: "standard" }]);
  expect(await chargesOf(product, email)).toEqual([
    { kind: trial ? "trial" : "period", amount: String(cents), state: "succeeded" },
  ]);
  expect(await takenFrom(product, email)).toEqual([{ cents, wallet }]);
  expect((await bonusOf(product, email)).map((one) => one.state)).toEqual(bonuses);
  expect((await consentMail(product, email)).text.replace(/\s+/g, " ")).toContain(words.replace(/\s+/g, " "));
  expect((await product.wired.ledger.verify()).findings).toEqual([]);
}
const consentWords = async (page: Page) => (await page.locator("[data-consent]").textContent()) ?? "";
const wallets = (page: Page) => page.frameLocator("[data-wallets] iframe");
const sheet = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`);

describe("the offer", () => {
  it("on a desktop in English, by card: nothing skipped, one press pays once, and a bonus waits", () =>
    stage.visit({ viewport: DESKTOP }, async ({ page, context }) => {
      const say = speaker("en");
      const heard = listen(context);
      await page.goto("/spl/spt/1");
      await page.getByText("60 in 100").waitFor();
      await page.getByText("$1.00 for 14 days, then $11.99 a month from").waitFor();
      await accessible(page);
      await page.getByRole("button", { name: "Spin the wheel" }).click();
      const given = page.getByText(/The wheel gave you \$(5|10|12)\.00/);
      await given.waitFor();
      const result = await given.textContent();
      await page.reload();
      expect(await given.textContent(), "a reload spins no second time").toBe(result);
      await accessible(page);
      await page.goto("/spl/spt/5");
      await page.waitForURL(/spt\/2/);
      await accessible(page);
      await page.waitForLoadState("networkidle");
      await page.keyboard.press("2");
      expect(await page.getByRole("radio", { name: /A few times a month/ }).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Next question" }).click();
      await page.waitForURL(/q=2/);
      await page.getByRole("link", { name: "Back" }).click();
      await page.waitForURL(/q=1/);
      expect(await page.getByRole("radio", { name: /A few times a month/ }).isChecked(), "kept on back").toBe(true);
      await page.getByRole("button", { name: "Next question" }).click();
      await page.waitForURL(/q=2/);
      await page.getByRole("button", { name: "Skip this question" }).click();
      await page.waitForURL(/q=3/);
      await page.getByRole("button", { name: "Skip this question" }).click();
      await page.waitForURL(/spt\/3/);
      await seeChecksRun(page);
      await accessible(page);
      await sayAge(page, say);
      await page.waitForURL(/spt\/4/);
      await accessible(page);
      await register(page, say, "rosa@example.com");
      await cardIsThere(page);
      await accessible(page);
      const words = await consentWords(page);
      await enterCard(page, "4242424242424242");
      await payButton(page, say).click();
      await page.getByText("Please accept the Terms & Conditions").waitFor();
      expect(await chargesOf(stage.product, "rosa@example.com"), "nothing is bought without the tick").toEqual([]);
      await tick(page).check();
      await payButton(page, say).dblclick();
      expect(await pressOn(page, say)).toBe("/awesome");
      await page.getByRole("heading", { name: "Trial started" }).waitFor();
      await page.getByText("Paid $1.00").waitFor();
      await accessible(page);
      await expectJoined("rosa@example.com", 100, null, words);
      const [bonus] = await bonusOf(stage.product, "rosa@example.com");
      expect(result).toContain((Number(bonus?.amount_minor) / 100).toFixed(2));
      await page.goto("/spl/spt/1");
      await page.waitForURL(/spsummary/);
      await accessible(page);
      // Leaving says beforehand and afterwards what it costs: the bonus hangs on a paid month.
      const amount = `$${(Number(bonus?.amount_minor) / 100).toFixed(2)}`;
      await page.goto("/account/subscription");
      await page.getByText(`The ${amount} bonus needs one paid month. Without it, the bonus expires.`).waitFor();
      await page.getByRole("button", { name: "Cancel membership" }).click();
      const slip = page.locator(".receipt");
      await slip.getByText("Bonus, expires without a paid month").waitFor();
      expect(await slip.locator("dl > div").allTextContents()).toEqual(
        expect.arrayContaining(["Pending, still yours$0.00", `Bonus, expires without a paid month${amount}`]),
      );
      expect(heard.length).toBeGreaterThan(20);
      expect(heard.join("\n").replaceAll(/[ +]|%20/g, "")).not.toMatch(/4242424242|12\/34|12%2F34/);
    }));

  it("on a phone in Spanish, by Apple Pay: no sheet before the terms, and a cancelled one loses nothing", () =>
    stage.visit(
      { viewport: PHONE, language: "es", dark: true, reducedMotion: true },
      async ({ page }) => {
        const say = speaker("es");
        await page.goto("/spl/splandamz?lang=es");
        await accessible(page);
        await page.getByRole("link", { name: say("Go to the wheel") }).click();
        await page.waitForURL(/spt\/1/);
        await accessible(page);
        await spinWheel(page, say);
        await accessible(page);
        await answerQuestions(page, say);
        await accessible(page);
        await sayAge(page, say);
        await page.waitForURL(/spt\/4/);
        await accessible(page);
        await register(page, say, "rosa.es@example.com");
        await cardIsThere(page);
        await accessible(page);
        const words = await consentWords(page);
        const apple = wallets(page).getByRole("button", { name: "Apple Pay" });
        await apple.click();
        await page.getByText(say("Please accept the Terms & Conditions")).waitFor();
        expect(await page.locator('iframe[title="Apple Pay"]').count()).toBe(0);
        await tick(page).check();
        await apple.click();
        expect(await sheet(page, "Apple Pay").locator("main").textContent()).toContain("$1.00");
        await sheet(page, "Apple Pay").getByRole("button", { name: "Cancel" }).click();
        await page.locator('iframe[title="Apple Pay"]').waitFor({ state: "detached" });
        expect(await tick(page).isChecked()).toBe(true);
        await apple.click();
        await sheet(page, "Apple Pay").getByRole("combobox").selectOption("5555555555554444");
        await sheet(page, "Apple Pay").getByRole("button", { name: "Approve" }).click();
        expect(await pressOn(page, say)).toBe("/splamzthanq");
        await page.getByRole("heading", { name: say("Your bonus is saved") }).waitFor();
        await accessible(page);
        await expectJoined("rosa.es@example.com", 100, "apple_pay", words);
        await page.goto("/spl/spt/1");
        await page.waitForURL(/spsummary/);
        await accessible(page);
      },
      /status of (402|409)/,
    ));

  it("on a desktop in Spanish, by Google Pay: a card whose trial was had is shown its own price first", () =>
    stage.visit(
      { viewport: DESKTOP, language: "es", reducedMotion: true },
      async ({ page }) => {
        const say = speaker("es");
        await toPayment(page, say, "gil@example.com");
        await tick(page).check();
        const google = wallets(page).getByRole("button", { name: "Google Pay" });
        const pay = async (price: string) => {
          await google.click();
          expect(await sheet(page, "Google Pay").locator("main").textContent()).toContain(price);
          await sheet(page, "Google Pay").getByRole("button", { name: "Approve" }).click();
        };
        await pay("$1.00");
        // The card of the first journey: the terms change on the page, and are agreed to anew.
        await payButton(page, say, "$11.99").waitFor();
        expect(await tick(page).isChecked()).toBe(false);
        expect(await page.getByText(say(NO_BONUS)).count()).toBe(1);
        expect(await chargesOf(stage.product, "gil@example.com")).toEqual([]);
        await accessible(page);
        const words = await consentWords(page);
        await tick(page).check();
        await pay("$11.99");
        expect(await pressOn(page, say)).toBe("/awesome");
        await expectJoined("gil@example.com", 1_199, "google_pay", words, []);
      },
      /status of 409/,
    ));

  it("on a phone in English, by a card whose bank asks: closed in the middle, refused, and then approved", () =>
    stage.visit(
      { viewport: PHONE, reducedMotion: true },
      async ({ page }) => {
        const say = speaker("en");
        const email = "bank@example.com";
        await toPayment(page, say, email);
        const words = await consentWords(page);
        const press = async (number: string) => {
          await enterCard(page, number);
          await tick(page).check();
          await payButton(page, say).click();
        };
        const put = async () => {
          await press("4000002760003184");
          // Once to put the card on file, and once for the payment.
          await bank(page).getByText("no charge now").waitFor();
          await bank(page).getByRole("button", { name: "Approve" }).click();
          await bank(page).getByText("$1.00").waitFor();
        };
        await put();
        // The page goes away while the bank asks, and is come back to: nothing was bought, and the step is the same.
        await page.reload();
        await cardIsThere(page);
        expect(await chargesOf(stage.product, email)).toEqual([]);
        await put();
        await bank(page).getByRole("button", { name: "Fail" }).click();
        await page
          .getByRole("alert")
          .getByText(/The bank declined the payment\. Enter a valid card and resubmit\./)
          .waitFor();
        expect(await page.locator("input[autocomplete=postal-code]").inputValue(), "nothing typed is lost").toBe(
          "43215",
        );
        await put();
        // The bank's window is closed without an answer: said as it is, and the next press asks again.
        await bank(page).getByRole("button", { name: "Close" }).click();
        await page
          .getByRole("alert")
          .getByText(/Your bank couldn't confirm that this card is yours/)
          .waitFor();
        expect(await chargesOf(stage.product, email)).toEqual([]);
        await put();
        await bank(page).getByRole("button", { name: "Approve" }).click();
        expect(await pressOn(page, say)).toBe("/awesome");
        await expectJoined(email, 100, null, words);
      },
      /status of 402/,
    ));

  it("without script as far as the card, and an address that is taken leads through the sign-in and back", async () => {
    await signUp(stage.product, "known@example.com");
    await stage.visit(
      { viewport: PHONE, javaScript: false },
      async ({ page }) => {
        const say = speaker("en");
        await page.goto("/spl/spt/1");
        await spinWheel(page, say);
        await answerQuestions(page, say);
        await sayAge(page, say);
        await page.waitForURL(/spt\/4/);
        await page.getByRole("button", { name: "Continue to payment" }).click();
        await page.getByText("Please accept the Terms & Conditions").waitFor();
        await page.locator("input[name=terms]").check();
        await page.getByLabel("Name", { exact: true }).fill("Known");
        await page.getByLabel("Email", { exact: true }).fill("known@example.com");
        await page.getByLabel("Password", { exact: true }).fill("another long password here");
        await page.getByRole("button", { name: "Continue to payment" }).click();
        await page.getByText("This email already has an account.").waitFor();
        await page.getByRole("button", { name: "Log in" }).click();
        await page.waitForURL(/\/login/);
        await page.getByLabel("Email", { exact: true }).fill("known@example.com");
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.waitForURL(/spt\/5/);
        expect(await page.locator("noscript").textContent()).toContain("The card fields need JavaScript");
      },
      /status of 4\d\d/,
    );
  });

  it("ends politely for somebody under age, and stays ended", () =>
    stage.visit({ viewport: PHONE, reducedMotion: true }, async ({ page }) => {
      const say = speaker("en");
      await page.goto("/spl/spt/1");
      await spinWheel(page, say);
      await answerQuestions(page, say);
      await sayAge(page, say, "2020");
      const end = page.getByRole("heading", { name: "This offer isn't available to you" });
      await end.waitFor();
      await accessible(page);
      await page.goto("/spl/spt/1");
      await end.waitFor();
    }));
});

/** SPEC §2: the checks run before the reader's eyes, one after another, and what is asked comes after them. */
async function seeChecksRun(page: Page) {
  // Read from the style, so that it does not matter how far they have come.
  const ends = await page.locator(".checks li").evaluateAll((lines) => {
    const startOf = (place: Element | null) => (place ? Number.parseFloat(getComputedStyle(place).animationDelay) : -1);
    return lines.map((line) => ({
      runs: startOf(line.querySelector(".result .running")),
      shows: startOf(line.querySelector(".result .found")),
    }));
  });
  expect(ends).toHaveLength(4);
  for (const [at, { runs, shows }] of ends.entries()) {
    expect(shows, `check ${at + 1} runs before it shows`).toBeGreaterThan(runs);
    if (at > 0) expect(runs, `check ${at + 1} runs when the one before has ended`).toBe(ends[at - 1]?.shows);
  }
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await expect
    .poll(() => page.locator(".result .found").evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity)))
    .toEqual(["1", "1", "1", "1"]);
}

describe("leaving", () => {
  it("over the top asks once, closes by Esc, button and outside, gives the focus back, and blocks no way back", () =>
    stage.visit({ viewport: DESKTOP }, async ({ page }) => {
      await page.goto("/stores");
      await page.goto("/spl/spt/1");
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(3_200);
      const spin = page.getByRole("button", { name: "Spin the wheel" });
      await spin.focus();
      const leave = () =>
        page.evaluate(() =>
          document.documentElement.dispatchEvent(new MouseEvent("mouseleave", { clientY: -1, relatedTarget: null })),
        );
      await leave();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await accessible(page);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await spin.evaluate((button) => button === document.activeElement)).toBe(true);
      await leave();
      await page.waitForTimeout(500);
      expect(await dialog.count()).toBe(0);
      await page.goBack();
      await page.waitForURL(/\/stores$/);
    }));
});

describe("pages at the end", () => {
  it.each(["en", "es"] as const)("say to a visitor that nothing was bought, and are accessible (%s)", (language) =>
    stage.visit({ viewport: PHONE, language, reducedMotion: true }, async ({ page }) => {
      const say = speaker(language);
      for (const [path, heading] of [
        ["/thankyou", "Thanks for stopping by"],
        ["/splamzthanq", "Thanks for stopping by"],
        ["/spsummary", "Nothing was bought"],
        ["/payment-error", "Payment declined"],
        ["/spl/spinv?ref=NOBODY99", "You're invited to spin the wheel"],
        ["/spl/splandamz", null],
      ] as const) {
        await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
        if (heading) await page.getByRole("heading", { name: say(heading) }).waitFor();
        await accessible(page);
      }
      await page.goto("/awesome?debug=true");
      await page.waitForURL(/\/thankyou\?debug=true/);
    }),
  );
});
