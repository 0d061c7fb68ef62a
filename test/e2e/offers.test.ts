/**
 * Coins as members earn them in a real browser: a game on an iPhone, from the list through the partner's own page to the step that
 * is paid; the same list on a computer, in Spanish; and surveys, answered at the partner and come back from.
 */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { IPHONE, PHONE } from "../support/browser.ts";
import { only } from "../support/earning.ts";
import { openStage, until, type VisitOptions } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { signUp } from "./members.ts";
import { settle, userIdOf } from "./signing-in.ts";

const stage = openStage({ catalogue: false, by_name: true, environment: only("ayet", "bitlabs") });
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
/** Of strangers' pages the console is theirs. */
const NOT_OURS = /\/(offers|surveys)\/played\//;

async function memberOf(context: BrowserContext, email: string, verified: boolean): Promise<string> {
  const { product } = stage;
  await product.wired.coins.refreshOffers();
  const cookies = await signUp(product, email);
  await settle(product, email);
  const user_id = await userIdOf(product, email);
  if (verified)
    await product.wired.database.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
      user_id,
    ]);
  await context.addCookies(cookies);
  return user_id;
}
const coinsOf = async (user_id: string) => (await stage.product.wired.ledger.balances(user_id)).coins;

/** Chooses the first offer of a list and returns the dialog over it. */
async function openFirst(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await page.locator("main .offer-card").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").or(dialog.locator("dl, .leader")).first().waitFor();
  return dialog;
}

const phone: VisitOptions = { viewport: PHONE, userAgent: IPHONE };

it("asks for a page of offers once in five minutes, on ways within the site", () =>
  stage.visit({}, async ({ page }) => {
    await stage.product.wired.coins.refreshOffers();
    const asked: string[] = [];
    page.on("request", (request) => /\/offers.*\.data/.test(request.url()) && asked.push(request.url()));
    await page.goto("/offers", { waitUntil: "networkidle" });
    const cards = page.locator("main .offer-card");
    const read = await cards.count();
    expect(read).toBeGreaterThan(0);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Games/ })
      .first()
      .click();
    await page.waitForURL(/\/offers\/game$/);
    await expect.poll(() => asked.length).toBe(1);
    await page.goBack();
    await page.waitForURL(/\/offers$/);
    await expect.poll(() => cards.count()).toBe(read);
    expect(asked).toHaveLength(1);
  }));

