/** Messages over the front page and banners above pages: made by operators by keyboard alone, and read in cached pages by everybody. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { untilStill, violations, violationsInBothModes } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { watchMoved } from "../support/moved.ts";
import { hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage();

const read = async (path: string) => (await fetch(`${stage.product.url}${path}`)).text();
const written = (title: string, words: string, head = "") => `---\ntitle: ${title}\n${head}---\n${words}\n`;

async function asWriter(name: string, journey: (page: Page) => Promise<void>, expected?: RegExp) {
  const { staff } = stage.product.wired;
  const writer = await hireOperator(stage.product.wired, name, ["content"]);
  await stage.visit(
    {},
    async ({ page, context }) => {
      await context.addCookies([{ name: staff.cookie.name, value: writer.token, url: stage.product.url }]);
      await journey(page);
    },
    expected,
  );
}
/** Writes over what a field of the act holds, by keyboard. */
async function type(page: Page, label: string, text: string) {
  const box = page.getByLabel(new RegExp(`^${label}`));
  // Fields stand before and behind the one that is asked first.
  const step = await box.evaluate((one) =>
    one.compareDocumentPosition(document.activeElement ?? one) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab",
  );
  for (let steps = 0; steps < 20 && !(await box.evaluate((one) => one === document.activeElement)); steps += 1)
    await page.keyboard.press(step);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}
async function begin(page: Page, key: string, act: RegExp, first: string) {
  await page.getByRole("button", { name: act }).waitFor();
  await page.keyboard.press(key);
  await page
    .getByLabel(new RegExp(`^${first}`))
    .and(page.locator(":focus"))
    .waitFor();
}
async function publishDraft(page: Page, until: string | null) {
  await begin(page, "p", /^Publish/, "From");
  if (until) await type(page, "Until", until);
  await page.keyboard.press("Control+Enter");
}
const tomorrow = () =>
  new Date(stage.product.wired.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16).replace("T", " ");
/** Until the look of a mode is there: its attribute comes with the script, and colors change after it. */
async function wears(page: Page, mode: "light" | "dark") {
  await page.locator(`html[data-mode="${mode}"]`).waitFor();
  await untilStill(page);
}

it("a message of a new code is written, looked at in both languages and modes, read, and gone when it is taken back", async () => {
  await read("/msg/spring-promo");
  await asWriter(
    "Cleo",
    async (page) => {
      await page.goto("/console/lists/home%20messages");
      expect(await violationsInBothModes(page)).toEqual([]);
      await page
        .getByRole("link", { name: /Write a new message/ })
        .first()
        .press("Enter");
      await page.waitForURL(/o\/text\/messages(:|%3A)new/);
      await begin(page, "w", /^Write/, "English");
      const button = (text: string) => `button: ${text}\nleads_to: /stores\n`;
      await type(page, "Called", "spring-promo");
      await type(
        page,
        "English",
        written("Spring is here", "New stores, and *your* passbook.", button("See the stores")),
      );
      await type(page, "Spanish", written("Llegó la primavera", "¡Date prisa!", button("Ver las tiendas")));
      await page.keyboard.press("Control+Enter");
      await page.getByText(/es: We say it without exclamation marks/).waitFor();
      await type(
        page,
        "Spanish",
        written("Llegó la primavera", "Tiendas nuevas, y *tu* libreta.", button("Ver las tiendas")),
      );
      await page.keyboard.press("Control+Enter");
      await page.getByRole("link", { name: /Spring is here, draft/ }).press("Enter");
      await page.waitForURL(/o\/edition\/edt_/);
      const edition = page.url();
      for (const [language, title, go, away] of [
        ["English", "Spring is here", "See the stores", "Continue"],
        ["Spanish", "Llegó la primavera", "Ver las tiendas", "Continuar"],
      ] as const) {
        await page.goto(edition);
        await page.getByRole("link", { name: `As readers see it in ${language}` }).press("Enter");
        const dialog = page.getByRole("dialog", { name: title });
        await dialog.getByRole("link", { name: go }).waitFor();
        await wears(page, "light");
        expect(await violations(page)).toEqual([]);
        await dialog.getByRole("button", { name: away }).press("Enter");
        await dialog.waitFor({ state: "detached" });
        await page.getByRole("link", { name: "Dark", exact: true }).press("Enter");
        await wears(page, "dark");
        await dialog.waitFor();
        expect(await violations(page)).toEqual([]);
      }
      expect(await read("/msg/spring-promo")).not.toContain("Spring is here");
      await page.goto(edition);
      await publishDraft(page, null);
      await until("it is in the page that was kept", async () =>
        (await read("/msg/spring-promo")).includes("Spring is here"),
      );
      expect(await read("/msg/spring-promo?lang=es")).toContain("Llegó la primavera");
      expect(await read("/")).not.toContain("Spring is here");
      await page.goto("/msg/spring-promo");
      await page.getByRole("dialog", { name: "Spring is here" }).waitFor();
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByRole("link", { name: "See the stores" }).press("Enter");
      await page.waitForURL(/\/stores$/);

      await page.goto(edition);
      await begin(page, "t", /^Take back/, "Why");
      await page.keyboard.type("spring is over");
      await page.keyboard.press("Control+Enter");
      await until("it is plain home", async () => !(await read("/msg/spring-promo")).includes("Spring is here"));
    },
    /status of 422/,
  );
});

