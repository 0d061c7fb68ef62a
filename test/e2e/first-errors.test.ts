/** What people meet when they leave fields empty: every error beside its field at once, and the focus on the first of them. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { NOTHING } from "#ledger";
import { GOODWILL } from "#rewards";
import { PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { answerQuestions, cardIsThere, payButton, register, sayAge } from "./landing-walk.ts";
import { signUp } from "./members.ts";

const stage = openStage({ catalogue: false });
const say = speaker("en");

const errors = (page: Page) => page.locator(".error").allTextContents();
const focusName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));
const inSight = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

it("keeps the wheel, its button and its result in one view on a phone, and says what is missing at each step", () =>
  stage.visit(
    { viewport: PHONE, reducedMotion: true },
    async ({ page }) => {
      await page.goto("/spl/spt/1");
      await page.waitForLoadState("networkidle");
      expect(await inSight(page, ".spin-press"), "the button is seen without scrolling").toBe(true);
      const place = () => page.locator(".spin-press").evaluate((part) => part.getBoundingClientRect().top);
      const before = await place();
      await page.getByRole("button", { name: "Spin the wheel" }).click();
      await page.getByRole("heading", { level: 1, name: /The wheel gave you \$/ }).waitFor();
      expect(await place(), "nothing moves").toBe(before);
      expect(await inSight(page, ".wheel")).toBe(true);
      expect(await page.locator(".wheel .is-drawn").count()).toBe(1);
      expect(await page.locator(".odds .is-drawn").textContent()).toContain("Yours");
      await page.getByRole("link", { name: "Continue" }).click();
      await answerQuestions(page, say);

      await page.getByRole("button", { name: "Continue" }).click();
      await expect
        .poll(() => errors(page))
        .toEqual(["Choose the country you live in.", "Choose the month and year you were born."]);
      await expect.poll(() => focusName(page)).toBe("country");
      await sayAge(page, say);

      await page.waitForURL(/spt\/4/);
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await expect
        .poll(() => errors(page))
        .toEqual([
          "Please enter your name",
          "Invalid email address",
          "Use at least 8 characters. Several words are best.",
          "Please accept the Terms & Conditions",
        ]);
      await expect.poll(() => focusName(page)).toBe("name");
      await register(page, say, "empty@example.com");

      await cardIsThere(page);
      await payButton(page, say).click();
      await expect
        .poll(() => errors(page))
        .toEqual([
          "Card Number cannot be empty.",
          "Card Expiration cannot be empty.",
          "Card CVV cannot be empty.",
          "Zip Code cannot be empty.",
          "Please accept the Terms & Conditions",
        ]);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest("[data-card=number]") !== null))
        .toBe(true);
    },
    /status of 422/,
  ));

it.each([
  [
    "en",
    [
      "Please enter your name",
      "Invalid email address",
      "Use at least 8 characters. Several words are best.",
      "Please accept the Terms & Conditions",
    ],
  ],
  [
    "es",
    [
      "Escribe tu nombre",
      "Correo electrónico no válido",
      "Usa al menos 8 caracteres. Lo mejor son varias palabras.",
      "Acepta los Términos y Condiciones",
    ],
  ],
] as const)("says all that is missing in the dialog of a new account (%s)", (language, texts) =>
  stage.visit({}, async ({ page }) => {
    const word = speaker(language);
    await page.goto(`/coupons?lang=${language}`, { waitUntil: "networkidle" });
    await page
      .getByRole("banner")
      .getByRole("link", { name: word("Join") })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: word("Create account") }).click();
    await expect.poll(() => errors(page)).toEqual([...texts]);
    await expect.poll(() => focusName(page)).toBe("name");
  }),
);

it("says all that is missing in the forms of an account, and begins at the first", async () => {
  const email = "missing@example.com";
  const cookies = await signUp(stage.product, email);
  const { pool } = stage.product.wired.database;
  const { rows } = await pool.query<{ user_id: string }>("select user_id from identity.users where email = $1", [
    email,
  ]);
  const { database, ledger } = stage.product.wired;
  await database.transaction((tx) =>
    ledger.credit(tx, [
      {
        kind: "goodwill.given",
        cause: "test:missing",
        owner: rows[0]?.user_id ?? "",
        from: NOTHING,
        to: { pending: 0n, confirmed: 5_000n },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -5_000n }],
      },
    ]),
  );
  await stage.visit(
    { viewport: PHONE },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      const press = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
      await page.goto("/account/profile", { waitUntil: "networkidle" });
      await page.getByLabel("Name", { exact: true }).fill("");
      await press("Save");
      await expect.poll(() => errors(page)).toEqual(["Please enter your name"]);
      await expect.poll(() => focusName(page)).toBe("name");
      await press("Change my email");
      await expect
        .poll(() => errors(page))
        .toEqual(["Please enter your name", "Invalid email address", "Enter your password."]);
      await expect.poll(() => focusName(page)).toBe("email");

      await page.goto("/account/pss", { waitUntil: "networkidle" });
      await press("Change my password");
      await expect
        .poll(() => errors(page))
        .toEqual(["Enter your password.", "Use at least 8 characters. Several words are best."]);
      await expect.poll(() => focusName(page)).toBe("password");

      await page.goto("/account/withdrawal", { waitUntil: "networkidle" });
      await page.getByRole("radio", { name: /Other amount/ }).check();
      await page.getByRole("radio", { name: /Venmo/ }).check();
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Withdraw/ })
        .first()
        .click();
      await expect
        .poll(() => errors(page))
        .toEqual([
          "Enter the amount in dollars, for example 25.00.",
          "Enter a 10-digit US phone number.",
          "Enter your password.",
        ]);
      await expect.poll(() => focusName(page)).toBe("amount");
    },
    /status of 422/,
  );
});
