/** A text is written, looked at, published and taken back in the console by keyboard alone, and readers see it at once. */
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";

const stage = openStage({ catalogue: false });

const titled = async (path: string) => {
  const page = await (await fetch(`${stage.product.url}${path}`)).text();
  return /<h1[^>]*>(?<title>[^<]*)</.exec(page)?.groups?.title ?? "";
};

it("a page of words is written anew, and its readers go back to what stood before", async () => {
  const before = [await titled("/careers"), await titled("/careers?lang=es")];
  const cleo = await hireOperator(stage.product.wired, "Cleo", ["content"]);
  await stage.visit(
    {},
    async ({ page, context }) => {
      await context.addCookies([
        { name: stage.product.wired.staff.cookie.name, value: cleo.token, url: stage.product.url },
      ]);
      await page.goto("/console/lists/texts");
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByRole("link", { name: new RegExp(before[0] ?? "") }).press("Enter");
      await page.waitForURL(/o\/text\/pages(:|%3A)careers/);
      await page.getByRole("button", { name: /^Write/ }).waitFor();
      await page.keyboard.press("w");
      await page.getByLabel("English", { exact: true }).and(page.locator(":focus")).waitFor();
      const replace = async (label: string, change: (text: string) => string) => {
        const box = page.getByLabel(label, { exact: true });
        for (let steps = 0; steps < 20 && !(await box.evaluate((one) => one === document.activeElement)); steps += 1)
          await page.keyboard.press("Tab");
        const text = change(await box.inputValue());
        await page.keyboard.press("Control+A");
        await page.keyboard.insertText(text);
        return text;
      };
      const typed = await replace("English", (text) => text.replace(/^title: .*$/m, "title: Come and work here"));
      expect(typed).toContain("title: Come and work here");
      await replace("Spanish", () => "Hola");
      await page.keyboard.press("Control+Enter");
      await page.getByText("Spanish: it begins with a head between two lines of dashes.").waitFor();
      // Nothing of what was typed is lost, and nothing is kept of it yet.
      expect(await page.getByLabel("English", { exact: true }).inputValue()).toBe(typed);
      await replace("Spanish", () =>
        (
          stage.product.wired.editions.files().find((file) => file.name === "careers" && file.language === "es")
            ?.written ?? ""
        ).replace(/^title: .*$/m, "title: Ven a trabajar aquí"),
      );
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.keyboard.press("Control+Enter");
      await page.getByRole("link", { name: /Come and work here, draft/ }).press("Enter");
      await page.waitForURL(/o\/edition\/edt_/);
      expect(await violationsInBothModes(page)).toEqual([]);
      expect(await titled("/careers")).toBe(before[0]);

      const edition = page.url();
      await page.getByRole("link", { name: "As readers see it in Spanish" }).press("Enter");
      await page.getByRole("heading", { level: 1, name: "Ven a trabajar aquí" }).waitFor();
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.goto(edition);
      await page.getByRole("button", { name: /^Publish/ }).waitFor();
      await page.keyboard.press("p");
      await page.getByLabel("From").and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Control+Enter");
      await until("readers of both languages see it", async () => {
        const now = [await titled("/careers"), await titled("/careers?lang=es")];
        return now[0] === "Come and work here" && now[1] === "Ven a trabajar aquí";
      });
      await page.goto(edition);
      await page.getByRole("button", { name: /^Take back/ }).waitFor();
      await page.keyboard.press("t");
      await page.getByLabel("Why").and(page.locator(":focus")).waitFor();
      await page.keyboard.type("a wrong promise");
      await page.keyboard.press("Control+Enter");
      await until("what stood before stands", async () => (await titled("/careers")) === before[0]);
      expect(await titled("/careers?lang=es")).toBe(before[1]);
      await page.reload();
      await page.getByText("withdrawn: a wrong promise").waitFor();
    },
    /status of 422/,
  );
});

