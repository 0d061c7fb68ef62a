/**
 * Signing in with another account as people do it: Google on a desktop in English and on a phone in Spanish, Apple with
 * a hidden address, Facebook without one, and what happens when the address is somebody's already.
 */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { giveMoney, PASSWORD, signUp } from "./members.ts";

const stage = openStage({ whole_browser: true });
const { visit } = stage;

const accessible = async (page: Page) => expect(await violations(page)).toEqual([]);

/** Waits for the account page after a sign-in, with the member in the header. */
const arrived = (page: Page) => page.waitForURL(/\/account\/purchase-history/);

/** Puts an authenticator app before an account, and answers one of its recovery codes. */
async function switchOnCodes(email: string): Promise<string> {
  const { identity } = stage.product.wired;
  const visitOf = { user_agent: "Firefox", address: "203.0.113.9" };
  const session = await identity.login({ email, password: PASSWORD, ...visitOf });
  if (!session.ok) throw new Error(session.code);
  const { member } = session.value;
  const started = await identity.startTimeCodes(member, PASSWORD);
  if (!started.ok) throw new Error(started.code);
  const code = new TOTP({ secret: Secret.fromBase32(started.value.secret) }).generate();
  const on = await identity.confirmTimeCodes(member, code, visitOf);
  if (!on.ok) throw new Error(on.code);
  return on.value.recovery_codes[0] ?? "";
}

