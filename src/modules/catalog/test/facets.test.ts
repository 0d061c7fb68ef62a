import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kinds } from "../../../../sandbox/catalogue/range/kinds.ts";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { readChoice, writeChoice } from "../facets.ts";
import { joinSpecs, readDetails } from "../feeds/read-details.ts";
import { readProminentProducts } from "../store/search.ts";
import { attributeInSpanish, shownSpec, valueInSpanish } from "../taxonomy/attribute-words.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

describe("attributes in one field", () => {
  it("are read as Google writes them, and as Awin and Impact do", () => {
    expect(readDetails("General:Screen size:55 in,General:Resolution:4K")).toEqual([
      { name: "Screen size", value: "55 in" },
      { name: "Resolution", value: "4K" },
    ]);
    expect(readDetails("Screen size: 55 in; Aspect ratio: 16:9; nothing")).toEqual([
      { name: "Screen size", value: "55 in" },
      { name: "Aspect ratio", value: "16:9" },
    ]);
    expect(readDetails(undefined)).toEqual([]);
    expect(readDetails("::::,;;;:")).toEqual([]);
  });

  it("count once each, the first that is told", () => {
    const [color, again] = [
      { name: "Color", value: "Red" },
      { name: "color", value: "Blue" },
    ];
    expect(joinSpecs([{ name: "Size", value: "" }, color], [again])).toEqual([color]);
  });

  it("are told in Spanish where they are known, and as they stand where not", () => {
    expect(["Screen size", "Odd thing"].map(attributeInSpanish)).toEqual(["Pantalla", "Odd thing"]);
    expect(["Black", "55 in", "Pack of 4", "X9"].map(valueInSpanish)).toEqual([
      "Negro",
      "55 pulg.",
      "Paquete de 4",
      "X9",
    ]);
    expect(
      ["Wired, Wireless, Bluetooth Wireless", "Black / Red", "Black / Odd", "Optical"].map(valueInSpanish),
    ).toEqual(["Con cable, inalámbrica, por Bluetooth", "Negro / rojo", "Black / Odd", "Óptico"]);
  });

  it("of the made-up goods are all told in Spanish", () => {
    // Names, signs and words that both languages write alike.
    const alike =
      /^(US \d+|[A-Z]{1,4}\d*|GU10|PETG|HEPA|[A-Z]{2}\/[A-Z]{2}|Wi-Fi|Bluetooth|Ethernet|Zigbee|Thread|Beige|Camel|Alpaca|Natural|Zinc|Coral|Normal|Original|Queen|King|MDF|Floral|Penne|Fusilli|Farfalle|Acacia|Chocolate|Regular|Earl Grey|(Full|Quad) HD|SPF \d+)$/;
    const units =
      /^[+$\d][\d./ -]*(W-\d+|[TCYR]|in|lb|oz|kg|g|qt|gal|mm|ml|L|GB|TB|MP|W|V|A|h|min|lm|mAh|Mbps|BTU|CFM|dBA|HP|K|x)?$/;
    const values = new Set(kinds().flatMap((kind) => kind.attributes.flatMap((attribute) => attribute.values)));
    expect(
      [...values].filter((value) => valueInSpanish(value) === value && !alike.test(value) && !units.test(value)),
    ).toEqual([]);
    const names = new Set(kinds().flatMap((kind) => kind.attributes.map(({ name }) => name)));
    expect([...names].filter((name) => attributeInSpanish(name) === name)).toEqual([
      "Color",
      "Material",
      "Base",
      "Motor",
    ]);
  });

  it("have their long figures grouped in both languages, and names are left alone", () => {
    expect(shownSpec({ name: "Max dpi", value: "26000 dpi" })).toMatchObject({
      name_es: "DPI máximos",
      value: "26,000 dpi",
      value_es: "26,000 dpi",
    });
    expect(shownSpec({ name: "Rpm", value: "7200" }).value).toBe("7200");
    expect(shownSpec({ name: "Model", value: "26000" }).value).toBe("26000");
  });
});

describe("a choice in an address", () => {
  it("is read and written again, whatever stands there", () => {
    const text = "Color:Black~Color:White~Size:M";
    expect(writeChoice(readChoice(text))).toBe(text);
    expect(readChoice("Color:Black~Color:Black~:x~y:~~z").size).toBe(1);
    expect(readChoice(undefined).size).toBe(0);
    expect(writeChoice(readChoice("A:b~".repeat(100)))).toBe("A:b");
  });
});

