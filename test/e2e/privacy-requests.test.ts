/** Privacy requests in a browser: asked, proven by mail, seen by their number, in both languages, with and without script. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { PASSWORD, signUp } from "./members.ts";

const stage = openStage({ catalogue: false });
const pictures = process.env.PRIVACY_PICTURES;
const PATH = "/ccpa-privacy-rights";

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
async function look(page: Page, name: string) {
  expect(await violationsInBothModes(page), name).toEqual([]);
  expect(await fits(page), name).toBe(true);
  if (!pictures) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
const letterTo = (email: string, holds: RegExp) =>
  until(`a letter to ${email} with ${holds}`, async () => {
    const { mails } = await stage.product.control<{ mails: { id: number; text: string }[] }>(
      `/mails?to=${encodeURIComponent(email)}`,
    );
    return mails
      .toSorted((one, other) => other.id - one.id)
      .map(({ text }) => holds.exec(text))
      .find(Boolean);
  });
/** Path and query of the newest link that asks whether an address is its reader's. */
const linkTo = async (email: string) => (await letterTo(email, /(\/ccpa-privacy-rights\/verify\?t=\S+)/))[1] ?? "";
const numberTo = async (email: string) => (await letterTo(email, /([2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4})/))[1] ?? "";
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

it("is asked, mended, proven by the mail's link, and seen by its number", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page }) => {
      await page.goto(PATH);
      await page.getByRole("heading", { name: "Send us a request" }).waitFor();
      await page.getByText("You haven't chosen yet").waitFor();
      await look(page, "form-1440");

      // Nothing was chosen: the choice is named, focused, and nothing typed is lost.
      const form = page.locator("#request");
      await form.getByLabel("Email", { exact: true }).fill("ada@example.com");
      await form.getByRole("button", { name: "Send request" }).click();
      await page.getByText("Choose what you ask for.").waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("right-know");
      expect(await form.getByLabel("Email", { exact: true }).inputValue()).toBe("ada@example.com");
      // By keyboard: the arrows lead to what to correct, whose words are missing.
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByText("Write what is wrong, and what is right.").waitFor();
      await look(page, "form-error-1440");
      await form.getByLabel("In your own words").fill("My name is Ada.\nNot Adda.");
      await form.getByRole("button", { name: "Send request" }).dblclick();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      expect(await focused(page)).toBe("Check your email");
      await page.reload();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await look(page, "sent-mail-1440");

      const link = await linkTo("ada@example.com");
      await page.goto(link);
      await page.getByRole("heading", { level: 1, name: "Did you ask for this?" }).waitFor();
      await page.getByText("Not Adda.").waitFor();
      await look(page, "verify-1440");
      await page.getByRole("button", { name: "Yes, this is my request" }).click();
      await page.getByRole("heading", { level: 1, name: "We have your request" }).waitFor();
      await look(page, "verified-1440");
      // Opened again, it only tells how it stands.
      await page.goto(link);
      await page.getByRole("heading", { level: 1, name: "We have your request" }).waitFor();

      const number = await numberTo("ada@example.com");
      await page.goto(`${PATH}#status`);
      const status = page.locator("#status");
      await status.getByLabel("Number of the request").fill(number.toLowerCase());
      await status.getByLabel("Email").fill("eve@example.com");
      await status.getByRole("button", { name: "See how it stands" }).click();
      await status.getByRole("alert").getByText("We find no request").waitFor();
      await status.getByLabel("Email").fill("ada@example.com");
      await status.getByRole("button", { name: "See how it stands" }).click();
      await status.getByText("With us", { exact: true }).waitFor();
      await status.getByText(number).waitFor();
      await look(page, "status-1440");

      await page.goto(`${PATH}/verify?t=${"x".repeat(40)}`);
      await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
    },
    /status of (422|404)/,
  );
});

