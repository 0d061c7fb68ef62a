/** Signs the extension in as its shopper does: by the popup's button, and the question on our own page. */
import type { Page } from "playwright-core";
import type { Installed } from "../support/extension.ts";

/** The page of our site that the popup's press opened. */
export async function openAsk(installed: Installed, popup: Page): Promise<Page> {
  const opened = installed.context.waitForEvent("page");
  // The popup closes over its tab once it is open; here it is asked about later.
  await popup.evaluate(() => {
    window.close = () => undefined;
  });
  await popup.getByRole("button", { name: "Log in" }).click();
  const page = await opened;
  await page.waitForURL(/\/login-full-page\?/);
  return page;
}

/** Where somebody is signed in on the site. */
export async function connect(installed: Installed, popup: Page): Promise<void> {
  const page = await openAsk(installed, popup);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "The extension is signed in" }).waitFor();
  await page.close();
}