describe("facets", () => {
  const world = emptyWorld();
  let story: Story;
  const shirt = (id: string, color: string, size: string, more: Record<string, string> = {}) =>
    item(id, { product_type: "Men's Fashion > Men's Clothing", color, size, product_weight: "0.5 lb", ...more });

  beforeAll(async () => {
    story = await startStory(world);
    const shop = (id: string, name: string) => ({
      id,
      name,
      url: `https://${name.toLowerCase()}.example`,
      rates: [["A", "All", "5"]] as [string, string, string][],
    });
    world.impact = [shop("1", "Marlow"), shop("2", "Bright")];
    world.feeds.set("1", {
      programme: "1",
      body: feedOf(
        shirt("a", "Black", "M", { gtin: "4006381333931" }),
        shirt("b", "Black", "L"),
        shirt("c", "White", "M", { availability: "backorder" }),
        shirt("d", "White", "S", { availability: "out_of_stock" }),
        shirt("e", "Red", "L", { product_weight: "7 lb" }),
      ),
    });
    world.feeds.set("2", {
      programme: "2",
      body: feedOf(
        shirt("x", "Black", "M", { gtin: "4006381333931", availability: "out_of_stock" }),
        shirt("y", "Red", "M"),
      ),
    });
    for (const network of ["impact", "awin"]) await story.catalog.importFeed(`${network}.programmes`);
    await story.catalog.scheduleImports(["products"]);
    for (const feed of ["1", "2"]) await story.catalog.importFeed(`impact.products.${feed}`);
  });
  afterAll(() => story.stop());

  const list = (query: Parameters<Story["shown"]["products"]>[0] = {}) =>
    story.shown.products({ category: "mens-fashion", ...query });
  const countsOf = (found: Awaited<ReturnType<typeof list>>, name: string) =>
    Object.fromEntries(
      found.facets.find((facet) => facet.name === name)?.values.map(({ value, count }) => [value, count]) ?? [],
    );

  it("count what can be bought, by attribute, store and stock", async () => {
    const found = await list();
    expect(found.total).toBe(5);
    expect(countsOf(found, "Color")).toEqual({ Black: 2, Red: 2, White: 1 });
    expect(countsOf(found, "Size")).toEqual({ M: 3, L: 2 });
    expect(countsOf(found, "Weight")).toEqual({ "Under 1 lb": 4, "5 to 20 lb": 1 });
    expect(found.sellers).toEqual([
      { internal_name: "marlow", name: "Marlow", count: 4 },
      { internal_name: "bright", name: "Bright", count: 1 },
    ]);
    expect(found.ready).toBe(4);
  });

  it("narrow by any value of one attribute and all of several, and keep counting what else there is", async () => {
    const black = await list({ choice: "Color:Black" });
    expect(black.total).toBe(2);
    expect(countsOf(black, "Size")).toEqual({ M: 1, L: 1 });
    // Of colour the others are told too, as if none were chosen: the choice can grow.
    expect(countsOf(black, "Color")).toEqual({ Black: 2, Red: 2, White: 1 });
    expect((await list({ choice: "Color:Black~Color:Red" })).total).toBe(4);
    expect((await list({ choice: "Color:Black~Color:Red~Size:M" })).total).toBe(2);
    expect((await list({ choice: "Color:Chartreuse" })).total).toBe(0);
    // So too where words were typed.
    expect((await list({ q: "thing", choice: "Color:Black" })).total).toBe(2);
  });

  it("tell what stands in the address to take a value or to let it go", async () => {
    const values = (await list({ choice: "Color:Black" })).facets.find(({ name }) => name === "Color")?.values;
    expect(values?.find(({ value }) => value === "Red")).toMatchObject({
      chosen: false,
      choice: "Color:Black~Color:Red",
    });
    expect(values?.find(({ value }) => value === "Black")).toMatchObject({
      chosen: true,
      choice: "",
      value_es: "Negro",
    });
  });

  it("narrow by store and by what is there now, at that store", async () => {
    expect((await list({ seller: "bright" })).items.map(({ name }) => name)).toEqual(["Thing y"]);
    expect((await list({ ready: true })).total).toBe(4);
    expect((await list({ seller: "marlow" })).ready).toBe(3);
    expect((await list({ seller: "marlow", ready: true })).total).toBe(3);
    expect((await list({ seller: "nobody" })).total).toBe(0);
  });

  it("follow when stock and attributes change", async () => {
    world.feeds.set("2", {
      programme: "2",
      body: feedOf(
        shirt("x", "Black", "M", { gtin: "4006381333931" }),
        shirt("y", "Blue", "M", { availability: "out_of_stock" }),
      ),
    });
    await story.catalog.importFeed("impact.products.2");
    const found = await list();
    expect(found.sellers.map(({ internal_name, count }) => [internal_name, count])).toEqual([
      ["marlow", 4],
      ["bright", 1],
    ]);
    expect(countsOf(found, "Color")).toEqual({ Black: 2, Red: 1, White: 1 });
  });

  it("are never more than the whole, also where a feed that comes in is counted by them first", async () => {
    const { total, ready } = await list();
    expect(ready).toBeGreaterThan(1);
    await story.rows("update catalog.product_categories set products = 1 where category = 'mens-fashion'");
    story.catalog.growOld();
    expect(await list()).toMatchObject({ total, ready });
    expect(await story.shown.products({})).toMatchObject({ total, ready });
    await story.catalog.importFeed("impact.products.1");
  });

  it("are those of the listing that tells most, whichever came first", async () => {
    world.feeds.set("2", {
      programme: "2",
      body: feedOf(
        shirt("x", "Black", "M", { gtin: "4006381333931", material: "Linen" }),
        shirt("y", "Blue", "M", { availability: "out_of_stock" }),
      ),
    });
    await story.catalog.importFeed("impact.products.2");
    expect(countsOf(await list({ choice: "Material:Linen" }), "Material")).toEqual({ Linen: 1 });
    // The listing that the texts come from tells less: it takes nothing away.
    world.feeds.set("1", {
      programme: "1",
      body: feedOf(
        shirt("a", "Black", "M", { gtin: "4006381333931", price: "9.00 USD" }),
        shirt("b", "Black", "L"),
        shirt("e", "Red", "L"),
      ),
    });
    await story.catalog.importFeed("impact.products.1");
    expect((await list({ choice: "Material:Linen" })).total).toBe(1);
  });

  it("of up to four products stand beside each other, in the order in which they were picked", async () => {
    const { items } = await list();
    const ids = items.map(({ product_id }) => product_id);
    const [first = "", second = ""] = ids;
    const { products, rows } = await story.shown.compare([second, "prd_nothing", first, second]);
    expect(products.map(({ product_id }) => product_id)).toEqual([second, first]);
    expect(products[0]).toMatchObject({ category: "mens-fashion", ready: true });
    const shown = await story.shown.product(products[0]?.slug ?? "");
    expect(products[0]?.cheapest).toEqual(shown?.listings[0]);
    expect(rows.find(({ name }) => name === "Color")?.cells).toHaveLength(2);
    expect((await story.shown.compare([...ids, ...ids])).products.length).toBe(Math.min(4, ids.length));
    expect(await story.shown.compare([])).toEqual({ products: [], rows: [] });
  });
});

describe("what search keeps of products", () => {
  it("has some of each category, however many stores sell those of another", async () => {
    const base = await createTestDatabase();
    const { pool } = base.handle;
    const put = (category: string, count: number, merchants: number) =>
      pool.query(
        `insert into catalog.products (product_id, slug, name, folded, description, category, subcategory, source_listing, merchants)
         select gen_random_uuid(), $1::text || n, $1::text, $1::text, '', $1::text, '', gen_random_uuid(), $3::integer from generate_series(1, $2::integer) n`,
        [category, count, merchants],
      );
    await pool.query(
      "insert into catalog.product_categories (category, subcategory, name_en, name_es, position) values ('common', '', 'C', 'C', 1), ('rare', '', 'R', 'R', 2)",
    );
    await put("common", 500, 4);
    await put("rare", 5, 1);
    const kept = await readProminentProducts(pool, 400);
    expect(kept).toHaveLength(400);
    expect(kept.filter(({ place }) => place === "rare")).toHaveLength(1);
    expect(kept.at(-1)?.place).toBe("rare");
    await base.drop();
  });
});