it("who may not see texts finds no preview, and on a phone an edition has its place", async () => {
  const written = (language: "en" | "es") =>
    stage.product.wired.editions.files().find((file) => file.name === "about" && file.language === language)?.written ??
    "";
  const draft = await stage.product.wired.editions.write({
    ...{ kind: "pages", name: "about", partner: null, by: "opr_x" },
    written: { en: written("en"), es: written("es") },
  });
  if (!draft.ok) throw new Error(draft.code);
  const [ada, cleo] = [
    await hireOperator(stage.product.wired, "Ada", ["analyst"]),
    await hireOperator(stage.product.wired, "Cora", ["content"]),
  ];
  const { name } = stage.product.wired.staff.cookie;
  const answer = (token?: string) =>
    fetch(`${stage.product.url}/console/preview/${draft.value}`, {
      redirect: "manual",
      ...(token ? { headers: { cookie: `${name}=${token}` } } : {}),
    });
  expect([(await answer()).status, (await answer(ada.token)).status, (await answer(cleo.token)).status]).toEqual([
    302, 403, 200,
  ]);
  await stage.visit({ viewport: PHONE }, async ({ page, context }) => {
    await context.addCookies([{ name, value: cleo.token, url: stage.product.url }]);
    for (const path of [
      `/console/o/edition/${draft.value}`,
      "/console/lists/texts",
      `/console/preview/${draft.value}`,
    ]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0);
    }
  });
});

it("a change of the terms is announced on their page and by letter, which operators see as its readers do", async () => {
  const { wired, url } = stage.product;
  for (const [name, language] of [
    ["Ann", "en"],
    ["Luz", "es"],
  ] as const)
    await wired.identity.register({
      ...{ name, language, email: `${name.toLowerCase()}@example.com`, partner: "tuppence", sid: null, cid: null },
      ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
      ...{ country_code: "US", reads_in: "US", user_agent: "", address: "" },
    });
  const day = new Date(wired.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  const written = (language: "en" | "es") =>
    (
      wired.editions
        .files()
        .find((file) => file.kind === "legal" && file.name === "terms" && file.language === language)?.written ?? ""
    ).replace(/^date: .*$/m, `date: ${day}`);
  const text = { kind: "legal", name: "terms", partner: null, written: { en: written("en"), es: written("es") } };
  const draft = await wired.editions.write({ ...text, by: "opr_x" });
  if (!draft.ok) throw new Error(draft.code);
  const from = new Date(`${day}T00:00:00Z`);
  expect(await wired.editions.publish(draft.value, from, { by: "opr_x", seen: null })).toMatchObject({ ok: true });

  await stage.visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto("/terms?lang=es");
    await page.getByRole("link", { name: "Lee el texto nuevo" }).press("Enter");
    await page.waitForURL(new RegExp(`on=${day}`));
    await page.getByText("Este texto aún no rige.").waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("link", { name: "Lee lo que rige hoy" }).press("Enter");
    await page.getByText("Un texto nuevo rige desde el").waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
  });

  const told = async () =>
    (await wired.notifications.desk.newest()).map(({ template, language }) => template + language);
  await until("both are told", async () => (await told()).filter((one) => /^legal_changes/.test(one)).length === 2);
  const nia = await hireOperator(wired, "Nia", ["support"]);
  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([{ name: wired.staff.cookie.name, value: nia.token, url }]);
    await page.goto("/console/lists/letters");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("combobox").selectOption("Terms or privacy policy change soon");
    await page.getByRole("button", { name: "Filter" }).press("Enter");
    await page.getByRole("link", { name: "Terms or privacy policy change soon" }).press("Enter");
    await page.getByRole("link", { name: "As its reader sees it, in Spanish" }).press("Enter");
    const letter = page.frameLocator("iframe");
    await letter.getByRole("heading", { name: /^Nuestros términos cambian el/ }).waitFor();
    const ground = () => letter.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await ground()).toBe("rgb(243, 238, 227)");
    await page.getByRole("link", { name: "Dark" }).press("Enter");
    await page.locator('a[aria-current="true"]', { hasText: "Dark" }).waitFor();
    await until("the letter stands on dark ground", async () => (await ground()) === "rgb(14, 17, 14)");
    await page.getByRole("link", { name: "Phone" }).press("Enter");
    await page.locator('a[aria-current="true"]', { hasText: "Phone" }).waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);

    await page.goto("/console/lists/legal%20versions");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("link", { name: /^Open Terms & Conditions/ }).press("Enter");
    await page.getByRole("link", { name: "As they read it" }).press("Enter");
    await page.getByText("As members agreed to it").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Terms & Conditions");
  });
});