it("takes what somebody asks for somebody else, and the person confirms it", async () => {
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page }) => {
      await page.goto(PATH);
      const form = page.locator("#request");
      await page.getByRole("radio", { name: /See what you keep/ }).check();
      expect(await form.getByLabel("Your own email").isVisible()).toBe(false);
      await form.getByRole("checkbox", { name: "I'm asking for someone else" }).press("Space");
      expect(await form.getByLabel("Email", { exact: true }).isVisible()).toBe(false);
      await form.getByLabel("The person's email").fill("dana@example.com");
      await form.getByLabel("Your name or firm").fill("win.example");
      await form.getByLabel("Your own email").fill("agent@agents.example");
      await form.getByRole("radio", { name: /They gave me signed permission/ }).check();
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByText("Enter your name, or that of your firm, without links.").waitFor();
      await look(page, "agent-error-1440");
      await page.setViewportSize(PHONE);
      await look(page, "agent-error-390");
      await page.setViewportSize(DESKTOP);
      await form.getByLabel("Your name or firm").fill("Ann Agent, Esq.");
      await page.getByRole("button", { name: "Send request" }).dblclick();
      await page.getByRole("heading", { name: "We wrote to both of you" }).waitFor();
      await look(page, "agent-sent-1440");
      await page.goto(await linkTo("dana@example.com"));
      await page.getByRole("heading", { level: 1, name: "Did you ask them to?" }).waitFor();
      await page.getByText("Ann Agent, Esq. (agent@agents.example) asks this in your name.").waitFor();
      await look(page, "agent-verify-1440");
      await page.getByRole("button", { name: "Yes, I gave permission" }).click();
      await page.getByRole("heading", { level: 1, name: "We have your request" }).waitFor();
      await letterTo("agent@agents.example", /The person confirmed/);
    },
    /status of 422/,
  );
});

it("does the same in Spanish on a phone, down to the letters", async () => {
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(`${PATH}?lang=es`);
    await page.getByText("Todavía no has elegido").waitFor();
    await look(page, "form-es-390");
    await page.getByRole("radio", { name: /Borrar lo que guardan/ }).check();
    await page.locator("#request").getByLabel("Correo electrónico").fill("beto@example.com");
    await page.getByRole("button", { name: "Enviar solicitud" }).click();
    await page.getByRole("heading", { name: "Revisa tu correo" }).waitFor();
    await look(page, "sent-es-390");
    const link = await linkTo("beto@example.com");
    expect(link).toContain("lang=es");
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "¿Pediste esto?" }).waitFor();
    await look(page, "verify-es-390");
    await page.getByRole("button", { name: "Sí, es mi solicitud" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tenemos tu solicitud" }).waitFor();
    await look(page, "verified-es-390");
    await letterTo("beto@example.com", /La atiende una persona/);

    // By the letter's link, whose page alone does nothing.
    const [withdraw = ""] = await letterTo("beto@example.com", /\/ccpa-privacy-rights\/withdraw\?t=\S+/);
    await page.goto(withdraw);
    await page.getByRole("heading", { level: 1, name: "¿Retirar esta solicitud?" }).waitFor();
    await look(page, "withdraw-es-390");
    await page.reload();
    await page.getByRole("button", { name: "Sí, retirarla" }).dblclick();
    await page.getByRole("heading", { level: 1, name: "Está retirada" }).waitFor();
    await look(page, "withdrawn-es-390");
    await letterTo("beto@example.com", /Ya no la atiende nadie/);
  });
});

