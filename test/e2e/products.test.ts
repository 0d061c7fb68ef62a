/** Products of a department: narrowed, compared and waited for, with and without script. */
import { expect, it } from "vitest";
import { PRODUCT_CATEGORIES } from "../../src/modules/catalog/taxonomy/taxonomy.ts";
import { violations } from "../support/axe.ts";
import { PHONE } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { signUp } from "./members.ts";
import { logIn } from "./signing-in.ts";

const stage = openStage();
const LIST = "/products/home-and-kitchen";

it("are narrowed by links alone, each choice saying how many it leaves", () =>
  stage.visit({ javaScript: false }, async ({ page }) => {
    await page.goto(LIST);
    const side = page.locator(".filter-box");
    const link = side
      .locator(".facet", { has: page.getByRole("heading", { name: "Color" }) })
      .getByRole("link")
      .first();
    const [, name = "", count = ""] = /^(\D+?)\s*([\d,]+)$/.exec((await link.textContent()) ?? "") ?? [];
    await link.click();
    await page.getByText(new RegExp(`^${count} products`)).waitFor();
    expect(new URL(page.url()).searchParams.get("is")).toBe(`Color:${name}`);
    await side.getByRole("link", { name: /^In stock now/ }).click();
    expect(new URL(page.url()).searchParams.get("stock")).toBe("1");
    await page
      .locator(".chosen")
      .getByRole("link", { name: new RegExp(name) })
      .click();
    expect(new URL(page.url()).searchParams.get("is")).toBeNull();
    expect(new URL(page.url()).searchParams.get("stock")).toBe("1");
  }));

it("stand beside each other once two are picked, four at most", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto(LIST, { waitUntil: "networkidle" });
    for (let picked = 1; picked <= 4; picked += 1) {
      await page.locator(".compare-pick").first().click();
      await page.waitForURL((url) => url.searchParams.get("with")?.split("~").length === picked);
      // The address comes before the page: whoever presses between the two presses what is being replaced.
      await expect.poll(() => page.locator(".compare-tray .chip").count()).toBe(picked);
    }
    await expect.poll(() => page.locator(".compare-pick").count()).toBe(0);
    expect(await page.getByText("Four at most").count()).toBeGreaterThan(0);
    expect(await page.getByRole("link", { name: /^Picked, remove/ }).count()).toBe(4);
    await page.getByRole("link", { name: "Compare 4" }).click();
    await page.getByRole("heading", { level: 1, name: "Compare products" }).waitFor();
    expect(await page.locator(".compare thead th").count()).toBe(4);
    await page.getByRole("rowheader", { name: "Weight" }).waitFor();
    expect(await page.getByRole("link", { name: /^Shop at / }).count()).toBe(4);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Remove" }).first().click();
    await page.waitForURL((url) => url.searchParams.get("compare")?.split("~").length === 3);
  }));

it("say their order whole on a phone, in both languages", () =>
  stage.visit({ viewport: PHONE }, async ({ page }) => {
    for (const language of ["en", "es"]) {
      await page.goto(`${LIST}?lang=${language}`);
      await page.evaluate(() => document.fonts.ready);
      const lacking = await page.locator("select[name=sort]").evaluate((list) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(list);
        const pen = document.createElement("canvas").getContext("2d");
        if (!pen) return "no pen";
        pen.font = font;
        const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const texts = [...(list as HTMLSelectElement).options].map(({ text }) => text);
        return texts.filter((text) => pen.measureText(text).width > room).join();
      });
      expect(lacking, language).toBe("");
    }
  }));

it("lie where they were for who comes back, and for who reads the page again", () =>
  stage.visit({ viewport: PHONE }, async ({ page }) => {
    // With the faces of our letters at hand, whose lines are of another length than those of the letters before them.
    await page.goto("/faq");
    await page.waitForFunction(() => localStorage.fonts);
    await page.goto("/products");
    await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let top = 0; top < 3_000; top += 300) {
        window.scrollTo(0, top);
        await frame();
        await frame();
      }
    });
    const card = page.locator(".product-card", { has: page.locator(".cover-link") }).nth(14);
    await card.scrollIntoViewIfNeeded();
    const whereIs = () => card.evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const before = await whereIs();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_500);
    await card.locator(".cover-link").click();
    await page.getByRole("heading", { name: "Price history" }).waitFor();
    await page.goBack();
    await expect.poll(whereIs).toBe(before);
    await page.reload();
    await expect.poll(whereIs).toBe(before);
  }));

