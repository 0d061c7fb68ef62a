/**
 * The account side of the membership in a real browser: receipts with their files, plans both ways, the shipping membership,
 * the first-order reward, and opting out by a mail's link; on phone and desktop, in both languages, accessible, by keyboard.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { userId } from "#platform/ids";
import { violationsInBothModes } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { readPdf } from "../support/read-pdf.ts";
import { speaker } from "../support/words.ts";
import { bank } from "./landing-walk.ts";

const { stage, payingMember } = openMembershipStage();

const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
const read = (userId: string) => stage.product.wired.membership.readMembership(userId);

it.each([
  { language: "en" as const, viewport: undefined },
  { language: "es" as const, viewport: PHONE },
])(
  "shows receipts, changes plans, sells and ends the shipping line, and claims the reward ($language)",
  async (who) => {
    const { language, viewport } = who;
    const say = speaker(language);
    const { cookies, user_id } = await payingMember(`plans.${language}@example.com`);
    const visitor = await stage.open({ language, ...(viewport ? { viewport } : {}) });
    const { page, context } = visitor;
    await context.addCookies(cookies);
    // First steps are another story's: they would lead away from the store's page.
    await context.addCookies([{ name: "onboarding_completed", value: userId.show(user_id), url: stage.product.url }]);
    if (language === "es") await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);

    // A receipt as a page and as a file.
    await page.goto("/account/billing");
    await page.getByRole("heading", { name: say("What you agreed to") }).waitFor();
    await accessible(page, "billing");
    await page
      .getByRole("link", { name: new RegExp(say("Monthly membership")) })
      .first()
      .click();
    await page.waitForURL(/billing\/TUP-/);
    const number = page.url().split("/").at(-1) ?? "";
    await page.getByRole("heading", { level: 1, name: say("Receipt") }).waitFor();
    await page.getByText("$11.99").first().waitFor();
    await accessible(page, "receipt");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: say("Download as PDF") }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(number);
    const paper = await readPdf(readFileSync(await download.path()));
    for (const text of [number, "$11.99", language === "es" ? "Recibo" : "Receipt"])
      expect(paper.whole).toContain(text);
    await page.goto("/account/billing/TUP-999999");
    await page.getByText(say("We can't find that receipt")).waitFor();
    visitor.problems.splice(0);

    // To Plus: the bank asks, and the difference is paid once. By keyboard in English.
    await page.goto("/account/subscription");
    await page.getByRole("link", { name: say("See what switching costs") }).click();
    const slip = page.locator("#change");
    await slip.getByText("$19.99").first().waitFor();
    expect(await slip.locator("[data-consent]").textContent()).toContain("$8.00");
    await accessible(page, "change of plan");
    await stage.product.control("/stripe/next-charge", { mode: "authentication" });
    const agree = slip.getByRole("button").first();
    if (language === "en") {
      await agree.focus();
      await page.keyboard.press("Enter");
    } else await agree.click();
    await bank(page)
      .getByRole("button", { name: /Approve|Aprobar/ })
      .click();
    await page.waitForURL(/changed=1/);
    await page.getByText(say("Done. Your current plan is below, and we've emailed it to you.")).waitFor();
    expect((await read(user_id)).running[0]).toMatchObject({ tier: "plus", monthly_minor: "1999" });

    // The next click counts with the higher rate, and the store's page says that rate on its button.
    const [before = "", end = ""] = say("You get {{rate}} as a Plus member", { rate: "|" }).split("|");
    const rateAt = async (store: string) => {
      await page.goto(store);
      const note = page.getByText(new RegExp(`^${before}.+${end}$`));
      const rate = ((await note.textContent()) ?? "").slice(before.length, -end.length);
      expect(rate).toMatch(/\d/);
      await page.getByRole("link", { name: say("Shop with {{rate}} back", { rate }) }).waitFor();
      return rate;
    };
    await rateAt("/nike-coupons");
    // So do a coupon among those of other stores and the window with its code.
    await page.goto("/coupons");
    const ticket = page
      .locator("article.ticket", { has: page.locator("a.btn[data-offer]") })
      .filter({ has: page.locator(".ticket-store > span.faint", { hasText: /\d/ }) })
      .first();
    const store = ticket.locator(".ticket-store a");
    const rate = await rateAt((await store.getAttribute("href")) ?? "");
    await page.goto("/coupons");
    await ticket.locator(".ticket-store > span.faint", { hasText: /[\d.,]+/.exec(rate)?.[0] ?? "" }).waitFor();
    const name = (await store.textContent()) ?? "";
    await ticket.getByRole("link", { name: say("Show code") }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByRole("link", { name: say("Go to {{store}} with {{rate}} back", { store: name, rate }) })
      .waitFor();
    await page.goto("/account/subscription");

    // Back to the cheaper one waits, and is taken back.
    await page.getByRole("link", { name: say("See what switching costs") }).click();
    await page
      .locator("#change")
      .getByRole("button", { name: say("I agree: change my plan") })
      .click();
    await page.getByRole("button", { name: say("Undo the change") }).click();
    await page.getByRole("link", { name: say("See what switching costs") }).waitFor();
    const after = await read(user_id);
    expect(after.running[0]).toMatchObject({ tier: "plus", next_tier: null });
    expect(after.invoices.map((one) => one.amount_minor)).toEqual(["800", "1199", "100"]);

    // The shipping membership with the card on file; out of it in two clicks, and back.
    await page.goto("/account/shipsubscription");
    await accessible(page, "shipping membership");
    await page.getByRole("button", { name: /\$1\.00/ }).click();
    expect((await read(user_id)).running, "without the tick nothing begins").toHaveLength(1);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /\$1\.00/ }).click();
    await page.getByRole("button", { name: say("Cancel membership") }).click();
    await page.getByText(say("Cancellation slip")).waitFor();
    await page.getByRole("button", { name: say("Undo, keep my membership") }).click();
    await page.waitForURL(/shipsubscription\?kept=1$/);
    await page.getByText(say("Your membership continues.")).waitFor();
    await page.getByRole("link", { name: say("What it covers") }).click();
    await page.getByRole("heading", { name: say("What the shipping membership covers") }).waitFor();
    await accessible(page, "what the shipping membership pays for");

    // The first-order reward.
    await page.goto("/account/fdrd");
    await accessible(page, "first-order reward");
    await page.getByRole("radio", { name: new RegExp(say("Gift card")) }).check();
    await page.getByRole("button", { name: say("Claim {{amount}}", { amount: "$10.00" }) }).click();
    await page.getByText(say("Waiting for an order")).waitFor();
    await page.reload();
    await page.getByText(say("Waiting for an order")).waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  },
);

it("opts out by a mail's link, signed out and without script; opening it changes nothing", async () => {
  const { user_id } = await payingMember("optout@example.com");
  const [own] = (await read(user_id)).running;
  const link = stage.product.wired.membership.makeLink("no-retry", own?.membership_id ?? "");
  const visitor = await stage.open({ javaScript: false, viewport: PHONE });
  const { page } = visitor;
  await page.goto(link);
  expect((await read(user_id)).opted_out_of_retries).toBe(false);
  await page.getByRole("button", { name: "Don't try my card again" }).click();
  await page.getByText("We won't try your card again automatically.").waitFor();
  expect((await read(user_id)).opted_out_of_retries).toBe(true);
  await page.getByRole("button", { name: "Stop marketing messages" }).click();
  await page.getByText("Done. Both are off.").waitFor();
  const lists = await stage.product.wired.notifications.lists(user_id);
  expect(Object.fromEntries(lists.map(({ list, mail }) => [list, mail]))).toMatchObject({ money: true, alerts: true });
  // Marketing comes by no way any more; what is on our own pages is sent to nobody.
  expect(lists.find(({ list }) => list === "news")).toMatchObject({ mail: false, push: false, text: false });
  for (const odd of [link.replace(/.$/, (last) => (last === "A" ? "B" : "A")), "/spoptout?t=forged"]) {
    await page.goto(odd);
    await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  }
  await page.goto("/spoptout");
  await page.getByRole("button", { name: "Log in to opt out" }).click();
  await page.waitForURL(/\/login$/);
  // Who signs in there comes back to what they came for.
  expect(await visitor.context.cookies()).toContainEqual(
    expect.objectContaining({ name: "auth_redirect_url", value: "%2Fspoptout" }),
  );
  await visitor.close();
});

it("says on its public page what it costs and does not do, and leads to the trial", async () => {
  const visitor = await stage.open({ viewport: PHONE });
  const { page } = visitor;
  await page.goto("/tuppence");
  await page.getByRole("heading", { level: 1, name: "Tuppence membership" }).waitFor();
  await accessible(page, "the membership's page");
  const offers = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "{}");
  expect(offers.offers.map((one: { price: string }) => one.price)).toEqual(["11.99", "19.99"]);
  await page.getByRole("link", { name: "Start the 14-day trial" }).first().click();
  await page.waitForURL(/spl\/spt\/1/);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});