it("works without script, and a no to sharing is one press without an address", async () => {
  await stage.visit(
    { viewport: PHONE, javaScript: false },
    async ({ page, context }) => {
      await page.goto(`${PATH}?right=opt_out`);
      expect(await page.getByRole("radio", { name: /Don't sell or share/ }).isChecked()).toBe(true);
      expect(await page.getByLabel("In your own words").isVisible()).toBe(false);
      await page.getByRole("radio", { name: /See what you keep/ }).check();
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByText("Enter your email address, like name@example.com.").waitFor();
      await page.locator("#request").getByLabel("Email", { exact: true }).fill("noscript@example.com");
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await page.goto(await linkTo("noscript@example.com"));
      await page.getByRole("button", { name: "Yes, this is my request" }).click();
      await page.getByRole("link", { name: "Withdraw it" }).click();
      await page.getByRole("button", { name: "Yes, withdraw it" }).click();
      await page.getByRole("heading", { level: 1, name: "It's withdrawn" }).waitFor();
      await page.goto(PATH);
      await page.getByRole("radio", { name: /Don't sell or share/ }).check();
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByRole("heading", { name: "Your choice is in effect" }).waitFor();
      const kept = (await context.cookies()).find(({ value }) => /^a?s?\.[0-9a-f]{12}\./.test(value));
      expect(kept?.value, "no m: nothing is shared").toBeDefined();
    },
    /status of 422/,
  );
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(PATH);
    const partners = page.getByRole("switch", { name: /Partner measurement/ });
    await expect.poll(() => partners.isChecked()).toBe(true);
    await page.getByRole("radio", { name: /Don't sell or share/ }).check();
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("heading", { name: "Your choice is in effect" }).waitFor();
    // The switch above says the same at once.
    await expect.poll(() => page.getByRole("switch", { name: /Partner measurement/ }).isChecked()).toBe(false);
    await look(page, "opted-out-390");
  });
});

it("knows members by their session, leads to their copy, and asks once more before anything is deleted", async () => {
  const cookies = await signUp(stage.product, "cara@example.com");
  const { pool } = stage.product.wired.database;
  const confirmed = "update identity.users set email_verified_at = now() where email = $1 returning user_id";
  const { user_id } = (await pool.query<{ user_id: string }>(confirmed, ["cara@example.com"])).rows[0] ?? {};
  stage.product.wired.identity.forgetMember(user_id ?? "");
  await stage.visit(
    { viewport: DESKTOP },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(PATH);
      const form = page.locator("#request");
      await form.getByText("We answer at cara@example.com.").waitFor();
      expect(await form.getByLabel("Email", { exact: true }).count()).toBe(0);
      await page.getByRole("radio", { name: /See what you keep/ }).check();
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByRole("heading", { name: "Your copy is ready" }).waitFor();
      await look(page, "know-1440");
      await page.getByRole("link", { name: "Get my copy" }).click();
      await page.getByRole("button", { name: "Download my data" }).waitFor();

      await page.goto(PATH);
      await page.getByRole("heading", { name: "Your requests" }).waitFor();
      await look(page, "own-1440");
      await pool.query("update identity.sessions set confirmed_at = confirmed_at - interval '1 hour'");
      stage.product.wired.identity.forgetMember(user_id ?? "");
      await page.getByRole("radio", { name: /Delete what you keep/ }).check();
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByText("Show us once more that it's you.").waitFor();
      await look(page, "again-1440");
      await page.getByLabel("Your password").fill("not this");
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByText("This isn't your password.").waitFor();
      expect(await page.getByRole("radio", { name: /Delete what you keep/ }).isChecked()).toBe(true);
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Send request" }).click();
      await page.getByRole("heading", { name: "We have your request" }).waitFor();
      await look(page, "delete-1440");
      await page.setViewportSize(PHONE);
      await look(page, "delete-390");
      await page.getByRole("link", { name: "Delete my account" }).waitFor();
      await page.getByRole("link", { name: /^Withdraw it/ }).press("Enter");
      await page.getByRole("button", { name: "Yes, withdraw it" }).press("Enter");
      await page.getByRole("heading", { level: 1, name: "It's withdrawn" }).waitFor();
      await page.goto(PATH);
      await page.getByText("Withdrawn", { exact: true }).waitFor();
      expect(await page.getByRole("link", { name: /^Withdraw it/ }).count()).toBe(0);
    },
    /status of 403/,
  );
});
