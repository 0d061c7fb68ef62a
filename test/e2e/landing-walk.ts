/** The landing flow as people walk it, step by step, in either language; and what the books say at its end. */
import type { FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { ownCardNumber } from "../support/membership-story.ts";
import type { Product } from "../support/product.ts";
import { until } from "../support/stage.ts";
import type { Say } from "../support/words.ts";
import { PASSWORD } from "./members.ts";

/** Where the offer ends, whichever way it was entered. */
const END = /\/(awesome|splamzthanq|thankyou)(\?|$)/;
const UPSELL = /\/(spupsell2?|upsell2)(\?|$)/;
/** After each extra: it was added, or it was not. */
const ANSWERED = /\/(splthanq|splnothanq)(\?|$)/;
const SUMMARY = /\/spsummary(\?|$)/;

/** From the first page to the questions. */
export async function spinWheel(page: Page, say: Say) {
  await page.getByRole("button", { name: say("Spin the wheel") }).click();
  await page.getByRole("link", { name: say("Continue") }).click();
  await page.waitForURL(/spt\/2/);
}

export async function answerQuestions(page: Page, say: Say) {
  for (const answer of ["A few times a month", "Online", "Save it"]) {
    await page.getByRole("radio", { name: new RegExp(`^${say(answer)}( \\d)?$`) }).check();
    const last = answer === "Save it";
    await page.getByRole("button", { name: say(last ? "Continue" : "Next question") }).click();
    await page.waitForURL(last ? /spt\/3/ : /q=/);
  }
}

export async function sayAge(page: Page, say: Say, year = "1990") {
  await page.getByLabel(say("Country you live in")).selectOption("US");
  await page.getByLabel(say("Month"), { exact: true }).selectOption("5");
  await page.getByLabel(say("Year"), { exact: true }).selectOption(year);
  await page.getByRole("button", { name: say("Continue") }).click();
}

/** From the first page to the account, without leaning on script where there is none. */
export async function toAccount(page: Page, say: Say) {
  await spinWheel(page, say);
  await answerQuestions(page, say);
  await sayAge(page, say);
  await page.waitForURL(/spt\/4/);
}

export async function sendAccount(page: Page, say: Say, email: string) {
  await page.getByLabel(say("Name"), { exact: true }).fill("Rosa Delgado");
  await page.getByLabel(say("Email"), { exact: true }).fill(email);
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await page.locator("input[name=terms]").check();
  await page.getByRole("button", { name: say("Continue to payment") }).click();
}
export async function register(page: Page, say: Say, email: string) {
  await sendAccount(page, say, email);
  await page.waitForURL(/spt\/5/);
}

/** From the first page to the card. */
export async function toPayment(page: Page, say: Say, email: string) {
  await page.goto(say("Continue") === "Continue" ? "/spl/spt/1" : "/spl/spt/1?lang=es");
  await toAccount(page, say);
  await register(page, say, email);
  await cardIsThere(page);
}

export const cardField = (page: Page, part: "number" | "expiry" | "cvc"): FrameLocator =>
  page.frameLocator(`[data-card=${part}] iframe`);

/** The processor's fields and its wallets have loaded. */
export async function cardIsThere(page: Page) {
  await cardField(page, "number").locator("input").first().waitFor();
  await page.locator("[data-card=cvc]:not([aria-busy])").waitFor();
}

/** Each field is read back: a refusal moves the focus by a message, which may come while another field is being filled. */
export async function enterCard(page: Page, number: string) {
  for (const [part, value] of [
    ["number", number],
    ["expiry", "12 / 34"],
    ["cvc", "123"],
  ] as const) {
    const input = cardField(page, part).locator("input").first();
    await until(`${value} in the card's ${part}`, async () => {
      await input.fill(value);
      return (await input.inputValue()).replaceAll(" ", "") === value.replaceAll(" ", "");
    });
  }
  await page.locator("input[autocomplete=postal-code]").fill("43215");
}

let cards = 5_000_000;
/** A card that works and that no trial was had with. */
export const goodCard = (): string => {
  cards += 1;
  return ownCardNumber(cards);
};

export const tick = (page: Page) => page.locator("aside input[type=checkbox]");
export const payButton = (page: Page, say: Say, price = "$1.00") =>
  page.getByRole("button", { name: say("Pay {{price}} and start", { price }) });
/** What the bank asks, in the processor's own window over the page. */
const BANK = 'iframe[title="Card authentication"]';
export const bank = (page: Page): FrameLocator => page.frameLocator(BANK);

/** Presses a button of the bank and waits until its window is gone, so that the next press finds the next window. */
export async function answerBank(page: Page, answer: string) {
  const asked = await page.locator(BANK).elementHandle();
  await bank(page).getByRole("button", { name: answer }).click();
  await page.waitForFunction((window) => !window?.isConnected, asked);
}

/** From a page that says what happened to the next. */
export const goOn = (page: Page, say: Say) =>
  page
    .getByRole("main")
    .getByRole("link", { name: say("Continue"), exact: true })
    .click();

/** Says no to whatever is offered between the payment and the summary, goes on from there, and returns the path of the end. */
export async function pressOn(page: Page, say: Say): Promise<string> {
  for (;;) {
    await page.waitForURL((url) => [END, UPSELL, ANSWERED, SUMMARY].some((place) => place.test(url.pathname)));
    const here = new URL(page.url());
    if (END.test(here.pathname)) return here.pathname;
    if (SUMMARY.test(here.pathname) || ANSWERED.test(here.pathname)) {
      await goOn(page, say);
      await page.waitForURL((url) => url.pathname !== here.pathname);
      continue;
    }
    await page
      .getByRole("main")
      .getByRole("button", { name: new RegExp(`^${say("No thanks")}`) })
      .or(page.getByRole("main").getByRole("link", { name: new RegExp(`^${say("No thanks")}`) }))
      .first()
      .click();
    await page.waitForURL((url) => url.pathname !== here.pathname);
  }
}

type Row = Record<string, string | number | null>;
async function rows(product: Product, email: string, sql: string): Promise<Row[]> {
  const { pool } = product.wired.database;
  return (await pool.query<Row>(sql, [email])).rows;
}
export const bonusOf = (product: Product, email: string) =>
  rows(
    product,
    email,
    "select b.state, b.amount_minor::text from landing.bonuses b join identity.users u using (user_id) where u.email = $1",
  );
export const membershipsOf = (product: Product, email: string) =>
  rows(
    product,
    email,
    "select m.state, m.tier from membership.memberships m join identity.users u using (user_id) where u.email = $1",
  );
/** What was taken, by our books. */
export const chargesOf = (product: Product, email: string) =>
  rows(
    product,
    email,
    `select c.kind, c.amount_minor::text as amount, c.state from membership.charges c join membership.joins j using (membership_id)
     join identity.users u on u.user_id = j.user_id where u.email = $1 and c.state in ('succeeded', 'refunded')`,
  );

/** What was taken, by the processor's books: how many cents, and by which wallet. */
export async function takenFrom(product: Product, email: string) {
  type Taken = {
    status: string;
    amount: number;
    payment_method_details: { card: { wallet: { type: string } | null } };
  };
  const found = await rows(
    product,
    email,
    "select c.customer_id from membership.customers c join identity.users u using (user_id) where u.email = $1",
  );
  const answer = await fetch(`${product.sandbox.url}/stripe/v1/charges?limit=100&customer=${found[0]?.customer_id}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
  });
  const { data } = (await answer.json()) as { data: Taken[] };
  return data
    .filter((one) => one.status === "succeeded")
    .map((one) => ({ cents: one.amount, wallet: one.payment_method_details.card.wallet?.type ?? null }));
}

type Mail = { subject: string; text: string };
/** The mail that answers the consent: waited for, because a job writes it. */
export const consentMail = (product: Product, email: string): Promise<Mail> =>
  until(`the mail with the terms to ${email}`, async () => {
    const { mails } = await product.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(email)}`);
    return mails.find((mail) => mail.text.includes("$11.99"));
  });