it("that are gone are said to be gone, and the way back keeps what was picked", () =>
  stage.visit({ javaScript: false }, async ({ page }) => {
    await page.goto("/products?compare=nope~zz");
    await page.getByText("The products you compared are gone.").waitFor();
    await page.goto(LIST);
    await page.locator(".compare-pick").first().click();
    const picked = new URL(page.url()).searchParams.get("with") ?? "";
    await page.goto(`/products?compare=${picked}~zz`);
    await page.getByText("Some of these products are gone.").waitFor();
    await page.getByRole("link", { name: "Back to the list" }).click();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${LIST}?with=${picked}`);
  }));

it("of a category that none came for are said to be none today, and what is no category is not there", async () => {
  const { url } = stage.product;
  const filled = (await (await fetch(`${url}/api/product-categories`)).json()) as typeof PRODUCT_CATEGORIES;
  const places = (departments: typeof PRODUCT_CATEGORIES) =>
    departments.flatMap(({ slug, subcategories }) => [slug, ...subcategories.map((sub) => `${slug}/${sub.slug}`)]);
  const [empty] = places(PRODUCT_CATEGORIES).filter((place) => !places(filled).includes(place));
  const words = { en: "None of our stores lists any right now.", es: "Ahora mismo ninguna de nuestras tiendas" };
  for (const language of ["en", "es"] as const) {
    const answer = await fetch(`${url}/products/${empty}?lang=${language}`);
    const html = await answer.text();
    expect([answer.status, html.includes(words[language])]).toEqual([200, true]);
    expect(html).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    expect((await fetch(`${url}/products/nothing-of-ours?lang=${language}`)).status).toBe(404);
  }
  await stage.visit({}, async ({ page }) => {
    await page.goto(`/products/${empty}`);
    await page.getByRole("heading", { name: "No products here today" }).waitFor();
    // Nothing is put in order or narrowed where nothing is.
    expect(await page.getByLabel("Sort by").count()).toBe(0);
    expect(await page.locator(".filter-box").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});

it("nor are stores and coupons of a category that no store is of today said to be somewhere else", async () => {
  const { url, wired } = stage.product;
  const { pool } = wired.database;
  const show = async (live: boolean) => {
    await pool.query("update catalog.merchants set live = $1 where category = 'pets' and live <> $1", [live]);
    await pool.query("notify tuppence_pages, 'catalog'");
  };
  const asked = async (path: string) => {
    const answer = await fetch(url + path);
    return { status: answer.status, html: await answer.text() };
  };
  try {
    await show(false);
    await expect
      .poll(async () => (await asked("/stores/pets")).html)
      .toContain("None of our stores is in Pets right now.");
    for (const [path, words] of [
      ["/stores/pets?lang=es", "Ahora mismo no hay ninguna tienda en Mascotas. Prueba con otra categoría"],
      ["/spstores/pets", "No store in Pets pays Plus members more right now. Try another category"],
      ["/coupons/pets", "No coupon or deal in Pets is live right now. Try another category, or see all coupons."],
      ["/coupons/pets?lang=es", "Ahora mismo no hay cupones ni promociones vigentes en Mascotas. Prueba con otra"],
    ] as const) {
      const { status, html } = await asked(path);
      expect([path, status, html.includes(words)]).toEqual([path, 200, true]);
      expect(html).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    }
    for (const path of ["/stores/nothing-of-ours", "/spstores/nothing-of-ours", "/coupons/nothing-of-ours"])
      expect((await asked(path)).status).toBe(404);
    await stage.visit({}, async ({ page }) => {
      await page.goto("/stores/pets");
      await page.getByRole("heading", { name: "No stores here today" }).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  } finally {
    await show(true);
  }
});

it("fit on a phone, in both languages", async () => {
  for (const language of ["en", "es"] as const)
    await stage.visit({ viewport: PHONE, language }, async ({ page }) => {
      await page.goto(`${LIST}?is=Color:Black${language === "es" ? "&lang=es" : ""}`, { waitUntil: "networkidle" });
      await page.locator(".filter-box > summary").click();
      await page.getByRole("heading", { name: language === "es" ? "Peso" : "Weight", exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    });
});

it("are waited for by a member, who can let go again, without script too", async () => {
  const { product } = stage;
  const cookies = await signUp(product, "patient@example.com");
  const { rows } = await product.wired.database.pool.query<{ slug: string }>(
    "select slug from catalog.products where merchants > 1 order by slug limit 1",
  );
  const path = `/${rows[0]?.slug}-product`;
  const kept = async () => (await product.wired.database.pool.query("select 1 from catalog.price_alerts")).rowCount;
  await stage.visit(
    { javaScript: false },
    async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(path);
      await page.getByRole("button", { name: "Alert me when the price drops" }).click();
      await page.getByText("We'll email you when it costs less.").waitFor();
      expect(await kept()).toBe(1);
      const target = page.getByLabel("At or below");
      await target.fill("cheap");
      await page.getByRole("button", { name: "Save the price" }).click();
      await page.getByText("Enter a price, for example 12.50, or leave it empty for any drop.").waitFor();
      expect(await target.inputValue()).toBe("cheap");
      await target.fill("12,5");
      await page.getByRole("button", { name: "Alert me when the price drops" }).click();
      await page.getByText("We'll email you when it costs $12.50 or less.").waitFor();
      expect(await kept()).toBe(1);
      await page.getByRole("link", { name: "All price alerts" }).click();
      const list = page.getByRole("region", { name: "Price alerts" });
      const below = list.getByLabel("At or below");
      expect(await below.inputValue()).toBe("12.50");
      await below.fill("cheap");
      await list.getByRole("button", { name: /^Save the price/ }).click();
      await list.getByText("Enter a price, for example 12.50, or leave it empty for any drop.").waitFor();
      expect(await below.inputValue()).toBe("cheap");
      await below.fill("9,5");
      await list.getByRole("button", { name: /^Save the price/ }).click();
      await page.waitForLoadState();
      expect(await below.inputValue()).toBe("9.50");
      await list.getByRole("button", { name: /^Turn off the alert/ }).click();
      await list.getByText("None yet.").waitFor();
      expect(await kept()).toBe(0);
      await page.goto(path);
      await page.getByRole("button", { name: "Alert me when the price drops" }).click();
      await page.getByRole("button", { name: "Turn off alert" }).click();
      await page.getByText("We won't email you about this price.").waitFor();
      expect(await kept()).toBe(0);
    },
    /\b400\b/,
  );
  await stage.visit({ javaScript: false }, async ({ page }) => {
    // Shops name their things in English, whoever reads.
    await page.goto(`${path}?lang=es`);
    expect(await page.locator("h1").getAttribute("lang")).toBe("en");
    expect(await page.locator(".product-card .cover-link[lang=en]").count()).toBeGreaterThan(0);
    await page.goto(`${path}?lang=en`);
    expect(await page.locator("h1").getAttribute("lang")).toBe(null);
    const name = (await page.locator("h1").textContent()) ?? "nameless";
    await page.getByLabel("At or below").fill("7");
    await page.getByRole("button", { name: "Alert me when the price drops" }).click();
    await page.waitForURL(/\/login/);
    await page.getByText("Log in to watch the price of").waitFor();
    expect(await page.getByRole("main").textContent()).toContain(name);
    expect(await kept()).toBe(0);
  });
  await stage.visit({ javaScript: false }, async ({ page, context }) => {
    await context.addCookies(cookies);
    await page.goto(path);
    await page.getByRole("button", { name: "Alert me when the price drops" }).click();
    // Signed out in between, in another tab.
    await context.clearCookies();
    await page.getByRole("button", { name: "Turn off alert" }).click();
    await page.waitForURL(/\/login/);
    expect(await page.getByText("Log in to watch the price of").count()).toBe(0);
    await logIn(page, "patient@example.com");
    await page.getByText("Turn off the alert for this price?").waitFor();
    expect(await kept()).toBe(1);
    await page.getByRole("button", { name: "Turn off alert" }).click();
    await page.getByText("We won't email you about this price.").waitFor();
    expect(await kept()).toBe(0);
  });
});

it("lead to their stores by buttons whose icon follows the last word, also of a label of several lines", () =>
  stage.visit({}, async ({ page }) => {
    await page.goto("/marlow-finch-coupons");
    const button = page.locator(".btn-block.icon-last").first();
    const look = (width: string) =>
      button.evaluate((link, wide) => {
        (link as HTMLElement).style.width = wide;
        const text = [...link.childNodes].find(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        ) as Text;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        range.setStart(text, text.data.trimEnd().lastIndexOf(" ") + 1);
        const [word, icon] = [range.getBoundingClientRect(), link.querySelector(".i")?.getBoundingClientRect()];
        if (!icon) throw new Error("It has no icon.");
        const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
        return { lines, behind: Math.round(icon.left - word.right), below: Math.round(middle(icon) - middle(word)) };
      }, width);
    const [one, more] = [await look("auto"), await look("9rem")];
    expect(one.lines).toBe(1);
    expect(more.lines).toBeGreaterThan(1);
    for (const { behind, below } of [one, more]) {
      expect(behind).toBeGreaterThan(4);
      expect(behind).toBeLessThan(12);
      expect(Math.abs(below)).toBeLessThan(4);
    }
  }));
