/** What the journeys of signing in share: the forms as people fill them, and rows as the database has them. */
import type { Page } from "playwright-core";
import type { Product } from "../support/product.ts";
import { speaker } from "../support/words.ts";
import { PASSWORD } from "./members.ts";

/** Signed in by the form of /login, as the page's own script does it. */
export async function logIn(page: Page, email: string, password = PASSWORD, say = speaker("en")) {
  await page.getByLabel(say("Email"), { exact: true }).fill(email);
  await page.getByLabel(say("Password"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("Log in") })
    .click();
}

/** Signed out by the address, which says so for two seconds and then leads home: neither is missed on a slow machine. */
export async function logOut(page: Page) {
  const told = page.getByRole("heading", { name: "Successfully signed out!" }).waitFor();
  await Promise.all([told, page.goto("/logout")]);
  await page.waitForURL((url) => url.pathname !== "/logout");
}

export async function register(page: Page, email: string, name = "Nia Newcomer") {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /Create account/ }).click();
}

export async function readRow<T = Record<string, unknown>>(product: Product, sql: string, values: unknown[] = []) {
  return (await product.wired.database.pool.query(sql, values)).rows[0] as T;
}

export async function userIdOf(product: Product, email: string): Promise<string> {
  const row = await readRow<{ user_id: string }>(product, "select user_id from identity.users where email = $1", [
    email,
  ]);
  return row.user_id;
}

/** Members of long ago are not sent to their first steps. */
export async function settle(product: Product, email: string) {
  await product.wired.identity.completeOnboarding(await userIdOf(product, email));
}
