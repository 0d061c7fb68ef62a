/** Nothing that somebody presses before a page's scripts have come is lost (docs/decisions/0034). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage();
/** What brings a page to life when it is read, and what is read before it. */
const SCRIPTS = { last: "**/assets/entry.client-*.js", first: "**/assets/root-*.js" };

const menuOf = (page: Page) => page.getByRole("link", { name: "Menu" });
const waits = (page: Page) => page.evaluate(() => "waits" in document.documentElement.dataset);
const asked = (page: Page) => until("its scripts are asked for", () => page.locator("script[type=module]").count());

/** A page whose scripts come when the journey lets them, or never. */
async function arrive(path: string, scripts = SCRIPTS.last) {
  const { page, problems, close } = await stage.open({ viewport: PHONE, early: true });
  let decide = (_come: boolean) => {};
  const decided = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  await page.route(scripts, async (route) => ((await decided) ? route.continue() : route.abort()));
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
});