it("a banner is written, looked at, read above its pages, closed for good, and gone when it is taken back", async () => {
  await asWriter("Cora", async (page) => {
    await page.goto("/console/lists/banners");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page
      .getByRole("link", { name: /Write a new banner/ })
      .first()
      .press("Enter");
    await page.waitForURL(/o\/text\/banners(:|%3A)new/);
    await begin(page, "w", /^Write/, "English");
    const head = (text: string) => `shown_on: stores\ndismissible: true\nbutton: ${text}\nleads_to: /coupons\n`;
    await type(page, "Called", "new-stores");
    await type(
      page,
      "English",
      written("Three new stores", "You asked for them, and they are here.", head("See coupons")),
    );
    await type(page, "Spanish", written("Tres tiendas nuevas", "Las pediste y ya están aquí.", head("Ver cupones")));
    await page.keyboard.press("Control+Enter");
    await page.getByRole("link", { name: /Three new stores, draft/ }).press("Enter");
    await page.waitForURL(/o\/edition\/edt_/);
    const edition = page.url();
    for (const [language, title] of [
      ["English", "Three new stores"],
      ["Spanish", "Tres tiendas nuevas"],
    ] as const) {
      await page.goto(edition);
      await page.getByRole("link", { name: `As readers see it in ${language}` }).press("Enter");
      await page.getByRole("region", { name: title }).waitFor();
      await wears(page, "light");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: "Dark", exact: true }).press("Enter");
      await wears(page, "dark");
      expect(await violations(page)).toEqual([]);
    }
    await page.goto(edition);
    await publishDraft(page, tomorrow());
    await until("it is above the stores", async () => (await read("/stores")).includes("Three new stores"));
    expect(await read("/stores?lang=es")).toContain("Tres tiendas nuevas");
    await page.goto(edition);
    await page.getByText("tuppence: first on all its pages").waitFor();

    await stage.visit({ viewport: { width: 320, height: 640 } }, async ({ page: phone }) => {
      const strip = phone.getByRole("region", { name: "Three new stores" });
      await phone.goto("/stores");
      await strip.waitFor();
      expect(await violationsInBothModes(phone)).toEqual([]);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      await phone.emulateMedia({ media: "print" });
      expect(await strip.isVisible()).toBe(false);
      await phone.emulateMedia({ media: "screen" });
      // Another place does not show it, a store's page does, and so it is after going there without a new document.
      await phone.goto("/products");
      await phone.getByRole("heading", { level: 1 }).waitFor();
      expect(await strip.count()).toBe(0);
      await phone.goto("/coupons");
      const close = strip.getByRole("button");
      await until("its button answers", async () => {
        if (await strip.count()) await close.press("Enter").catch(() => null);
        return (await strip.count()) === 0;
      });
      expect(await phone.evaluate(() => document.activeElement?.id)).toBe("main");
      // The document still holds it: it is hidden before anything is painted, and takes no place.
      const moved = await watchMoved(phone);
      await phone.goto("/stores", { waitUntil: "commit" });
      await phone.getByRole("heading", { level: 1 }).waitFor();
      expect(await strip.count()).toBe(0);
      await phone.waitForLoadState("networkidle");
      expect(await strip.count()).toBe(0);
      expect(await moved()).toBeLessThan(0.01);
    });

    await page.goto(edition);
    await begin(page, "t", /^Take back/, "Why");
    await page.keyboard.type("they are known now");
    await page.keyboard.press("Control+Enter");
    await until("it is gone", async () => !(await read("/stores")).includes("Three new stores"));
  });
});