/** How the payment stands, in one line, where it is not as it should be. */
export const standing = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const textsOf = (what: string) => [...document.querySelectorAll(what)].map((one) => one.textContent?.trim() ?? "");
    const pay = document.querySelector("aside .btn-primary");
    return JSON.stringify({
      path: location.pathname + location.search,
      alerts: textsOf("[role=alert]"),
      wrong: textsOf(".card-fields .error"),
      pay: pay && [pay.textContent, pay.getAttribute("aria-busy")],
      focus: document.activeElement?.outerHTML.slice(0, 120),
      frames: [...document.querySelectorAll("iframe")].map(({ title }) => title),
    });
  });

export async function isTold(page: Page, says: string, number: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: says }).first();
  await alert.waitFor().catch(async (error) => {
    throw new Error(`${number}: ${await standing(page)}`, { cause: error });
  });
}

/** One membership and one charge, by our books and by the processor's. */
export async function expectPaidOnce(product: Product, email: string): Promise<void> {
  expect(await membershipsOf(product, email)).toHaveLength(1);
  expect(await chargesOf(product, email)).toEqual([{ kind: "trial", amount: "100", state: "succeeded" }]);
  expect(await takenFrom(product, email)).toEqual([{ cents: 100, wallet: null }]);
  expect(await bonusOf(product, email)).toHaveLength(1);
}
