/** A membership as its member sees it: what it costs, and out of it in two clicks, signed in or from a mail's link. */
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { openMembershipStage } from "../support/membership-stage.ts";
import { speaker } from "../support/words.ts";
import { signUp } from "./members.ts";

const { stage, memberOnTrial } = openMembershipStage();

it.each([
  { language: "en" as const, viewport: undefined },
  { language: "es" as const, viewport: PHONE },
])("is canceled by one press on its page, and taken up again ($language)", async ({ language, viewport }) => {
  const say = speaker(language);
  const { cookies, user_id } = await memberOnTrial(`leaving.${language}@example.com`);
  const visitor = await stage.open({ language, ...(viewport ? { viewport } : {}) });
  const { page, context } = visitor;
  await context.addCookies(cookies);
  if (language === "es") await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
  await page.goto("/account/subscription");
  await page.getByRole("heading", { level: 1, name: say("Membership") }).waitFor();
  await page.getByText(say("Trial"), { exact: true }).first().waitFor();
  await page
    .getByText(/\$11\.99/)
    .first()
    .waitFor();
  await page.getByRole("cell", { name: "$1.00", exact: true }).first().waitFor();
  await page.getByRole("button", { name: say("Cancel membership") }).click();
  await page.getByRole("heading", { name: say("Your membership is canceled") }).waitFor();
  await page.getByText(say("Cancellation slip")).waitFor();
  await page.getByText(say("Coins, still yours")).waitFor();
  if (!viewport) await page.getByText(/^Member until/).waitFor();
  expect(await violationsInBothModes(page)).toEqual([]);
  await page.getByRole("checkbox", { name: say("I didn't use it") }).check();
  await page.getByRole("button", { name: say("Send"), exact: true }).click();
  await page.getByText(say("Thanks for telling us. Nothing changes for you.")).waitFor();
  const said = await stage.product.wired.database.pool.query(
    "select reasons from membership.leaving_reasons r join membership.memberships m using (membership_id) where m.user_id = $1",
    [user_id],
  );
  expect(said.rows).toEqual([{ reasons: ["unused"] }]);
  await page.reload();
  await page.getByText(say("Cancellation slip")).waitFor();
  await page.getByRole("button", { name: say("Undo, keep my membership") }).click();
  await page.getByText(say("Your membership continues.")).waitFor();
  await page.getByRole("button", { name: say("Cancel membership") }).waitFor();
  await page.getByText(say("Next charge")).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it("ends an unused trial today, and its slip says what goes back to the card", async () => {
  const say = speaker("es");
  const { cookies } = await memberOnTrial("unused@example.com");
  const visitor = await stage.open({ language: "es", viewport: PHONE });
  const { page, context } = visitor;
  await context.addCookies(cookies);
  await context.addCookies([{ name: "lang", value: "es", url: stage.product.url }]);
  await page.goto("/account/subscription");
  await page.getByRole("button", { name: say("End it today and refund {{amount}}", { amount: "$1.00" }) }).click();
  await page.getByRole("heading", { name: say("Your membership has ended") }).waitFor();
  const line = page.locator("dl > div, li").filter({ hasText: say("Goes back to your card") });
  expect(await line.first().textContent()).toContain("$1.00");
  await page.reload();
  await line.first().waitFor();
  expect(await violationsInBothModes(page)).toEqual([]);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it("is canceled from a mail's link, signed out and without script", async () => {
  const { user_id } = await memberOnTrial("mailed@example.com");
  const [view] = (await stage.product.wired.membership.readMembership(user_id)).running;
  const link = stage.product.wired.membership.makeLink("cancel", view?.membership_id ?? "");
  const visitor = await stage.open({ javaScript: false });
  const { page } = visitor;
  await page.goto(link);
  expect((await stage.product.wired.membership.readMembership(user_id)).running[0]?.cancel_at_period_end).toBe(false);
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByText("Cancellation slip").waitFor();
  expect((await stage.product.wired.membership.readMembership(user_id)).running[0]?.cancel_at_period_end).toBe(true);
  await page.goto(link.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
  await page.getByText(/no longer works/).waitFor();
  await visitor.close();
});

it("has another card put in its place, whose number never reaches us", async () => {
  const { cookies } = await memberOnTrial("card@example.com");
  const visitor = await stage.open();
  const { page, context } = visitor;
  await context.addCookies(cookies);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(stage.product.url)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  await page.goto("/account/subscription");
  await page.getByRole("link", { name: "Change card" }).click();
  await page.waitForURL(/billing\?change=1/);
  const type = (part: string, text: string) =>
    page.frameLocator(`[data-card="${part}"] iframe`).locator("input").first().pressSequentially(text);
  await type("number", "5555555555554444");
  await type("expiry", "1239");
  await type("cvc", "123");
  await page.getByRole("button", { name: "Save this card" }).click();
  await page.getByText("Zip Code cannot be empty.").first().waitFor();
  await page.getByLabel("Zip code").fill("43215");
  await page.getByRole("button", { name: "Save this card" }).click();
  await page.waitForURL(/\/msg\/payment-updated/);
  await page.goto("/account/billing");
  await page.getByText("Mastercard ending in 4444").waitFor();
  expect(sent.filter((line) => /5555\D?5555|55555555/.test(line))).toEqual([]);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it("has another card put in its place from a mail's link, signed out", async () => {
  const { user_id } = await memberOnTrial("linked@example.com");
  const [view] = (await stage.product.wired.membership.readMembership(user_id)).running;
  const visitor = await stage.open();
  const { page } = visitor;
  await page.goto(stage.product.wired.membership.makeLink("card", view?.membership_id ?? ""));
  const type = (part: string, text: string) =>
    page.frameLocator(`[data-card="${part}"] iframe`).locator("input").first().pressSequentially(text);
  await type("number", "5200828282828210");
  await type("expiry", "1239");
  await type("cvc", "123");
  await page.getByLabel("Zip code").fill("43215");
  await page.getByRole("button", { name: "Save this card" }).click();
  await page.waitForURL(/\/msg\/payment-updated/);
  expect((await stage.product.wired.membership.readMembership(user_id)).running[0]?.card?.last4).toBe("8210");
  await page.goto("/updatepay_method?type=card&t=forged");
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  await visitor.close();
});

it("is not there for who has none, who is told so", async () => {
  const cookies = await signUp(stage.product, "without@example.com");
  const visitor = await stage.open();
  await visitor.context.addCookies(cookies);
  await visitor.page.goto("/account/subscription");
  await visitor.page.getByText("You have no membership").waitFor();
  await visitor.page.goto("/cancel-subscription");
  await visitor.page.waitForURL(/account\/subscription/);
  await visitor.close();
});
