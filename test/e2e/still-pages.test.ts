/**
 * Who arrives at a public page and only looks gets no scripts run, and everything works from the first sign of them (docs/decisions/0034).
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE } from "../support/browser.ts";
import { openStage, until } from "../support/stage.ts";
import { signUp } from "./members.ts";

const stage = openStage();

type Asked = { name: string; transferSize: number; initiatorType: string };
/** Every file of scripts that was asked for, and how many bytes of it came over the line each time. */
const readScripts = () =>
  (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
    .filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name))
    .map(({ name, transferSize, initiatorType }): Asked => ({ name, transferSize, initiatorType }));
const runs = (page: Page) => page.evaluate(() => document.querySelector("script[type=module]") !== null);

async function arrive(path: string, { slow = 1, referer = "" } = {}) {
  const visitor = await stage.open({ viewport: PHONE, still: true });
  const { page } = visitor;
  if (slow > 1) await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slow });
  await page.goto(path, { waitUntil: "load", ...(referer && { referer }) });
  return visitor;
}
const fetched = (page: Page) =>
  until("the scripts and the faces are fetched", async () => {
    const scripts = await page.evaluate(readScripts);
    const wanted = await page.locator("link[rel=prefetch][href$='.js']").count();
    const faces = await page.evaluate(() => !document.documentElement.dataset.fonts);
    const fetched = scripts.filter(({ initiatorType }) => initiatorType === "link");
    return wanted > 0 && fetched.length >= wanted && faces ? scripts : null;
  });

describe("a public page whose reader only looks", () => {
  it.each(["/", "/stores", "/marlow-finch-coupons", "/coupons", "/products", "/faq", "/about"])(
    "%s fetches its scripts, all of them, and runs none before a sign",
    async (path) => {
      const { page, problems, close } = await arrive(path);
      const before = await fetched(page);
      expect(await runs(page)).toBe(false);
      // They were asked for by links, behind all that the page shows, and read from the browser's own store.
      expect(before.filter(({ transferSize, initiatorType }) => transferSize > 0 && initiatorType !== "link")).toEqual(
        [],
      );
      // What comes after that is for later.
      await page.evaluate(
        `addEventListener("alive", () => { window.asked = (${readScripts})().filter(({ initiatorType }) => initiatorType === "script"); })`,
      );
      await page.mouse.move(100, 100);
      await page.mouse.move(110, 110);
      await until("it is alive", () => page.evaluate(() => "asked" in window));
      const names = new Set(before.map(({ name }) => name));
      // Nothing is fetched twice, and what the page needs to come alive is known before it begins.
      const asked = await page.evaluate(() => (window as unknown as { asked: Asked[] }).asked);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter(({ name }) => !names.has(name))).toEqual([]);
      expect(asked.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    },
  );

  it("fetches them in a browser that knows no other way than to read them too", async () => {
    const { page, close } = await stage.open({ viewport: PHONE, still: true });
    await page.addInitScript(() => {
      DOMTokenList.prototype.supports = (word) => word !== "prefetch";
    });
    await page.goto("/stores");
    await until("they are fetched", () =>
      page.evaluate(() => document.querySelectorAll("link[rel=modulepreload]").length > 5),
    );
    expect(await runs(page)).toBe(false);
    await page.getByRole("link", { name: "Menu" }).tap();
    await page.getByRole("dialog").waitFor();
    expect(await page.locator("link[rel=prefetch]").count()).toBe(0);
    await close();
  });

  it("presses a button again that was pressed before it came alive, and once", async () => {
    const { page, close } = await arrive("/stores", { slow: 6 });
    await fetched(page);
    const menu = page.getByRole("link", { name: "Menu" });
    await menu.dispatchEvent("click");
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await close();
  });

  it("opens what a finger touches first, on a slow phone too", async () => {
    const { page, close } = await arrive("/stores", { slow: 6 });
    await fetched(page);
    await page.getByRole("link", { name: "Menu" }).tap();
    await page.getByRole("dialog").waitFor();
    await close();
  });

  it("opens it on a page that is not there, whose letters get their faces as others do", async () => {
    const { page, close } = await arrive("/nothing-is-here");
    await fetched(page);
    await page.getByRole("link", { name: "Menu" }).tap();
    await page.getByRole("dialog").waitFor();
    await close();

    const alive = await stage.open({ viewport: PHONE });
    await alive.page.goto("/nothing-is-here");
    await until("the faces are put on", () => alive.page.evaluate(() => !document.documentElement.dataset.fonts));
    await alive.close();
  });

  it("comes alive by itself when its reader gives no sign for long", async () => {
    const { page, close } = await stage.open({ viewport: PHONE, still: true });
    await page.addInitScript(() => {
      const real = window.setTimeout.bind(window);
      const kept = window as unknown as { pass: TimerHandler };
      // Ten seconds pass when the journey says so.
      window.setTimeout = ((act: TimerHandler, ms?: number) => {
        if (ms !== 10_000) return real(act, ms);
        kept.pass = act;
        return 0;
      }) as typeof window.setTimeout;
    });
    await page.goto("/stores");
    await fetched(page);
    expect(await runs(page)).toBe(false);
    await page.evaluate(() => (window as unknown as { pass: () => void }).pass());
    expect(await runs(page)).toBe(true);
    await close();
  });
});

describe("a page that does not wait", () => {
  it.each([
    ["whose address brings something", "/stores?sid=abc"],
    ["whose address names a part of it", "/faq#x"],
    ["that opens something by itself", "/account/appInstall"],
    ["that goes by its reader's device", "/offers"],
  ])("%s: %s", async (_what, path) => {
    const { page, close } = await arrive(path);
    await until("its scripts run", () => runs(page));
    await close();
  });

  it("for who comes from another page of ours, reads it again, or has been signed in", async () => {
    const visitor = await arrive("/stores", { referer: `${stage.product.url}/about` });
    await until("its scripts run", () => runs(visitor.page));
    await visitor.close();

    const again = await arrive("/stores");
    await fetched(again.page);
    expect(await runs(again.page)).toBe(false);
    await again.page.reload();
    await until("its scripts run", () => runs(again.page));
    await again.close();

    const member = await stage.open({ viewport: PHONE, still: true });
    await member.context.addCookies(await signUp(stage.product, "still@example.com"));
    await member.page.goto("/stores");
    await until("its scripts run", () => runs(member.page));
    await member.close();
  });
});
