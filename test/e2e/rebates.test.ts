/**
 * Rebates as members claim them: a photo of a receipt on a phone, read, corrected and paid; the same by keyboard alone in
 * Spanish; how a claim stands for whoever has its number; and the page of a member who has no membership.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { IPHONE, PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { speaker } from "../support/words.ts";
import { awayFromMidnight } from "../support/zones.ts";
import { signUp } from "./members.ts";
import { settle } from "./signing-in.ts";

const { stage, payingMember } = openMembershipStage();
const accessible = async (page: Page, where: string) => expect(await violationsInBothModes(page), where).toEqual([]);
/** The day where members of the stage live; the Swedish form of a day is the civil one. */
const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: awayFromMidnight(new Date()) }).format(new Date());

/** In the membership for some days, so that a purchase of today counts in every zone. */
async function memberSinceDays(email: string) {
  const member = await payingMember(email);
  await stage.product.wired.database.pool.query(
    "update membership.memberships set joined_on = joined_on - 10 where user_id = $1",
    [member.user_id],
  );
  await settle(stage.product, email);
  return member;
}

const row = (name: string, amount: string) => `${name.padEnd(18)}${amount.padStart(10)}`;
/** Papers of one form look alike, and those of several members are looked at by a person: each has its own. */
const TILL = (day: string) => [
  "         KROGER",
  "   1420 Elm Street",
  "   Columbus, OH 43215",
  "",
  `Date: ${day}   14:22`,
  "",
  row("Milk 2%", "3.49"),
  row("Chicken", "20.19"),
  row("Coffee", "19.50"),
  "",
  row("TOTAL", "$43.18"),
  "",
  row("VISA ****4242", "$43.18"),
  "",
  " THANK YOU",
];
const RIDE = (day: string) => [
  "Uber",
  "Thanks for riding with Maria!",
  "",
  "",
  "",
  `${day} at 9:05 AM`,
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "Ride fare                              $18.00",
  "Service fee                             $2.00",
  "Total                                  $20.00",
  "Visa *4242                             $20.00",
];

/** A receipt as it is printed, of today. */
async function paper(lines: (day: string) => readonly string[]): Promise<Buffer> {
  const page = await stage.browser.newPage({ viewport: { width: 720, height: 860 }, deviceScaleFactor: 2 });
  const [year, month, day] = today().split("-");
  await page.setContent(
    `<pre style="font:24px/34px monospace;padding:40px">${lines(`${month}/${day}/${year}`).join("\n")}</pre>`,
  );
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const claimsOf = async (userId: string) =>
  (
    await stage.product.wired.database.pool.query<{ reference: string; state: string; paid_minor: string }>(
      "select reference, state, paid_minor::text from benefits.claims where user_id = $1",
      [userId],
    )
  ).rows;

it("pays a photo of a receipt on a phone, after what was read is looked at", async () => {
  const email = "photo@example.com";
  const { cookies, user_id } = await memberSinceDays(email);
  const kroger = await paper(TILL);
  await stage.visit({ viewport: PHONE, userAgent: IPHONE }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/account/rebates");
    await page.getByRole("heading", { level: 1, name: "Rebates" }).waitFor();
    expect(await page.locator(".benefit").count()).toBe(16);
    await accessible(page, "rebates");
    await page.getByRole("link", { name: "Claim for Groceries" }).click();
    await page.getByRole("heading", { level: 1, name: "Claim a grocery rebate" }).waitFor();

    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Take a photo" }).click(),
    ]);
    await chooser.setFiles({ name: "kroger.png", mimeType: "image/png", buffer: kroger });
    // A machine that is busy reads it at the second try, each of which may take twenty seconds, after making its engine.
    await page.getByText("We can read the store, the date, the amount.").waitFor({ timeout: 240_000 });
    expect(await page.getByRole("radio", { name: "Kroger" }).isChecked()).toBe(true);
    expect(await page.getByLabel("Date on the receipt").inputValue()).toBe(today());
    const amount = page.getByLabel("Total paid, in dollars");
    expect(await amount.inputValue()).toBe("43.18");
    await page.locator(".receipt .total", { hasText: "$2.15" }).waitFor();

    await amount.fill("44.18");
    await page.getByText("The receipt says $43.18. Please check.").waitFor();
    await accessible(page, "a claim that was read");
    await page.reload({ waitUntil: "networkidle" });
    await page.getByText("kroger.png").waitFor();
    expect(await amount.inputValue()).toBe("44.18");
    await page.getByRole("button", { name: "Use $43.18" }).click();
    await page.getByRole("button", { name: "Send claim" }).click();
    await page.getByText("Check the box if it's your own purchase.").waitFor();
    await page.getByRole("checkbox").check();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await fits(page), "at 320 px").toBe(true);
    await page.getByRole("button", { name: "Send claim" }).dblclick();

    await page.waitForURL(/claim=clm_/);
    await page.getByText("It's in your passbook, yours to withdraw.").waitFor();
    await accessible(page, "a claim that was paid");
    expect(await fits(page), "a claim at 320 px").toBe(true);
    expect(await claimsOf(user_id)).toMatchObject([{ state: "paid", paid_minor: "4318" }]);
    expect((await stage.product.wired.ledger.balances(user_id)).available).toBe(215n);
    await page.goto("/account/rebates/grocery");
    await page.getByRole("heading", { level: 1, name: "Claim a grocery rebate" }).waitFor();
    expect(await page.getByText("kroger.png").count(), "the draft is gone").toBe(0);
    await page.getByText("You have $7.85 left").waitFor();
  });
  await tellsWhoHasItsNumber(email, user_id);
});

