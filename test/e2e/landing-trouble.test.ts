/**
 * The offer when things go wrong: cards that are declined, fields that are empty, and people who lose their connection and
 * come back. Nothing is lost, nothing is done twice, no step is skipped.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import {
  answerBank,
  answerQuestions,
  cardField,
  cardIsThere,
  chargesOf,
  enterCard,
  expectPaidOnce,
  goodCard,
  isTold,
  payButton,
  pressOn,
  register,
  sayAge,
  sendAccount,
  spinWheel,
  tick,
  toPayment,
} from "./landing-walk.ts";
import { PASSWORD } from "./members.ts";

const stage = openStage({ catalogue: false, whole_browser: true });

const GENERAL = {
  en: "Payment declined. Please enter a valid card and resubmit.",
  es: "Pago rechazado. Escribe una tarjeta válida y vuelve a enviar.",
};
const BY_BANK = {
  en: "The bank declined the payment. Enter a valid card and resubmit.",
  es: "El banco rechazó el pago. Escribe una tarjeta válida y vuelve a enviarla.",
};
const INCOMPLETE = {
  en: "Check the card number. It is not complete, or a digit is wrong.",
  es: "Revisa el número de tarjeta. Está incompleto o tiene un dígito equivocado.",
};
/** Every test card that ends in a refusal, and what its holder reads. Lost, stolen and suspected cards read like the rest. */
const DECLINES = [
  { number: "4000000000000002", says: GENERAL },
  { number: "4000000000009995", says: GENERAL },
  { number: "4000000000009987", says: GENERAL },
  { number: "4000000000009979", says: GENERAL },
  { number: "4000000000000119", says: GENERAL },
  {
    number: "4000000000000069",
    field: "expiry",
    says: {
      en: "This card has expired. Please use another card.",
      es: "Esta tarjeta está vencida. Usa otra tarjeta.",
    },
  },
  {
    number: "4000000000000127",
    field: "cvc",
    says: {
      en: "Check the CVV: three digits on the back, or four on the front.",
      es: "Revisa el CVV: tres dígitos al reverso o cuatro al frente.",
    },
  },
  { number: "4242424242424241", field: "number", says: INCOMPLETE },
  { number: "4000000000000341", says: BY_BANK },
  { number: "4100000000000019", says: BY_BANK },
  {
    number: "4000008260003178",
    bank: ["Approve", "Approve"],
    says: {
      en: "The bank says the card doesn't have enough funds right now. Enter a valid card and resubmit.",
      es: "El banco indica que la tarjeta no tiene fondos suficientes en este momento. Escribe una tarjeta válida y vuelve a enviarla.",
    },
  },
  {
    number: "4000002500003155",
    bank: ["Fail"],
    says: {
      en: "Your bank couldn't confirm that this card is yours. Try again or use another card.",
      es: "Tu banco no pudo confirmar que esta tarjeta es tuya. Inténtalo de nuevo o usa otra tarjeta.",
    },
  },
] as const;

const EMPTY = {
  en: [
    "Card Number cannot be empty.",
    "Card Expiration cannot be empty.",
    "Card CVV cannot be empty.",
    "Zip Code cannot be empty.",
  ],
  es: [
    "El número de tarjeta no puede estar vacío.",
    "El vencimiento de la tarjeta no puede estar vacío.",
    "El CVV de la tarjeta no puede estar vacío.",
    "El código postal no puede estar vacío.",
  ],
};

