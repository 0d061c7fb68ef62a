/** Nothing that somebody presses before a page's scripts have come is lost (docs/decisions/0034). */
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { type Cookies, signUp } from "./members.ts";

const stage = openStage();
/** What brings a page to life when it is read, and what is read before it. */
const SCRIPTS = { last: "**/assets/entry.client-*.js", first: "**/assets/root-*.js" };

const menuOf = (page: Page) => page.getByRole("link", { name: "Menu", exact: true });
const waits = (page: Page) => page.evaluate(() => "waits" in document.documentElement.dataset);
const asked = (page: Page) => until("its scripts are asked for", () => page.locator("script[type=module]").count());

/** A page whose scripts come when the journey lets them, or never. */
async function arrive(path: string, scripts = SCRIPTS.last, { cookies = [] as Cookies, broken = "" } = {}) {
  const { page, context, problems, close } = await stage.open({ viewport: PHONE, early: true });
  await context.addCookies(cookies);
  let decide = (_come: boolean) => {};
  const decided = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  const fails = (route: Route) =>
    broken ? route.fulfill({ contentType: "text/javascript", body: broken }) : route.abort();
  await page.route(scripts, async (route) => ((await decided) ? route.continue() : fails(route)));
  await page.goto(path, { waitUntil: "commit" });
  await menuOf(page).waitFor();
  return { page, problems, close, come: () => decide(true), fail: () => decide(false) };
}

describe("what is pressed before a page has come alive", () => {
  it.each(["/stores", "/nothing-is-here"])("is pressed again on %s when it has, and once", async (path) => {
    const { page, close, come } = await arrive(path);
    await menuOf(page).tap();
    expect(await waits(page)).toBe(true);
    await page.waitForTimeout(300);
    expect(await page.getByRole("dialog").count()).toBe(0);
    come();
    await page.getByRole("dialog").waitFor();
    expect(await waits(page)).toBe(false);
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    // The faces of the letters come on a page that is not there too.
    await until("the faces are put on", () => page.evaluate(() => !document.documentElement.dataset.fonts));
    expect(await page.getByRole("dialog").count()).toBe(0);
    await close();
  });

  it("is pressed again where a key did it", async () => {
    const { page, close, come } = await arrive("/stores");
    await menuOf(page).focus();
    await page.keyboard.press("Enter");
    come();
    await page.getByRole("dialog").waitFor();
    await close();
  });

  it.each(Object.entries(SCRIPTS))(
    "leads where it leads without scripts when they fail, the %s of them",
    async (_which, scripts) => {
      const { page, problems, close, fail } = await arrive("/stores", scripts);
      await asked(page);
      await menuOf(page).tap();
      expect(await waits(page)).toBe(true);
      fail();
      await until("the page's foot is shown", async () => new URL(page.url()).hash === "#site-footer");
      expect(await waits(page)).toBe(false);
      // Whatever is pressed next, too.
      await page.goBack();
      await menuOf(page).tap();
      await until("it is shown again", async () => new URL(page.url()).hash === "#site-footer");
      expect(problems.join("\n")).toMatch(/ERR_FAILED|Failed to fetch/);
      await close();
    },
  );

  it.each([
    ["cannot be read", "export const here = }{"],
    ["fail as they run", "export default null; throw new Error('no use of it')"],
  ])("leads there too where scripts came that %s", async (_how, broken) => {
    for (const scripts of Object.values(SCRIPTS)) {
      const { page, close, fail } = await arrive("/stores", scripts, { broken });
      await menuOf(page).tap();
      expect(await waits(page)).toBe(true);
      fail();
      await until("the page's foot is shown", async () => new URL(page.url()).hash === "#site-footer");
      expect(await waits(page)).toBe(false);
      await close();
    }
  });

  it("is pressed again where a script of somebody else failed meanwhile", async () => {
    const { page, close, come } = await arrive("/stores");
    await page.evaluate(() => {
      void Promise.reject(new Error("somebody else's"));
      setTimeout(() => {
        throw new Error("somebody else's");
      });
    });
    await page.waitForTimeout(100);
    await menuOf(page).tap();
    expect(await waits(page)).toBe(true);
    come();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).hash).toBe("");
    await close();
  });
});

describe("what is chosen or typed before a page has come alive", () => {
  const email = "early.bird@example.com";
  let cookies: Cookies;
  beforeAll(async () => {
    cookies = await signUp(stage.product, email);
  });

  it("is kept as if it had been chosen later: a switch saves", async () => {
    const { page, close, come } = await arrive("/account/notifications", SCRIPTS.last, { cookies });
    const box = page.locator("input.switch:enabled").first();
    const before = await box.isChecked();
    await box.click();
    const saved = page.waitForResponse((one) => one.request().method() === "PUT", { timeout: 20_000 });
    come();
    expect((await saved).status()).toBe(200);
    await page.reload({ waitUntil: "commit" });
    expect(await box.isChecked()).toBe(!before);
    await close();
  });

  it("shows what follows from it, whatever it is", async () => {
    const asked = await arrive("/faq");
    const search = asked.page.getByRole("searchbox", { name: "Search the answers" });
    await search.fill("zzzz");
    asked.come();
    await asked.page.getByText("We have no answer to “zzzz” yet.").waitFor();
    expect(await search.inputValue()).toBe("zzzz");
    await asked.close();

    const { page, close, come } = await arrive("/account/contact", SCRIPTS.last, { cookies });
    await page.getByLabel("What is it about?").selectOption("missing-purchase");
    come();
    await page.getByLabel(/Order number/).waitFor();
    await close();
  });

  it("is sent by the form's own script where no page takes it without one", async () => {
    const { page, close, come } = await arrive("/account/profile", SCRIPTS.last, { cookies });
    await page.getByLabel("Name", { exact: true }).fill("Nia Early");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    expect(await waits(page)).toBe(true);
    come();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await page.reload({ waitUntil: "commit" });
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Nia Early");
    await close();
  });

  it("is sent with what was typed, where the form's script keeps that itself", async () => {
    const { page, close, come } = await arrive("/account/protection/package", SCRIPTS.last, { cookies });
    const number = page.getByLabel("Tracking number", { exact: true });
    await number.fill("zz");
    await number.press("Enter");
    expect(await waits(page)).toBe(true);
    const sent = page.waitForRequest((one) => one.url().endsWith("/api/user/parcels") && one.method() === "POST");
    come();
    expect((await sent).postDataJSON()).toMatchObject({ number: "zz" });
    await close();
  });
});
