/** What operators say of stores, rates, products and searches, by keyboard alone, as readers meet it at once and no longer than it stands. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { openStage, until } from "../support/stage.ts";
import { actByKey, asOperator, carryOutNow, openByKeys, tabToField } from "./by-keyboard.ts";

const stage = openStage();

const read = async (path: string) => {
  const response = await fetch(`${stage.product.url}${path}`, { redirect: "manual" });
  return `${response.status} ${response.headers.get("location") ?? ""} ${await response.text()}`;
};
const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await stage.product.wired.database.pool.query(text, [...values])).rows;

it("a rate of our own waits for its day, stands on the store's page while it runs, and is gone at its end", async () => {
  const { wired } = stage.product;
  const [store] = await rows<{ name: string; id: string }>(
    `select internal_name as name, 'prg_' || replace(programme_id::text, '-', '') as id from catalog.merchants
     where live and rate_kind = 'percent' and not rate_up_to and rate_bps >= 200 order by popularity desc limit 1`,
  );
  if (!store) throw new Error("A store has one rate.");
  const shown = wired.catalog.under(wired.partners.home);
  const rate = async () => (await shown.merchant(store.name))?.merchant.rate;
  const usual = await rate();
  if (usual?.kind !== "percent") throw new Error("It is a share.");
  const path = `/${store.name}-coupons`;
  const usualWords = `${usual.bps / 100}%`;
  const halfWords = `${Math.floor(usual.bps / 20) / 10}%`;
  const stands = async (words: string) => (await read(path)).includes(`Shop with ${words} back`);
  expect([await stands(usualWords), await stands(halfWords)]).toEqual([true, false]);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await asOperator(stage, "Rita", async (page) => {
    await openByKeys(page, `/console/o/programme/${store.id}`);
    const said = await actByKey(
      page,
      "Own rate",
      { Why: "the week of cyber", Share: "50", From: day(2), Until: day(4) },
      async () => expect(await violationsInBothModes(page)).toEqual([]),
    );
    expect(said).toContain("carried out in ten minutes");
    await carryOutNow(stage, store.id);
    await page.reload();
    await page.getByText(/^comes: 50%/).waitFor();
    expect(await rate()).toEqual(usual);
    await rows("update catalog.own_rates set starts_at = now()");
    await wired.catalog.refresh();
    await until("its store's page shows half", async () => (await stands(halfWords)) && !(await stands(usualWords)));
    await page.goto("/console/lists/own%20rates");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.locator("tbody a").first().press("Enter");
    await page.getByText(/^runs: 50%/).waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await rows("update catalog.own_rates set ends_at = now()");
    await wired.catalog.refresh();
    await until("it is gone at its end", async () => (await stands(usualWords)) && !(await stands(halfWords)));
    await page.reload();
    await page.getByText("own rate ended by itself").waitFor();
  });
});

it("two products are made one, the old page leads to the kept one for good, and both are there again when they are parted", async () => {
  const [one, other] = await rows<{ id: string; slug: string; name: string }>(
    `select 'prd_' || replace(product_id::text, '-', '') as id, slug, name from catalog.products
     where merged_into is null and merchants > 0 order by product_id limit 2`,
  );
  if (!one || !other) throw new Error("There are two products.");
  await read(`/${one.slug}-product`);
  await asOperator(stage, "Mia", async (page) => {
    await openByKeys(page, `/console/o/product/${one.id}`);
    expect(await violationsInBothModes(page)).toEqual([]);
    await actByKey(page, "Merge", { Why: "the same thing", Into: `/${other.slug}-product` });
    await carryOutNow(stage, one.id);
    await until("the old address leads to the kept one", async () =>
      (await read(`/${one.slug}-product`)).startsWith(`301 /${other.slug}-product`),
    );
    await page.goto(`/${one.slug}-product`);
    expect(new URL(page.url()).pathname).toBe(`/${other.slug}-product`);
    await page.getByRole("heading", { level: 1, name: other.name }).waitFor();
    await page.goto("/console/lists/product%20merges");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.locator("tbody a").first().press("Enter");
    await page.getByText("the product that it is a part of").first().waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await openByKeys(page, `/console/o/product/${one.id}`);
    await actByKey(page, "Part", { Why: "they are two" });
    await carryOutNow(stage, one.id);
    await until("it has its page again", async () => (await read(`/${one.slug}-product`)).startsWith("200"));
    await page.goto(`/${one.slug}-product`);
    await page.getByRole("heading", { level: 1, name: one.name }).waitFor();
  });
});

it("a store is called otherwise, hidden and shown again, and a mistake is undone before it is carried out", async () => {
  const store = "marlow-finch";
  const path = `/${store}-coupons`;
  await asOperator(stage, "Stella", async (page) => {
    await openByKeys(page, `/console/o/store/${store}`);
    expect(await violationsInBothModes(page)).toEqual([]);
    await actByKey(page, "Rename", { Name: "A slip" });
    await page.getByText("Decided", { exact: true }).first().waitFor();
    await page.keyboard.press("u");
    await page.locator("[data-state=undone]").first().waitFor();
    await actByKey(page, "Rename", { Name: "Marlow and Company" });
    await carryOutNow(stage, store);
    await until("it is called so everywhere", async () =>
      (await Promise.all([read(path), read(`${path}?lang=es`), read(`/stores?q=marlow`)])).every((text) =>
        text.includes("Marlow and Company"),
      ),
    );
    expect(await read(path)).not.toContain("A slip");
    await openByKeys(page, `/console/o/store/${store}`);
    await page.getByText("name: Marlow and Company (before: ", { exact: false }).waitFor();
    expect(await actByKey(page, "Hide", { Why: "it is looked at" })).toContain("done at once");
    await until("it has no page", async () => (await read(path)).startsWith("404"));
    expect(await read("/stores?q=marlow")).not.toContain("Marlow and Company");
    await openByKeys(page, `/console/o/store/${store}`);
    await actByKey(page, "Show");
    await until("it has its page again", async () => (await read(path)).startsWith("200"));
    await openByKeys(page, `/console/o/store/${store}`);
    await actByKey(page, "As imported", { What: "name" });
    await carryOutNow(stage, store);
    await until("it is called as before", async () => !(await read(path)).includes("Marlow and Company"));
  });
});

it("a picture is handed in, refused where it is none, seen before it is decided, and stands where readers meet the store", async () => {
  const store = "otter-lane";
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: "#a04020" } });
  const [png, svg] = [await picture.png().toBuffer(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')];
  const logo = async () => /\/media\/merchants\/otter-lane\.\w+\?v=[\w-]+/.exec(await read(`/${store}-coupons`))?.[0];
  const before = await logo();
  await asOperator(
    stage,
    "Pia",
    async (page) => {
      await openByKeys(page, `/console/o/store/${store}`);
      await actByKey(page, "Upload picture", {}, async () => {
        await tabToField(page, "Picture");
        const field = page.locator(".con-act").getByLabel("Picture");
        await field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: svg });
        await page.getByText("It is no PNG, JPEG or WebP picture.").waitFor();
        expect(await violationsInBothModes(page)).toEqual([]);
        await field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
        await page.getByRole("img", { name: "What was chosen" }).waitFor();
        await page.getByText("64 × 48 points").waitFor();
        expect(await violationsInBothModes(page)).toEqual([]);
        await field.focus();
      });
      await carryOutNow(stage, store);
      await until("readers see it", async () => (await logo()) !== before);
      await page.reload();
      const shown = page.getByRole("img", { name: "As readers see it" });
      await shown.waitFor();
      expect(await shown.getAttribute("src")).toBe(await logo());
      await openByKeys(page, `/console/o/store/${store}`);
      await actByKey(page, "As imported", { What: "picture" });
      await carryOutNow(stage, store);
      await until("it is the network's again", async () => (await logo()) === before);
    },
    /status of 422/,
  );
});

it("a text that finds nothing is said to mean something, a store comes first for it, and both are taken back", async () => {
  const text = "penni brite";
  const search = (more = "") => read(`/api/search?q=${encodeURIComponent(text)}${more}`);
  await read(`/search?q=${encodeURIComponent(text)}`);
  const usual = await search();
  await until(
    "it is listed",
    async () => (await rows("select 1 from catalog.searches where searched = $1", [text])).length,
  );
  await asOperator(stage, "Sara", async (page) => {
    await page.goto("/console/lists/searches?found=all");
    expect(await violationsInBothModes(page)).toEqual([]);
    await openByKeys(page, `/console/o/search/${encodeURIComponent(text)}`);
    await actByKey(page, "Means", { Means: "brightpenny" });
    await carryOutNow(stage, text);
    await until("it finds the store", async () => (await search()).includes('"internal_name":"brightpenny"'));
    await openByKeys(page, `/console/o/search/${encodeURIComponent(text)}`);
    await actByKey(page, "Pin", { Store: "otter-lane" });
    await carryOutNow(stage, text);
    await until(
      "the pinned store comes first",
      async () => /"internal_name":"([^"]+)"/.exec(await search())?.[1] === "otter-lane",
    );
    await page.goto("/console/lists/synonyms");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("link", { name: text }).press("Enter");
    await page.getByText("the store that comes first").waitFor();
    for (const act of ["Unpin", "Means itself"]) {
      await openByKeys(page, `/console/o/search/${encodeURIComponent(text)}`);
      await actByKey(page, act);
      await carryOutNow(stage, text);
    }
    await until("it is searched for as it is typed", async () => (await search()) === usual);
  });
});
