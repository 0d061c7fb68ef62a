/** What costs nothing and needs no account, by role and label: the monthly draw, with script and without, and the app's link. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LANDING_REFUSALS } from "../../src/modules/landing/messages.ts";
import { openVisitor, PHONE, shareBrowser } from "../support/browser.ts";
import { type Product, startProduct } from "../support/product.ts";
import { speaker } from "../support/words.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** What the outside world got, once it is there. */
async function delivered<T>(path: string, name: string): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { [name]: all = [] } = await product.control<Record<string, T[]>>(path);
    if (all[0]) return all[0];
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`Nothing came to ${path}.`);
}

it.each([
  { language: "en" as const, viewport: undefined, javaScript: true },
  { language: "es" as const, viewport: PHONE, javaScript: false },
])(
  "somebody enters the draw and confirms it ($language, script: $javaScript)",
  async ({ language, viewport, javaScript }) => {
    const say = speaker(language);
    const email = `draw.${language}@example.com`;
    const visitor = await openVisitor(browser, {
      baseURL: product.url,
      language,
      javaScript,
      ...(viewport && { viewport }),
    });
    const { page } = visitor;
    await page.goto(`/sweepstakes-rules${language === "es" ? "?lang=es" : ""}`);
    const press = () => page.getByRole("button", { name: say("Send me the confirmation email") }).click();
    await page.getByLabel(say("Email"), { exact: true }).fill(email);
    await press();
    // What is missing is said, and what was typed is still there.
    await page.getByText(LANDING_REFUSALS.birth_date_missing[language]).waitFor();
    expect(await page.getByLabel(say("Email"), { exact: true }).inputValue()).toBe(email);
    await page.getByLabel(say("Month"), { exact: true }).selectOption("4");
    await page.getByLabel(say("Year"), { exact: true }).selectOption("1991");
    await page.getByLabel(say("Country you live in")).selectOption("US");
    await press();
    await page
      .getByText(say("Check {{email}}. Your entry counts once you press the button in that email.", { email }))
      .waitFor();
    const mail = await delivered<{ text: string }>(`/mails?to=${encodeURIComponent(email)}`, "mails");
    await page.goto(new URL(/https?:\S+verify\?t=\S+/.exec(mail.text)?.[0] ?? "").href);
    await page.getByRole("button", { name: say("Confirm my entry") }).click();
    await page.getByRole("heading", { name: say("You're in") }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: say("You're in") }).waitFor();
    // The refused form is told to the console by the browser itself.
    expect(visitor.problems.filter((problem) => !problem.includes("status of 422"))).toEqual([]);
    await visitor.close();
  },
);

it("somebody has the app's link texted, and phones go to their store", async () => {
  const visitor = await openVisitor(browser, { baseURL: product.url });
  const { page } = visitor;
  await page.goto("/get-app");
  await page.getByRole("img", { name: "Code that leads to the app" }).waitFor();
  const press = () => page.getByRole("button", { name: "Text me the link" }).click();
  await page.getByLabel("Mobile number").fill("12");
  await press();
  await page.getByText("Enter a 10-digit US mobile number.").waitFor();
  await page.getByLabel("Mobile number").fill("(555) 201-2291");
  await press();
  await page.getByText("On its way to (555) 201-2291.").waitFor();
  const text = await delivered<{ body: string }>("/texts?to=%2B15552012291", "texts");
  expect(text.body).toContain(`${product.url}/get-app`);
  await visitor.close();
  const { app } = product.wired.partners.home;
  for (const [agent, store] of [
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", app.ios_url],
    ["Mozilla/5.0 (Linux; Android 16; Pixel 9)", app.android_url],
  ] as const) {
    const answer = await fetch(`${product.url}/get-app`, { headers: { "user-agent": agent }, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, store]);
  }
});