describe("Google", () => {
  it("that does not answer while one sets out is said so, and the next press goes through", () =>
    visit(
      { viewport: PHONE },
      async ({ page }) => {
        await stage.product.control("/fail", { target: "google.discovery", mode: "500", times: 1 });
        await page.goto("/login");
        await page.getByRole("link", { name: "Continue with Google" }).click();
        await page.getByText("Google isn't responding right now. Try again in a minute, or use your email.").waitFor();
        await accessible(page);
        await page.getByRole("link", { name: "Try again with Google" }).click();
        await page.getByRole("button", { name: /Sam Okafor/ }).waitFor();
      },
      /503 \(Service Unavailable\)/,
    ));

  it("on a desktop: from a store's page and back to it, by one press", () =>
    visit({ viewport: DESKTOP }, async ({ page, context }) => {
      await page.goto("/nike-coupons");
      await page.getByRole("link", { name: "Log in", exact: true }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("link", { name: "Continue with Google" }).waitFor();
      await accessible(page);
      await dialog.getByRole("link", { name: "Continue with Google" }).click();
      await page.getByRole("button", { name: /Sam Okafor/ }).click();
      await page.waitForURL(/\/nike-coupons$/);
      await page
        .getByRole("button", { name: /Sam Okafor|SO/ })
        .first()
        .waitFor();
      const names = (await context.cookies()).map((cookie) => cookie.name);
      expect(names).toContain("tp_bind");
    }));

  it("on a phone in Spanish: a no in words, a way on, and then a yes; back leads to no error", () =>
    visit(
      { viewport: PHONE, language: "es", dark: true },
      async ({ page }) => {
        const say = speaker("es");
        await page.goto("/register?lang=es");
        const google = page.getByRole("link", { name: say("Continue with {{provider}}", { provider: "Google" }) });
        await google.click();
        await page.getByRole("button", { name: "Cancel" }).click();
        await page
          .getByRole("heading", { name: say("You canceled signing in with {{provider}}", { provider: "Google" }) })
          .waitFor();
        await accessible(page);
        await page.getByRole("link", { name: say("Try again with {{provider}}", { provider: "Google" }) }).click();
        await page.getByRole("button", { name: /Rosa Delgado/ }).click();
        await arrived(page);
        expect(await page.locator("html").getAttribute("lang")).toBe("es");
        // Somebody who presses the browser's way back is still signed in, and reads of no mistake.
        await page.goBack();
        await page.waitForURL(/\/interaction\//);
        await page.goto("/login");
        await arrived(page);
      },
      /403 \(Forbidden\)/,
    ));

  it("works without script, and shows no button of a provider that does not exist", () =>
    visit(
      { viewport: DESKTOP, javaScript: false },
      async ({ page }) => {
        await page.goto("/login");
        await page.getByRole("link", { name: "Continue with Google" }).click();
        await page.getByRole("button", { name: /Rosa Delgado/ }).click();
        await arrived(page);
        const unknown = await page.goto("/oauth/myspace");
        expect(unknown?.status()).toBe(404);
        expect((await page.goto("/auth/myspace/callback?state=x"))?.status()).toBe(404);
      },
      /404 \(Not Found\)/,
    ));
});

describe("Apple", () => {
  it("comes back by its cross-site form with a hidden address, and is linked in the settings", () =>
    visit({ viewport: DESKTOP }, async ({ page }) => {
      await page.goto("/login");
      await page.getByRole("link", { name: "Continue with Apple" }).click();
      await page.getByLabel("Hide My Email").check();
      await page.getByRole("button", { name: /Lena Park/ }).click();
      await arrived(page);
      await page.goto("/account/pss");
      const section = page.locator("#linked-accounts");
      await section.getByText("Your only way to sign in").waitFor();
      expect(await section.textContent()).toMatch(/@privaterelay\.appleid\.example \(hidden address\)/);
      await section.getByRole("link", { name: "Link Google" }).click();
      await page.getByRole("button", { name: "Continue to Google" }).click();
      await page.getByRole("button", { name: /Uma Verne/ }).click();
      await page.waitForURL(/\/account\/pss/);
      await section.getByRole("button", { name: "Unlink Apple" }).click();
      // The page asks on its arrival too.
      const told = page.waitForResponse(
        async (one) => /api\/user\/summary/.test(one.url()) && (await one.json()).linked_accounts.length < 2,
      );
      await page.getByRole("dialog").getByRole("button", { name: "Unlink", exact: true }).click();
      await section.getByRole("button", { name: "Unlink Apple" }).waitFor({ state: "detached" });
      expect(await (await told).json()).toMatchObject({ linked_accounts: [{ provider: "google" }] });
      await section.getByText("Your only way to sign in").waitFor();
      await accessible(page);
      // A member without a password proves who they are by signing in once more.
      await page.goto("/login?again=1");
      await page.getByRole("link", { name: "Continue with Google" }).click();
      await page.getByRole("button", { name: /Uma Verne/ }).click();
      await page.waitForURL(/\/account\/pss/);
    }));
});

describe("Facebook without an address", () => {
  it("asks for one, meets an account that has it, and makes the two one with all their money", () =>
    visit(
      { viewport: PHONE },
      async ({ page }) => {
        await signUp(stage.product, "keeper@example.com");
        await giveMoney(stage.product, "keeper@example.com");
        const recovery = await switchOnCodes("keeper@example.com");
        await page.goto("/login");
        await page.getByRole("link", { name: "Continue with Facebook" }).click();
        await page.getByRole("button", { name: /Nia Phone/ }).click();
        await arrived(page);
        await page.waitForFunction(() => window.location.hash === "");
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("heading", { name: "What is your email?" }).waitFor();
        await accessible(page);
        const save = dialog.getByRole("button", { name: "Save email" });
        await dialog.getByLabel("Email", { exact: true }).fill("nonsense");
        await save.click();
        await dialog.getByText("You have entered an invalid email address!").waitFor();
        await dialog.getByLabel("Email", { exact: true }).fill("keeper@example.com");
        await save.click();
        await dialog.getByText("Email already in use. Please authenticate.").waitFor();
        const merge = dialog.getByRole("button", { name: "Log in and merge" });
        await merge.click();
        await dialog.getByText("Please enter both email and password.").waitFor();
        await dialog.getByLabel("Password", { exact: true }).fill("not the password");
        await merge.click();
        await dialog
          .getByRole("alert")
          .getByText(/don't match/)
          .waitFor();
        await accessible(page);
        await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await merge.click();
        // That account asks for a second step: what was typed stays, and the code is asked for beside it.
        const code = dialog.getByLabel("Code of your authenticator app");
        await code.waitFor();
        await accessible(page);
        await code.fill("000000");
        await merge.click();
        await dialog.getByText(/This code isn't right/).waitFor();
        await code.fill(recovery);
        await merge.click();
        await dialog.waitFor({ state: "detached" });
        // The page now shows the account that goes on, with its money.
        await page.getByText("Nia Newcomer").first().waitFor({ state: "attached" });
        await page.getByText("Marlow Finch").first().waitFor();
        await page.goto("/account/pss");
        await page.locator("#linked-accounts").getByText("Facebook").first().waitFor();
      },
      /409 \(Conflict\)|401 \(Unauthorized\)/,
    ));

  it("says to an address' owner to authenticate, and links after the password", () =>
    visit(
      { viewport: DESKTOP },
      async ({ page, context }) => {
        await signUp(stage.product, "theo.marsh@mail.example");
        await page.goto("/login");
        await page.getByRole("link", { name: "Continue with Facebook" }).click();
        await page.getByRole("button", { name: /Theo Marsh/ }).click();
        await page.getByRole("heading", { name: "Email already in use. Please authenticate." }).waitFor();
        await accessible(page);
        await page.getByLabel("Password", { exact: true }).fill("not the password");
        await page.getByRole("button", { name: "Log in and link Facebook" }).click();
        await page
          .getByRole("alert")
          .getByText(/don't match/)
          .waitFor();
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Log in and link Facebook" }).click();
        await arrived(page);
        // From now on Facebook opens it. What the page still hears would bring the cookies back: it is left first.
        await page.goto("about:blank");
        await context.clearCookies();
        // Whoever lost the cookie is led home from any page (SPEC §4), and is nobody from then on.
        await page.goto("/");
        await until("nobody to be signed in", () => page.evaluate(() => localStorage.getItem("user") === null));
        await page.goto("/login");
        await page.getByRole("link", { name: "Continue with Facebook" }).click();
        await page.getByRole("button", { name: /Theo Marsh/ }).click();
        await arrived(page);
      },
      /409 \(Conflict\)|401 \(Unauthorized\)/,
    ));
});