describe("cards", () => {
  it("whose bank takes its time and then says no end where another card can be entered", () =>
    stage.visit({ viewport: PHONE, reducedMotion: true }, async ({ page }) => {
      const say = speaker("en");
      await toPayment(page, say, "slow@example.com");
      await stage.product.control("/stripe/next-charge", { mode: "processing" });
      await enterCard(page, goodCard());
      await tick(page).check();
      await payButton(page, say).click();
      await page.getByRole("heading", { name: "Your bank is still checking" }).waitFor();
      // Looked at too early it is said again, and no second card is asked for.
      await page.getByRole("link", { name: "Check again" }).click();
      await page.waitForURL(/look=/);
      await page.getByRole("heading", { name: "Your bank is still checking" }).waitFor();
      const { rows } = await stage.product.wired.database.pool.query(
        "select payment_id from membership.attempts where payment_id is not null order by attempt_id desc limit 1",
      );
      await stage.product.control(`/stripe/${rows[0]?.payment_id}/fail`, {});
      await page.getByRole("link", { name: "Check again" }).click();
      await page.waitForURL(/\/payment-error/);
      await page.getByText("Payment declined. Please enter a valid card and resubmit.").waitFor();
      await page.getByRole("link", { name: "Enter another card" }).click();
      await cardIsThere(page);
      await enterCard(page, goodCard());
      await tick(page).check();
      await payButton(page, say).click();
      expect(await pressOn(page, say)).toBe("/awesome");
    }));

  it.each(["en", "es"] as const)("that are declined, one after another, and then one that is taken (%s)", (language) =>
    stage.visit(
      { language, ...(language === "es" ? { viewport: PHONE } : {}), reducedMotion: true },
      async ({ page }) => {
        const say = speaker(language);
        const email = `declined.${language}@example.com`;
        await toPayment(page, say, email);
        const pay = payButton(page, say);
        await tick(page).check();
        await pay.click();
        // SPEC §5, word for word.
        await expect.poll(() => page.locator(".card-fields .error").allTextContents()).toEqual(EMPTY[language]);
        await page.locator("[data-card=number].is-focus").waitFor();
        const optOut = page.getByRole("checkbox", {
          name: say("If the card is declined, don't try it again without asking me."),
        });
        await optOut.check();
        for (const { number, says, ...more } of DECLINES) {
          await enterCard(page, number);
          // The processor's fields tell the page of an entry by a message, which may come after it.
          await page.getByText(INCOMPLETE[language]).waitFor({ state: "hidden" });
          await pay.click();
          for (const answer of "bank" in more ? more.bank : []) await answerBank(page, answer);
          await isTold(page, says[language], number);
          // What is wrong with one field takes the focus there.
          if ("field" in more) await page.locator(`[data-card=${more.field}].is-focus`).waitFor();
          // Nothing is lost: the form, the zip code, both ticks.
          await page.waitForFunction(() => !document.querySelector("aside .btn-primary[aria-disabled=true]"));
          expect(
            [
              await tick(page).isChecked(),
              await optOut.isChecked(),
              await page.locator("input[autocomplete=postal-code]").inputValue(),
              (await cardField(page, "number").locator("input").first().inputValue()).replaceAll(" ", ""),
            ],
            number,
          ).toEqual([true, true, "43215", number]);
          expect(await chargesOf(stage.product, email), number).toEqual([]);
        }
        await enterCard(page, goodCard());
        await pay.dblclick();
        expect(await pressOn(page, say)).toBe("/awesome");
        await expectPaidOnce(stage.product, email);
      },
      /status of (402|422)/,
    ),
  );
});

