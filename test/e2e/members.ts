/** Members for browser tests: signed up by the form or its call, and given money by the outside world. */
import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, request } from "playwright-core";
import { openVisitor } from "../support/browser.ts";
import type { Product } from "../support/product.ts";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
export const PASSWORD = "seven copper kettles sing";
const NAME = "Nia Newcomer";

/** Signs up by the call of the register page's form, and returns the cookies of the session: a page costs twenty times as much. */
export async function signUp(product: Product, email: string): Promise<Cookies> {
  const caller = await request.newContext({ baseURL: product.url, extraHTTPHeaders: { origin: product.url } });
  const answer = await caller.post("/api/web/register", {
    data: { name: NAME, email, password: PASSWORD, password_confirmation: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
  const { cookies } = await caller.storageState();
  await caller.dispose();
  return cookies;
}

/** Signs up on the register page: where what it asks of its reader, or leaves in their browser, is the matter. */
export async function signUpByForm(browser: Browser, product: Product, email: string): Promise<Cookies> {
  const { page, context, close } = await openVisitor(browser, { baseURL: product.url });
  await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill(NAME);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /Create account/ }).click();
  await page.waitForURL(/purchase-history/);
  const cookies = await context.cookies();
  await close();
  return cookies;
}

const SHOPS = [
  { merchant: "marlow-finch", network: "impact", amount: 240, approve: true },
  { merchant: "brightpenny", network: "cj", amount: 64.5, approve: false },
] as const;

/** One confirmed order and one that waits, through the networks, until the passbook has both. */
export async function giveMoney(product: Product, email: string): Promise<void> {
  const { rows } = await product.wired.database.pool.query("select user_id from identity.users where email = $1", [
    email,
  ]);
  const user_id = rows[0].user_id as string;
  for (const { merchant, network, amount, approve } of SHOPS) {
    const gone = await product.wired.cashback.go(
      { user_id: user_id, plus_active: false },
      { merchant },
      product.wired.partners.home,
    );
    if (!gone.ok) throw new Error(gone.code);
    const { order } = await product.control<{ order: { id: string } }>("/orders", {
      network,
      programId: gone.value.destination.network_programme_id,
      subId: gone.value.click_id,
      amount,
    });
    if (approve) await product.control(`/orders/${network}/${order.id}/approve`, {});
  }
  for (let tries = 0; tries < 120; tries += 1) {
    const { available, pending } = await product.wired.passbook.balances(user_id);
    if (available > 0n && pending > 0n) return;
    await setTimeout(500);
  }
  throw new Error("The orders did not reach the passbook within a minute.");
}

/** Enough coins for some cards, and for some not. */
export async function giveCoins(product: Product, email: string): Promise<void> {
  const { rows } = await product.wired.database.pool.query("select user_id from identity.users where email = $1", [
    email,
  ]);
  const user_id = rows[0].user_id as string;
  const { giftCodes, redeemCode } = product.wired.payouts;
  const expires_at = new Date(product.wired.clock.now().getTime() + 86_400_000);
  const made = await giftCodes.forPartner({ partner: "tuppence", coins: 12_480n, count: 1, expires_at, by: email });
  const redeemed = made.ok ? await redeemCode({ user_id, code: made.value[0] ?? "" }) : made;
  if (!redeemed.ok) throw new Error(redeemed.code);
}