/** Whoever is not signed in asks by number and address; a wrong address is told nothing. */
async function tellsWhoHasItsNumber(email: string, userId: string) {
  const [claim] = await claimsOf(userId);
  await stage.visit(
    {},
    async ({ page }) => {
      await page.goto("/rebates/status");
      const ask = async (address: string) => {
        await page.getByLabel("Number of the claim").fill(claim?.reference.toLowerCase() ?? "");
        await page.getByLabel("Email", { exact: true }).fill(address);
        await page.getByRole("button", { name: "See how it stands" }).click();
      };
      await ask("somebody@example.com");
      await page.getByText("We can't find a claim with these details.").waitFor();
      expect(await page.locator("main .receipt").count()).toBe(0);
      await ask(email);
      await page.locator("main .receipt", { hasText: "Confirmed" }).waitFor();
      await accessible(page, "how a claim stands");
    },
    /status of 404/,
  );
}

it("is claimed by keyboard alone, in Spanish", async () => {
  const say = speaker("es");
  const { cookies, user_id } = await memberSinceDays("teclado@example.com");
  const ride = await paper(RIDE);
  await stage.visit({ language: "es" }, async ({ page, context }) => {
    await context.addCookies([...cookies, { name: "lang", value: "es", url: stage.product.url }]);
    await page.goto("/account/rebates/rideshare");
    await page.getByRole("heading", { level: 1, name: say("Claim a rideshare rebate") }).waitFor();
    const tabTo = async (what: string, is: (at: Element) => boolean) => {
      for (let stops = 0; stops < 60; stops += 1) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(`(${is})(document.activeElement)`)) return;
      }
      throw new Error(`The keyboard does not reach ${what}.`);
    };
    // Choosers are caught from here on: asked for at the press itself, the browser's own would come first.
    page.on("filechooser", () => {});
    await page.locator("#account").focus();
    await tabTo("the first partner", (at) => at.matches("input[name=merchant]"));
    await page.keyboard.press("Space");
    expect(await page.getByRole("radio", { name: "Uber" }).isChecked()).toBe(true);
    await tabTo("the files", (at) => at.matches(".dropzone button:last-of-type"));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles({ name: "ride.png", mimeType: "image/png", buffer: ride });
    await page.locator("main .upload .stamp", { hasText: say("Readable") }).waitFor();
    await accessible(page, "a claim in Spanish");
    await tabTo("the tick", (at) => at.matches("input[name=own_purchase]"));
    await page.keyboard.press("Space");
    await tabTo("sending", (at) => at.matches(".receipt button[type=submit]"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/claim=clm_/);
    await page.getByText(say("It's in your passbook, yours to withdraw.")).waitFor();
    expect(await claimsOf(user_id)).toMatchObject([{ state: "paid", paid_minor: "2000" }]);
  });
});

it("says honestly what is not open to whoever has no membership, and keeps an address", async () => {
  const cookies = await signUp(stage.product, "without@example.com");
  await settle(stage.product, "without@example.com");
  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto("/account/rebates");
    await page.getByText("Rebates are part of the membership, and you don't have one.").waitFor();
    expect(await page.getByRole("link", { name: /^Claim for/ }).count()).toBe(0);
    await page.getByText("Add your address").click();
    await page.getByLabel("Street and number").fill("1 Main Street");
    await page.getByLabel("City").fill("Austin");
    await page.getByLabel("State", { exact: true }).selectOption("TX");
    await page.getByLabel("ZIP code").fill("78701");
    await accessible(page, "rebates without a membership");
    await page.getByRole("button", { name: "Save address" }).click();
    await page.getByText("1 Main Street, Austin, TX 78701, US").waitFor();
    await page.goto("/account/rebates/fuel");
    await page.getByText("This is part of the membership, and you don't have one.").waitFor();
    expect(await page.getByRole("button", { name: "Send claim" }).count()).toBe(0);
    await page.goto("/account/rxbenefits");
    await page.getByText("There is no card yet.", { exact: false }).waitFor();
    await accessible(page, "the savings card");
    expect((await context.request.get("/api/user/rx-card.pdf")).status(), "no card, no file").toBe(404);
    for (const path of ["/mobile/rebates", "/mobile/rebates/nonav"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: "Rebates" }).waitFor();
      expect(await page.locator(".site-header").count(), path).toBe(0);
      await accessible(page, path);
    }
  });
});
