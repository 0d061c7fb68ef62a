/** The captcha's box in a real browser: who is asked, what a tick opens, and what is said when the box cannot come. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { signUpByForm } from "./members.ts";
import { logIn } from "./signing-in.ts";

const stage = openStage({
  catalogue: false,
  environment: (sandbox) => ({
    RATE_LIMIT_FACTOR: "2",
    RECAPTCHA_URL: `${sandbox}/recaptcha`,
    RECAPTCHA_SITE_KEY: "sandbox-recaptcha-site",
    RECAPTCHA_SECRET: "sandbox-recaptcha-secret",
  }),
});

const REFUSED = /status of (400|401|503)|ERR_FAILED/;
const box = (page: Page) => page.frameLocator('iframe[title="reCAPTCHA"]');
const says = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text).first().waitFor();

async function tryWrong(page: Page, email: string, times: number) {
  for (let tries = 0; tries < times; tries += 1) {
    await logIn(page, email, "wrong words here");
    await says(page, /don't match/);
  }
}

it("comes after three wrong passwords, and who ticks it gets in", async () => {
  await signUpByForm(stage.browser, stage.product, "person@example.com");
  await stage.visit(
    {},
    async ({ page }) => {
      const document = await page.goto("/login");
      const policy = document?.headers()["content-security-policy"] ?? "";
      const allowed = (directive: string) =>
        (policy.split("; ").find((one) => one.startsWith(directive)) ?? "")
          .split(" ")
          .slice(1)
          .filter((source) => !source.startsWith("'sha256-") && !source.startsWith("'nonce-"));
      // Exactly that folder of that host, and nothing else of it.
      const folder = `${stage.product.sandbox.url}/recaptcha/`;
      expect(allowed("script-src")).toEqual(["'self'", folder]);
      expect(allowed("frame-src")).toEqual(["'self'", folder]);
      await tryWrong(page, "person@example.com", 3);
      expect(await page.locator('iframe[title="reCAPTCHA"]').count()).toBe(0);
      await logIn(page, "person@example.com");
      await says(page, "Please confirm that you are a person.");
      await box(page).getByRole("checkbox").check();
      expect(await violations(page)).toEqual([]);
      // Each try needs a tick of its own: a wrong password with one uses it up.
      await logIn(page, "person@example.com", "wrong words here");
      await says(page, /don't match/);
      await box(page).locator("#box:not(:checked)").check();
      await logIn(page, "person@example.com");
      await page.waitForURL(/\/account\//);
    },
    REFUSED,
  );
});

it("lets a tick run out, and says what is wrong when it fails or cannot be loaded", async () => {
  const say = speaker("es");
  const email = "slow.person@example.com";
  await signUpByForm(stage.browser, stage.product, email);
  const missing = say(
    "We couldn't load the human check. See whether something in your browser is blocking it, then try again.",
  );
  await stage.visit(
    { viewport: PHONE, language: "es" },
    async ({ page }) => {
      await page.goto("/login?lang=es");
      const press = () =>
        page
          .getByRole("main")
          .getByRole("button", { name: say("Log in"), exact: true })
          .click();
      for (let tries = 0; tries < 3; tries += 1) {
        await page.getByLabel(say("Email"), { exact: true }).fill(email);
        await page.getByLabel(say("Password"), { exact: true }).fill("wrong words here");
        const answered = page.waitForResponse(/api\/web\/login/);
        await press();
        await answered;
        await page.locator("main button[type=submit]:not([aria-busy])").waitFor();
      }
      await page.getByLabel(say("Password"), { exact: true }).fill("seven copper kettles sing");
      // A blocker keeps the script away.
      await page.route("**/recaptcha/api.js*", (route) => route.abort());
      await press();
      await says(page, missing);
      await page.unroute("**/recaptcha/api.js*");
      // The box comes, but its own server is away.
      await stage.product.control("/recaptcha", { fails: true });
      await press();
      await box(page).getByRole("checkbox").check();
      await says(page, missing);
      // A tick that has run out is no tick: the box says so, and the next one counts.
      await stage.product.control("/recaptcha", { fails: false, expires_ms: 1 });
      await page.reload();
      await page.getByLabel(say("Email"), { exact: true }).fill(email);
      await page.getByLabel(say("Password"), { exact: true }).fill("seven copper kettles sing");
      await press();
      await box(page).getByRole("checkbox").click();
      await box(page).getByText("Verification expired").waitFor();
      await press();
      await says(page, "Confirma que eres una persona.");
      await stage.product.control("/recaptcha", { expires_ms: null });
      await page.reload();
      await page.getByLabel(say("Email"), { exact: true }).fill(email);
      await page.getByLabel(say("Password"), { exact: true }).fill("seven copper kettles sing");
      await press();
      const taken = page.waitForRequest(/userverify/);
      await box(page).getByRole("checkbox").check();
      await (await taken).response();
      await expect.poll(() => page.locator("textarea[name=g-recaptcha-response]").inputValue()).not.toBe("");
      await press();
      await page.waitForURL(/\/account\//);
    },
    REFUSED,
  );
});