it("pays a step of a game on an iPhone, once its terms are agreed to", async () => {
  await stage.visit(
    phone,
    async ({ page, context }) => {
      const user_id = await memberOf(context, "iphone@example.com", true);
      await page.goto("/offers");
      await accessible(page, "offers");
      const dialog = await openFirst(page, "/offers/game?device=ios");
      const install = dialog.getByRole("button", { name: "Install" });
      expect(await install.getAttribute("aria-disabled")).toBe("true");
      await install.click({ force: true });
      await dialog.getByText("You need to agree with the terms").waitFor();
      await accessible(page, "the dialog of an offer");
      await dialog.getByRole("checkbox").check();
      expect(await dialog.getByText("You need to agree with the terms").count()).toBe(0);
      const [partner] = await Promise.all([
        context.waitForEvent("page"),
        dialog.getByRole("link", { name: "Install" }).click(),
      ]);
      await partner.waitForURL(/\/offers\/played\//);
      const kept = (await context.cookies()).find(({ name }) => name === "offer_original_item");
      expect((kept?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(29 * 86_400);
      // Nobody gets anywhere in a game within seconds, and what does waits for a person.
      await stage.product.wired.database.pool.query(
        "update coins.starts set started_at = started_at - interval '2 hours' where user_id = $1",
        [user_id],
      );
      await partner.getByRole("button", { name: "Install" }).click();
      await partner.getByRole("button", { name: "Reach it" }).first().click();
      await partner.getByText("reached", { exact: true }).waitFor();
      await partner.close();
      const coins = await until("the coins", () => coinsOf(user_id));
      await page.goto("/offer/incompleteCoinOffers");
      await page.getByText(/of [\d,]+ coins so far/).waitFor();
      expect(await page.locator(".begun-head b").first().textContent()).toBe(String(coins));
      expect(await page.locator(".trail .done").count()).toBeGreaterThan(0);
      await accessible(page, "offers that were begun");
    },
    NOT_OURS,
  );
});

it("says in Spanish that the terms of an offer come first", () =>
  stage.visit({ ...phone, language: "es" }, async ({ page, context }) => {
    await memberOf(context, "acepta@example.com", true);
    await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
    const dialog = await openFirst(page, "/offers/game?device=ios");
    await dialog.getByRole("button", { name: "Instalar" }).click({ force: true });
    await dialog.getByText("Debes aceptar los términos").waitFor();
  }));

/** Asks for the code that signs in, and presses on a phone where its link leads; the picture is drawn of the very link that was made. */
async function goOnByPhone(page: Page, say: ReturnType<typeof speaker>): Promise<void> {
  const dialog = page.getByRole("dialog");
  const answered = page.waitForResponse(/\/api\/user\/offer\/phone\//);
  await dialog.getByRole("button", { name: say("Sign me in on the phone too") }).click();
  const { path } = (await (await answered).json()) as { path: string };
  await dialog
    .getByRole("img", { name: say("Code that opens this offer on your phone and signs you in there") })
    .waitFor();
  await accessible(page, "the code that signs in");
  await stage.visit({ ...phone, language: "es" }, async (there) => {
    await there.context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
    // The camera's preview looks at it first.
    expect((await there.page.request.get(path)).status()).toBe(200);
    await there.page.goto(path);
    await there.page.getByText("c•••@example.com").waitFor();
    await accessible(there.page, "what a phone is asked before it goes on");
    await there.page.getByRole("button", { name: say("Sign in and open the offer") }).click();
    await there.page.waitForURL(/\/coins\/offer\/cof_/);
    await there.page
      .getByRole("checkbox")
      .or(there.page.getByRole("link", { name: say("Install") }))
      .first()
      .waitFor();
    await there.page.goto(path);
    await there.page.getByRole("heading", { name: say("This link doesn't work") }).waitFor();
  });
}

it("shows a computer the code for a phone's offer, and asks for the address first, in Spanish", async () => {
  const say = speaker("es");
  await stage.visit({ language: "es" }, async ({ page, context }) => {
    const user_id = await memberOf(context, "computadora@example.com", false);
    await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
    const dialog = await openFirst(page, "/offers/app");
    await dialog.getByRole("img", { name: say("Code that opens this offer on your phone") }).waitFor();
    expect(await dialog.getByRole("link", { name: say("Install") }).count()).toBe(0);
    await accessible(page, "an offer for a phone");
    await goOnByPhone(page, say);
    const other = await openFirst(page, "/offers/other");
    await other.getByRole("link", { name: say("Start the offer") }).click();
    await other.getByText(say("Confirm your email address first. Offers and surveys start after that.")).waitFor();
    await other.getByRole("button", { name: say("Send the link again") }).click();
    await other.getByText("Revisa tu correo: te enviamos un mensaje de verificación.").waitFor();
    expect(context.pages(), "nothing was opened").toHaveLength(1);
    // Confirmed on another device: what this browser remembers refuses nobody.
    const { database, identity } = stage.product.wired;
    await database.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [user_id]);
    identity.forgetMember(user_id);
    const opened = context.waitForEvent("page");
    await other.getByRole("link", { name: say("Start the offer") }).click();
    await (await opened).waitForURL(NOT_OURS);
    await (await opened).close();
    expect(await other.getByRole("button", { name: say("Send the link again") }).count(), "asks no more").toBe(0);
    const path = await page.locator("main .offer-card").first().getAttribute("href");
    await page.goto(path ?? "");
    await accessible(page, "an offer's own page");
  });
});

type Survey = {
  id: string;
  full: boolean;
  questions: { id: string; options: string[]; out?: string; only?: string }[];
};

/** Opens one from the list and answers it at the partner: as whom it is for, or as somebody else. */
async function answer(page: Page, survey: Survey, fits: boolean): Promise<void> {
  await page.goto("/surveys");
  await page.locator(`a[href="/go/survey/bitlabs/${survey.id}"]`).click();
  await page.waitForURL(/\/surveys\/played\//);
  for (const { id, options, out, only } of survey.questions) {
    const value = (fits ? only : (out ?? only)) ?? options.find((option) => option !== out);
    await page.locator(`input[name="${id}"][value="${value}"]`).check();
  }
  // As long as reading takes, by the clock of the partner.
  await stage.product.control("/clock", { advance_seconds: 120 });
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/\/survey\/bitlabs\/complete/);
}

it("pays a survey that is finished, and a little for one that turns away, after our own", async () => {
  await stage.visit(
    {},
    async ({ page, context, problems }) => {
      const user_id = await memberOf(context, "surveys@example.com", true);
      await page.goto("/surveys");
      expect(await page.getByRole("link", { name: /^Start “/ }).count(), "closed before our own").toBe(0);
      await accessible(page, "surveys before the first");
      await page.getByRole("link", { name: "Start the first survey" }).click();
      await page.getByRole("heading", { level: 1, name: "Your first survey" }).waitFor();
      await accessible(page, "the first survey");
      await page.getByLabel("What year were you born?").fill("1990");
      await page.getByRole("button", { name: "Finish and get the coins" }).click();
      await page.getByText("Saved. Surveys that fit you are open now.").waitFor();
      expect(await coinsOf(user_id)).toBe(50n);

      // The partner's other questions, before the next survey: none must be answered.
      await page.goto("/surveys");
      await page.getByRole("link", { name: "Answer a few questions first" }).click();
      await page.getByRole("heading", { level: 1, name: "Before you start" }).waitFor();
      expect(await page.getByLabel("What year were you born?").count(), "answered before").toBe(0);
      await accessible(page, "questions before a survey");
      await page.getByRole("radio", { name: "Any length" }).check({ force: true });
      await page.getByRole("button", { name: "Save and go on" }).click();
      await page.waitForURL(/\/surveys\/played\//);
      const profile = await stage.product.wired.coins.profile(user_id);
      expect(profile.answers).toEqual({ birth_year: "1990", longest: "any" });
      const none = await page.goto("/account/survey/targeting/nothing");
      expect(none?.status(), "what is no survey and no offer").toBe(404);
      problems.splice(0);

      const { surveys } = await stage.product.control<{ surveys: Survey[] }>("/coins/bitlabs?user=");
      const [first, second] = surveys.filter(({ full }) => !full);
      if (!first || !second) throw new Error("no surveys");
      await answer(page, first, true);
      const coins = await until("the survey's coins", async () => {
        const now = await coinsOf(user_id);
        return now > 50n && now;
      });
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Done, and paid" }).waitFor();
      await accessible(page, "a survey that is done");

      await answer(page, second, false);
      await until("the coins for being turned away", async () => (await coinsOf(user_id)) === coins + 5n);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Not this one" }).waitFor();
      await page.getByText("You got 5 coins for your time.").waitFor();
      await accessible(page, "a survey that turned away");
      await page.getByRole("link", { name: "Offers that pay more" }).click();
      await page.waitForURL(/promoteBetterOffer/);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await accessible(page, "offers that pay more");
    },
    NOT_OURS,
  );
});

it("leads who looks for surveys among the kinds of offers to them", async () => {
  const answer = await fetch(`${stage.product.url}/offers/surveys`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/surveys"]);
});