describe("people who", () => {
  it("lose their connection on any step go on when it is back", () =>
    stage.visit(
      { viewport: PHONE, reducedMotion: true },
      async ({ page, context }) => {
        const say = speaker("en");
        const email = "offline@example.com";
        const away = async (act: () => Promise<unknown>) => {
          await context.setOffline(true);
          await act();
          await context.setOffline(false);
        };
        await page.goto("/spl/spt/1");
        const spin = page.getByRole("button", { name: "Spin the wheel" });
        await page.waitForLoadState("networkidle");
        await away(async () => {
          await spin.click();
          await page
            .getByRole("alert")
            .getByText(/technical difficulties/)
            .waitFor();
        });
        await spinWheel(page, say);
        // Posts of forms: the browser shows its own page, and its way back leads to the same question.
        await page.getByRole("radio", { name: /A few times a month/ }).check();
        await away(async () => {
          const failed = page.waitForEvent("requestfailed");
          await page.getByRole("button", { name: "Next question" }).click();
          await failed;
        });
        await page.goto("/spl/spt/2");
        await answerQuestions(page, say);
        await sayAge(page, say);
        await page.waitForURL(/spt\/4/);
        // The server took it, but its answer was lost: the account is there, and the next page is the card's.
        await page.route("**/spl/spt/4", async (route) => {
          if (route.request().method() !== "POST") return route.continue();
          await route.fetch({ maxRedirects: 0 });
          await route.abort("connectionreset");
        });
        const lost = page.waitForEvent("requestfailed");
        await sendAccount(page, say, email);
        await lost;
        await page.unroute("**/spl/spt/4");
        await page.goto("/spl/spt/4");
        await takenAddress(page, email);
        await cardIsThere(page);
        await enterCard(page, goodCard());
        await tick(page).check();
        const pay = payButton(page, say);
        await away(async () => {
          await pay.click();
          await page
            .getByRole("alert")
            .getByText(/technical difficulties/)
            .first()
            .waitFor();
        });
        expect(await chargesOf(stage.product, email)).toEqual([]);
        // The payment was made, but its answer was lost: the next press makes no second one.
        await page.route("**/api/landing/pay", async (route) => {
          await route.fetch();
          await route.abort("connectionreset");
        });
        await pay.click();
        await page
          .getByRole("alert")
          .getByText(/technical difficulties/)
          .first()
          .waitFor();
        await page.unroute("**/api/landing/pay");
        await pay.click();
        expect(await pressOn(page, say)).toMatch(/spsummary|awesome/);
        await expectPaidOnce(stage.product, email);
      },
      /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of 4\d\d/,
    ));

  it("look for faults take debug=true along, to every page that they are led to", () =>
    stage.visit(
      { viewport: PHONE, reducedMotion: true },
      async ({ page }) => {
        const say = speaker("en");
        const email = "debug@example.com";
        for (const [path, to] of [
          ["/spl/spt/5", "/spl/spt/1"],
          ["/slander/tuppence", "/spl/spt/1"],
          ["/spl/spland1", "/spl/spt/1"],
          ["/awesome", "/thankyou"],
        ] as const) {
          await page.goto(`${path}?debug=true`);
          const url = new URL(page.url());
          expect([path, url.pathname, url.searchParams.get("debug")]).toEqual([path, to, "true"]);
        }
        const inDebug = (step: string) =>
          page.waitForURL((url) => url.href.includes(step) && url.searchParams.has("debug"));
        await page.goto("/spl/spt/1?debug=true");
        await spinWheel(page, say);
        await page.goto("/spl/spt/2?debug=true");
        for (const next of ["q=2", "q=3", "spt/3"]) {
          await page.getByRole("button", { name: "Skip this question" }).click();
          await inDebug(next);
        }
        await sayAge(page, say);
        await inDebug("spt/4");
        await page.locator("input[name=terms]").check();
        await page.getByRole("button", { name: "Continue to payment" }).click();
        await page.getByText("Please enter your name").waitFor();
        await register(page, say, email);
        await inDebug("spt/5");
        await cardIsThere(page);
        await enterCard(page, goodCard());
        await tick(page).check();
        await payButton(page, say).click();
        await page.waitForURL((url) => !url.pathname.startsWith("/spl/spt/"));
        expect(new URL(page.url()).searchParams.get("debug")).toBe("true");
        await expectPaidOnce(stage.product, email);
      },
      /status of 422/,
    ));
});

/** Whose account was made by a post that was never answered: the same form says so, and signing in goes on to the card. */
async function takenAddress(page: Page, email: string) {
  const say = speaker("en");
  if (/spt\/5/.test(page.url())) return;
  await sendAccount(page, say, email);
  await page.getByText("This email already has an account.").waitFor();
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/spt\/5/);
}
