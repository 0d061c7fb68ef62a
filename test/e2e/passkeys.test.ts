/** Passkeys in a real browser with an authenticator of its own: on our host, on a partner's, and where none can be. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { giveAuthenticator } from "../support/authenticator.ts";
import { openStage } from "../support/stage.ts";
import { PASSWORD } from "./members.ts";
import { logOut } from "./signing-in.ts";

const stage = openStage({ catalogue: false });

async function register(page: Page, email: string) {
  await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill("Kay Keys");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /Create account/ }).click();
  await page.waitForURL(/purchase-history/);
}
async function addPasskey(page: Page) {
  await page.goto("/account/pss");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  return dialog;
}
/** A host of a partner, as a developer's machine has it: the browser knows nothing of our own there. */
const partnerUrl = () => stage.product.url.replace("//localhost", "//shipright.localhost");

it("a key that is made on a partner's host signs in there", async () => {
  await stage.visit({ baseURL: partnerUrl() }, async ({ page }) => {
    const keys = await giveAuthenticator(page);
    await register(page, "partner.key@example.com");
    await addPasskey(page);
    await page.getByText(/^Passkey, /).waitFor();
    expect((await keys()).map(({ rpId }) => rpId)).toEqual(["shipright.localhost"]);
    await logOut(page);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(/purchase-history/);
  });
});

it("the same device twice is told so, and is one key", async () => {
  await stage.visit({ baseURL: partnerUrl() }, async ({ page }) => {
    const keys = await giveAuthenticator(page);
    await register(page, "twice.key@example.com");
    await addPasskey(page);
    await page.getByText(/^Passkey, /).waitFor();
    const dialog = await addPasskey(page);
    await dialog.getByText("This device already has a passkey for your account.").waitFor();
    expect(await keys()).toHaveLength(1);
  });
});

it("on a host that is nobody's the browser refuses, and plain words lead to the password", async () => {
  const strange = stage.product.url.replace("//localhost", "//strange.localhost");
  await stage.visit({ baseURL: strange }, async ({ page }) => {
    await giveAuthenticator(page);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("Passkeys don't work in this browser at this address. Use your password.").waitFor();
    await register(page, "strange.key@example.com");
    const dialog = await addPasskey(page);
    await dialog.getByText("Passkeys don't work in this browser at this address. Use your password.").waitFor();
  });
});
