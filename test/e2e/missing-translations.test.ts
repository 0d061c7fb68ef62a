/** A text that a release forgot is met by a reader, said in the console by keyboard alone, and read in Spanish at once. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import type { ServerBuild } from "react-router";
import { afterAll, expect, it } from "vitest";
import { readReleaseTexts } from "#translation";
import { violationsInBothModes } from "../support/axe.ts";
import { hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";

/** A link at the foot of every page. */
const [ENGLISH, SPANISH] = ["Vulnerability disclosure", "Informes de vulnerabilidad"];
const WORDS = /\/assets\/es-[\w-]+\.js$/;
/** What the release would be like if nobody had written its Spanish. */
const forget = (code: string) => code.replace(`${JSON.stringify(ENGLISH)}:`, '"Nothing says this":');

const known = readReleaseTexts(resolve("src"));
let folder: string | null = null;
/** The build with that one text gone; it lies beside the real one, so that it finds the same packages and files. */
async function build(): Promise<ServerBuild> {
  folder = await mkdtemp(resolve("build/forgot-"));
  await cp("build/server", folder, { recursive: true });
  for (const name of (await readdir(join(folder, "assets"))).filter((one) => one.startsWith("es-"))) {
    const file = join(folder, "assets", name);
    await writeFile(file, forget(await readFile(file, "utf8")));
  }
  return import(pathToFileURL(join(folder, "index.js")).href) as Promise<ServerBuild>;
}
let built: Promise<ServerBuild> | null = null;
const stage = openStage({
  catalogue: false,
  release: {
    build: () => {
      built ??= build();
      return built;
    },
    texts: { ...known, spanish: new Map([...known.spanish].filter(([key]) => key !== ENGLISH)) },
  },
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true });
});

const says = async (path: string, text: string) =>
  (await (await fetch(`${stage.product.url}${path}`)).text()).includes(text);
/** The browser's files are of the same release. */
const asReleased = (page: Page) =>
  page.route(WORDS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: forget(await response.text()) });
  });
const footer = (page: Page, text: string) =>
  page.locator("#site-footer").getByRole("link", { name: text, exact: true });

it("is met, listed, said, read in Spanish alone, and taken back", async () => {
  await stage.visit({ language: "es" }, async ({ page }) => {
    await asReleased(page);
    const reported = page.waitForResponse((response) => response.url().endsWith("/api/translation"));
    await page.goto("/about?lang=es");
    await footer(page, ENGLISH).waitFor();
    const answer = await reported;
    expect([answer.status(), answer.request().postData()]).toEqual([200, JSON.stringify(ENGLISH)]);
  });

  const cleo = await hireOperator(stage.product.wired, "Cleo", ["content"]);
  await stage.visit(
    {},
    async ({ page, context }) => {
      const { name } = stage.product.wired.staff.cookie;
      await context.addCookies([{ name, value: cleo.token, url: stage.product.url }]);
      await page.goto("/console/lists/missing%20translations");
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByRole("link", { name: new RegExp(ENGLISH) }).press("Enter");
      await page.waitForURL(/o\/missing(%20|\+)translation\/mtr_/);
      await page.getByRole("button", { name: /^Translate/ }).press("Enter");
      const box = page.getByLabel("Spanish", { exact: true });
      await box.and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText("<b>Informes</b>");
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.keyboard.press("Control+Enter");
      await page.getByText("The Spanish holds markup").waitFor();
      await box.focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(SPANISH);
      await page.keyboard.press("Control+Enter");
      await until("readers of Spanish see it", () => says("/about?lang=es", SPANISH));
      expect([await says("/about", SPANISH), await says("/about", ENGLISH)]).toEqual([false, true]);

      await page.reload();
      await page.getByText(`translated: ${SPANISH}`).waitFor();
      expect(await violationsInBothModes(page)).toEqual([]);
    },
    /status of 422/,
  );

  // Whole from the first paint, alive without a word from React, and so on the next page too.
  await stage.visit({ language: "es" }, async ({ page }) => {
    await asReleased(page);
    const reports: string[] = [];
    page.on(
      "request",
      (request) => request.url().endsWith("/api/translation") && reports.push(request.postData() ?? ""),
    );
    await page.goto("/about?lang=es", { waitUntil: "networkidle" });
    await footer(page, SPANISH).waitFor();
    await page.locator('#site-footer a[href="/careers"]').click();
    await page.waitForURL("**/careers");
    await page.waitForLoadState("networkidle");
    await footer(page, SPANISH).waitFor();
    expect(reports).toEqual([]);
  });

  await stage.visit({}, async ({ page, context }) => {
    const { name } = stage.product.wired.staff.cookie;
    await context.addCookies([{ name, value: cleo.token, url: stage.product.url }]);
    await page.goto("/console/lists/missing%20translations?stands=answered&order=newest%20first");
    await page.getByRole("link", { name: new RegExp(ENGLISH) }).press("Enter");
    await page.getByRole("button", { name: /^Take back/ }).press("Enter");
    await page.getByLabel("Why").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("it says another thing");
    await page.keyboard.press("Control+Enter");
    await until("they see the English again", async () => !(await says("/about?lang=es", SPANISH)));
    expect(await says("/about?lang=es", `>${ENGLISH}<`)).toBe(true);
  });
});