it("what is scheduled comes into the pages that are kept at its minute and goes from them at its end, for one partner alone", async () => {
  const { editions, clock } = stage.product.wired;
  const draft = async (kind: string, as: string, head: string) => {
    const outcome = await editions.write({
      ...{ kind, name: "new", as, partner: "shipright", by: "opr_x" },
      written: { en: written("Soon here", "It is here.", head), es: written("Ya casi", "Ya está aquí.", head) },
    });
    if (!outcome.ok) throw new Error(outcome.code);
    return outcome.value;
  };
  const both = async (as: string) => [
    await draft("messages", as, ""),
    await draft("banners", as, "shown_on: everywhere\ndismissible: false\n"),
  ];
  const pagesOf = (as: string) => [
    `/msg/${as}?partner=shipright`,
    "/about?partner=shipright",
    "/about?partner=shipright&lang=es",
  ];
  const words = (path: string) => (path.includes("es") && path.includes("lang") ? "Ya casi" : "Soon here");
  const shown = (as: string) => Promise.all(pagesOf(as).map(async (path) => (await read(path)).includes(words(path))));
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000);
  const publish = async (ids: readonly string[], from: Date | null, until: Date) => {
    for (const id of ids)
      expect(await editions.publish(id, from, { by: "opr_x", seen: null, until })).toMatchObject({ ok: true });
  };
  expect(await shown("soon")).toEqual([false, false, false]);
  const from = at(4);
  const ids = await both("soon");
  await publish(ids, from, at(86_400));
  await until("all are there", async () => (await shown("soon")).every(Boolean));
  expect(clock.now() >= from).toBe(true);
  expect(await read("/msg/soon")).not.toContain("Soon here");
  expect(await read("/about")).not.toContain("Soon here");
  for (const id of ids) await editions.end(id, "withdrawn", { by: "opr_x", why: "seen" });
  await until("all are gone", async () => (await shown("soon")).every((one) => !one));
  // As short as this machine can see it: what ends before anybody could look is published anew for longer.
  for (let seconds = 4, seen = false; !seen; seconds *= 2) {
    expect(seconds).toBeLessThan(100);
    const as = `brief${seconds}`;
    const end = at(seconds);
    await publish(await both(as), null, end);
    while (!seen && clock.now() < end) seen = (await shown(as)).every(Boolean);
    await until("all are gone at their end", async () => (await shown(as)).every((one) => !one));
    expect(clock.now() >= end).toBe(true);
  }
});

it("while visitors are told that something does not work there is no banner, and on pages of one task there is none", async () => {
  const { editions, clock, health } = stage.product.wired;
  const head = "shown_on: everywhere\ndismissible: false\n";
  const draft = await editions.write({
    ...{ kind: "banners", name: "new", as: "quiet", partner: null, by: "opr_x" },
    written: { en: written("A quiet word", "Words.", head), es: written("Una palabra", "Palabras.", head) },
  });
  if (!draft.ok) throw new Error(draft.code);
  const end = new Date(clock.now().getTime() + 86_400_000);
  await editions.publish(draft.value, null, { by: "opr_x", seen: null, until: end });
  const isShown = async (path: string) => /<section id="banner"/.test(await read(path));
  await until("it is shown", () => isShown("/about"));
  expect([await isShown("/login"), await isShown("/register")]).toEqual([false, false]);
  await health.incidents.begin({ text_en: "We look into it.", text_es: "Lo revisamos.", hours: 1, by: "opr_x" });
  await until("only the incident is told", async () => (await read("/about")).includes("We look into it."));
  expect(await isShown("/about")).toBe(false);
  await health.incidents.endCurrent("opr_x");
  await until("it is shown again", () => isShown("/about"));
  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto("/about");
    const strip = page.getByRole("region", { name: "A quiet word" });
    await strip.waitFor();
    expect(await strip.getByRole("button").count()).toBe(0);
  });
});
