/**
 * What a member does with the account itself, by role and label: a lost password, a confirmed address, passkeys, an
 * authenticator app, sessions, a copy of the data, the end.
 */
import { readFileSync } from "node:fs";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { speaker } from "../support/words.ts";
import { PASSWORD, signUp } from "./members.ts";
import { logOut } from "./signing-in.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** The newest link of a mail whose subject fits, as a path of the product. */
async function mailedPath(to: string, subject: RegExp): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { mails } = await product.control<{ mails: { id: number; subject: string; text: string }[] }>(
      `/mails?to=${encodeURIComponent(to)}`,
    );
    const mail = mails.toSorted((a, b) => b.id - a.id).find((each) => subject.test(each.subject));
    const link = mail && /https?:\/\/\S+\/(?:verify|password\/\w+)\/[^\s)>]+/.exec(mail.text)?.[0];
    if (link) return new URL(link).pathname;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`No mail ${subject} reached ${to}.`);
}

async function logIn(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

it.each([
  { language: "en" as const, viewport: undefined, javaScript: true },
  { language: "es" as const, viewport: PHONE, javaScript: false },
])("a lost password is set by a link ($language, script: $javaScript)", async ({ language, viewport, javaScript }) => {
  const say = speaker(language);
  const email = `lost.${language}@example.com`;
  await signUp(product, email);
  const visitor = await openVisitor(browser, {
    baseURL: product.url,
    language,
    javaScript,
    ...(viewport ? { viewport } : {}),
  });
  const { page } = visitor;
  await page.goto(`/login?lang=${language}`);
  if (!javaScript) await page.context().addCookies([{ name: "lang", value: language, url: product.url }]);
  await page.getByRole("link", { name: say("Forgot it?") }).click();
  await page.waitForURL(/\/password\/reset/);
  await page.getByLabel(say("Email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: say("Send me the link") }).click();
  await page.getByRole("heading", { name: say("Check your inbox") }).waitFor();
  const path = await mailedPath(email, /Set a new password|Crea una contraseña nueva/);
  await page.goto(path);
  await page.getByLabel(say("New password"), { exact: true }).fill("password1");
  await page.getByRole("button", { name: say("Save and sign in") }).click();
  await page.getByText(/data breach|filtración de datos/).waitFor();
  await page.getByLabel(say("New password"), { exact: true }).fill("nine paper lanterns float");
  await page.getByRole("button", { name: say("Save and sign in") }).click();
  await page.waitForURL(/\/msg\/password-set/);
  await page.goto("/account/purchase-history");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/account/purchase-history");
  await page.goto(path);
  await page.getByRole("heading", { name: say("This link was already used") }).waitFor();
  await visitor.close();
});

it("an address is confirmed by a press, in Spanish on a phone", async () => {
  const say = speaker("es");
  const visitor = await openVisitor(browser, { baseURL: product.url, language: "es", viewport: PHONE });
  const { page } = visitor;
  await page.goto("/register?lang=es");
  await page.getByLabel(say("Name"), { exact: true }).fill("Inés Iglesias");
  await page.getByLabel(say("Email"), { exact: true }).fill("ines@gmial.com");
  await page.getByLabel(say("Password"), { exact: true }).focus();
  await page.getByText(say("Did you mean {{email}}?", { email: "ines@gmail.com" })).waitFor();
  await page.getByLabel(say("Email"), { exact: true }).fill("ines@example.com");
  await page.getByLabel(say("Password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: say("Create account"), exact: true }).click();
  await page.waitForURL(/purchase-history/);
  await page.goto("/account/profile/verify");
  await page.getByRole("button", { name: say("Send the link again") }).click();
  await page.getByText("Revisa tu correo: te enviamos un mensaje de verificación.").waitFor();
  await page.goto(await mailedPath("ines@example.com", /^Confirma tu correo/));
  await page.getByRole("button", { name: say("Confirm my email") }).click();
  await page.getByRole("heading", { name: say("Your email is confirmed") }).waitFor();
  await page.goto("/account/profile");
  await page.getByText(say("Confirmed"), { exact: true }).waitFor();
  await visitor.close();
});

it("a passkey signs in without a password", async () => {
  await signUp(product, "key@example.com");
  const visitor = await openVisitor(browser, { baseURL: product.url });
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, "key@example.com", PASSWORD);
  await page.waitForURL(/purchase-history/);
  await page.goto("/account/pss");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByText(/^Passkey, /).waitFor();
  await logOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/purchase-history/);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

it("an authenticator app is set up, asked for, and the account ends with its data in hand", async () => {
  const email = "whole@example.com";
  await signUp(product, email);
  const visitor = await openVisitor(browser, { baseURL: product.url });
  const { page } = visitor;
  await logIn(page, email, PASSWORD);
  await page.waitForURL(/purchase-history/);
  await page.goto("/account/pss");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill("wrong words here");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog
    .getByText("That's not your password, so nothing was changed. Try again, or reset it if you forgot it.")
    .waitFor();
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = ((await dialog.locator(".font-mono").textContent()) ?? "").replaceAll(" ", "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByLabel("Code", { exact: true }).fill(totp.generate());
  await dialog.getByRole("button", { name: "Switch it on" }).click();
  await dialog.getByText(/Save these codes/).waitFor();
  const [recovery = ""] = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I saved them" }).click();
  await page.getByText("10 recovery codes left").waitFor();
  await logOut(page);

  await logIn(page, email, PASSWORD);
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill("123");
  await page.getByRole("button", { name: "Log in" }).last().click();
  await page.getByText(/This code isn't right/).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(recovery);
  await page.getByRole("button", { name: "Log in" }).last().click();
  await page.waitForURL(/purchase-history/);

  await page.goto("/account/pss");
  await page.getByText("9 recovery codes left").waitFor();
  await page.getByText("this device").waitFor();
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Log out of Chrome/ }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  const copy = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(copy.account.email).toBe(email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL(/\/msg\/account-closed/);
  await logIn(page, email, PASSWORD);
  await page.getByText(/don't match/).waitFor();
  await visitor.close();
});
