/** One search for everything, as a shopper uses it: while typing, on its page, and where a store is not with us. */
import { expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { DESKTOP, PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { speaker } from "../support/words.ts";
import { register } from "./signing-in.ts";

const stage = openStage();
const LANGUAGES = [{ language: "en" }, { language: "es" }] as const;

it("suggests while one types, by keyboard alone, and goes to what was chosen or to all results", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto("/stores", { waitUntil: "networkidle" });
    await page.keyboard.press("/");
    await page.keyboard.type("dog fo", { delay: 20 });
    const field = page.getByRole("banner").getByRole("combobox");
    await page
      .getByRole("option", { name: /Chewy|Petco|PetSmart/ })
      .first()
      .waitFor();
    await page.keyboard.press("ArrowDown");
    const chosen = await field.getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${chosen}"]`).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await field.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.type("headphones", { delay: 10 });
    await page.getByRole("option", { name: /All results for/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=headphones");
    await page.getByRole("heading", { level: 1, name: "Results for “headphones”" }).waitFor();
  }));

it.each([PHONE, DESKTOP])(
  "opens its list on the home page whole in sight, as wide as the row ($width px)",
  (viewport) =>
    stage.visit({ viewport }, async ({ page }) => {
      await page.goto("/", { waitUntil: "networkidle" });
      await page.getByRole("main").locator("input[name=q]").focus();
      const list = page.getByRole("main").locator(".suggest:not([hidden])");
      await list.getByRole("option").first().waitFor();
      const box = async () => (await list.boundingBox()) ?? { y: 0, height: 9_999, width: 0 };
      await expect.poll(async () => (await box()).y + (await box()).height).toBeLessThanOrEqual(viewport.height);
      expect((await box()).width).toBeGreaterThanOrEqual(Math.min(viewport.width - 32, 432));
    }),
);

it("goes nowhere by what the letters before found, and asks a busy server again", () =>
  stage.visit({}, async ({ page, problems }) => {
    const slow = Promise.withResolvers<void>();
    let failures = 0;
    await page.route(/\/api\/search\?.*q=nikee$/, async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.route(/\/api\/search\?.*q=headphones$/, (route) => {
      failures += 1;
      return failures < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue();
    });
    await page.goto("/stores", { waitUntil: "networkidle" });
    await page.keyboard.press("/");
    const field = page.getByRole("banner").getByRole("combobox");
    const list = page.getByRole("banner").getByRole("listbox");
    await list.getByRole("option").first().waitFor();
    await page.keyboard.type("nikee");
    await expect.poll(() => list.getAttribute("aria-busy")).toBe("true");
    await page.keyboard.press("ArrowDown");
    expect(await field.getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=nikee");
    slow.resolve();
    await page.goto("/stores", { waitUntil: "networkidle" });
    await page.keyboard.press("/");
    await page.keyboard.type("headphones");
    await page.getByRole("option", { name: /All results for “headphones”/ }).waitFor();
    expect(failures).toBe(3);
    expect(problems.splice(0)).toEqual(Array(2).fill(expect.stringContaining("503")));
  }));

it("keeps kind, filters and page in the address, back and after a reload", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto("/search?q=keyboard", { waitUntil: "networkidle" });
    const tabs = page.getByRole("navigation", { name: "Kinds of results" });
    await tabs.getByRole("link", { name: /^Products/ }).click();
    await page.waitForURL("**/search?q=keyboard&kind=products");
    await page.getByLabel("To, $").fill("40");
    await page.keyboard.press("Enter");
    await page.waitForURL(/max=40/);
    const count = async () => Number((await tabs.locator("[aria-current=page] .num").textContent())?.replace(",", ""));
    await expect.poll(count).toBeLessThan(600);
    const filtered = await count();
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/page=2/);
    await page.reload({ waitUntil: "networkidle" });
    expect(await count()).toBe(filtered);
    expect(await page.getByLabel("To, $").inputValue()).toBe("40");
    expect(await page.locator("article").count()).toBeGreaterThan(0);
    await page.goBack();
    await page.goBack();
    await page.waitForURL("**/search?q=keyboard&kind=products");
    await expect.poll(count).toBeGreaterThan(filtered);
  }));

it.each(LANGUAGES)(
  "says by name that a store is not with us, what is like it, and takes a wish ($language)",
  ({ language }) =>
    stage.visit({ viewport: PHONE, language }, async ({ page }) => {
      const t = speaker(language);
      await page.goto(`/search?q=temu${language === "es" ? "&lang=es" : ""}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: t("{{store}} is not with us yet", { store: "Temu" }) }).waitFor();
      expect(await page.locator("article").count()).toBeGreaterThan(2);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: t("I want {{store}} here", { store: "Temu" }) }).dblclick();
      await page.getByRole("dialog").first().waitFor();
      expect(await page.getByRole("dialog").count()).toBe(1);
    }),
);

it("a visitor's wish is named while they join, and sent and said when they have", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto("/stores?q=temu", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "I want Temu here" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("We will note that you want Temu here.").waitFor();
    await register(page, "wisher@example.com");
    await page.getByText("Noted. We first ask the stores that most members wish for.").first().waitFor();
    const { rows } = await stage.product.wired.database.pool.query("select name from catalog.store_wishes");
    expect(rows).toEqual([{ name: "Temu" }]);
  }));

it("a visitor's wish goes along to Google and back, and is sent and said once", () =>
  stage.visit({}, async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/api/user/store-wishes") && sent.push(request.url()));
    await page.goto("/stores?q=temu", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "I want Temu here" }).click();
    const google = page.getByRole("dialog").getByRole("link", { name: "Continue with Google" });
    await google.click();
    await page.getByRole("button", { name: /Uma Verne/ }).waitFor();
    // Who comes back without an account wishes for nothing.
    await page.goto("/stores?q=temu", { waitUntil: "networkidle" });
    expect(await page.evaluate(() => sessionStorage.getItem("waiting_offer"))).toBeNull();
    await page.getByRole("button", { name: "I want Temu here" }).click();
    await google.click();
    await page.getByRole("button", { name: /Uma Verne/ }).click();
    await page.getByText("Noted. We first ask the stores that most members wish for.").first().waitFor();
    const { rows } = await stage.product.wired.database.pool.query("select name from catalog.store_wishes");
    expect(rows).toEqual([{ name: "Temu" }, { name: "Temu" }]);
    await page.reload({ waitUntil: "networkidle" });
    expect(sent).toHaveLength(1);
  }));

it("a visitor's heart goes along to Google and back", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto("/nike-coupons", { waitUntil: "networkidle" });
    await page.getByRole("main").getByRole("button", { name: "Keep Nike in your stores" }).first().click();
    await page.getByRole("dialog").getByText("Nike will be saved in your stores.").waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: /Rosa Delgado/ }).click();
    const kept = () => stage.product.wired.database.pool.query("select from catalog.favourites");
    await expect.poll(async () => (await kept()).rowCount).toBe(1);
  }));

it.each(LANGUAGES)(
  "says so on every list and tab that is of others, whatever is filtered ($language)",
  ({ language }) =>
    stage.visit({ viewport: PHONE, language }, async ({ page }) => {
      const t = speaker(language);
      const lists = ["/coupons?q=temu", "/stores?q=temu", "/products?q=temu", "/search?q=temu&kind=stores"];
      const hidden = ["/stores/pets?q=temu", "/search?q=temu&kind=products&max=0.01"];
      for (const path of [...lists, "/search?q=temu&kind=coupons", ...hidden]) {
        await page.goto(`${path}${language === "es" ? "&lang=es" : ""}`);
        const main = page.getByRole("main");
        expect(
          await main.getByRole("heading", { name: t("{{store}} is not with us yet", { store: "Temu" }) }).count(),
          path,
        ).toBe(1);
        expect(
          await main.getByRole("button", { name: t("I want {{store}} here", { store: "Temu" }) }).count(),
          path,
        ).toBe(1);
        if (!hidden.includes(path)) continue;
        expect(await main.locator("article").count(), path).toBe(0);
        expect(await main.locator(".empty").count(), path).toBe(1);
      }
      expect(await violations(page)).toEqual([]);
    }),
);

it("shows nothing rather than nonsense, fits 320 px, and works without script", async () => {
  const visitor = await stage.open({ viewport: { width: 320, height: 700 }, javaScript: false });
  const { page } = visitor;
  await page.goto("/search?q=asdkjhqwe");
  await page.getByRole("heading", { name: "Nothing found for “asdkjhqwe”" }).waitFor();
  await page.getByRole("main").getByRole("searchbox").fill("zapatos");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**/search?q=zapatos");
  expect(await page.locator("article").count()).toBeGreaterThan(3);
  for (const path of ["/search?q=zapatos", "/search?q=monitor&kind=products", "/search?q=shoes&kind=stores"]) {
    await page.goto(path);
    const box = await page.locator("body").boundingBox();
    expect(box?.width, path).toBeLessThanOrEqual(320);
  }
  await visitor.close();
});
