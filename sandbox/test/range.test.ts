import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROAD_SHOPS } from "../catalogue/broad-shops.ts";
import { loadProductCategories } from "../catalogue/merchants.ts";
import { kinds } from "../catalogue/range/kinds.ts";
import { broadOffer, broadSells } from "../catalogue/range/offers.ts";
import { itemAt } from "../catalogue/range/range.ts";
import { drawItem, shapeOf } from "../catalogue/range/silhouettes.ts";
import { ALL_SHOPS } from "../catalogue/shops.ts";
import { AUTH, type Running, run } from "./running.ts";

const items = Array.from({ length: 2_000 }, (_, n) => itemAt(n * 29));

it("draws a mark whose own colour is white in black, as it is handed out for white pages", async () => {
  const world = await run();
  try {
    expect(await (await world.call("/media/logos/sony.svg")).text()).toContain('fill="#000000"');
    expect(await (await world.call("/media/logos/target.svg")).text()).toMatch(/fill="#[cC]{2}0000"/);
  } finally {
    await world.close();
  }
});

describe("the range of made-up goods", () => {
  it("has every department, and every kind a place among the categories", () => {
    const places = new Set(
      loadProductCategories().flatMap((department) =>
        department.subcategories.map((sub) => `${department.name_en} > ${sub.name_en}`),
      ),
    );
    expect(kinds().filter((kind) => !places.has(`${kind.department} > ${kind.subcategory}`))).toEqual([]);
    expect(new Set(kinds().map((kind) => kind.department)).size).toBe(22);
  });

  it("draws each kind in shapes of its own, in the item's colour", () => {
    expect(new Set(kinds().map((kind) => kind.drawing)).size).toBeGreaterThanOrEqual(150);
    const unread = kinds().flatMap((kind) =>
      kind.drawing.split(" ").flatMap((word) => (shapeOf(word, "#3f6fb5") === null ? [`${kind.name}: ${word}`] : [])),
    );
    expect(unread).toEqual([]);
    const kettle = kinds().find((kind) => kind.name === "Electric Kettle")?.drawing ?? "";
    expect(drawItem("Kettle", kettle, "#c0392f")).toContain('fill="#c0392f"');
    expect(drawItem("Kettle", kettle, "#4b9459")).not.toContain("#c0392f");
  });

  it("tells of a kind only what such a thing can have, each once, and no two variants of a model alike", () => {
    const valuesOf = (kind: string, name: string) =>
      kinds()
        .find((one) => one.name === kind)
        ?.attributes.find((attribute) => attribute.name === name)?.values ?? [];
    expect(valuesOf("Dog Food Bag", "Color")).toEqual([]);
    expect(valuesOf("Dog Food Bag", "Flavor")).not.toContain("Garlic");
    expect(valuesOf("Cooktop", "Power")).toEqual([]);
    expect(valuesOf("Phone Charger", "Power")).not.toContain("300 W");
    expect(valuesOf("Wall Paint", "Size")).not.toContain("75 gal");
    // What is eaten and drunk has no color of its own to choose, and no finish of wood is a second wood.
    const coloured = kinds().filter((kind) => kind.attributes.some(({ name }) => name === "Color"));
    expect(coloured.filter((kind) => kind.department === "Grocery & Gourmet").map(({ name }) => name)).toEqual([
      "Spice Rack Set",
    ]);
    const all = kinds();
    for (const [place, kind] of all.entries()) {
      const names = kind.attributes.map(({ name }) => name);
      expect(new Set(names).size, kind.name).toBe(names.length);
      const woods = kind.attributes.filter(({ values }) => values.includes("Oak"));
      expect(woods.length, kind.name).toBeLessThan(2);
      const variants = [0, 1, 2, 3, 4].map((variant) => itemAt(variant * all.length + place).name);
      expect(new Set(variants).size, kind.name).toBe(variants.length);
    }
  });

  it("makes the same item from the same number, and no two the same", () => {
    expect(itemAt(4_711)).toEqual(itemAt(4_711));
    expect(new Set(items.map((item) => item.gtin)).size).toBe(items.length);
    expect(new Set(items.map((item) => item.name)).size).toBeGreaterThan(items.length * 0.99);
  });

  it("gives items what people ask for of their kind", () => {
    const labels = new Set(items.flatMap((item) => item.specs.map(([label]) => label)));
    for (const label of ["Screen size", "Weight", "Material", "Color", "Size"]) expect(labels).toContain(label);
  });

  it("is sold by shops of many kinds, most items by several of them", () => {
    expect(new Set(BROAD_SHOPS.map((shop) => shop.category)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(ALL_SHOPS.map((shop) => `${shop.network}:${shop.programmeId}`)).size).toBe(ALL_SHOPS.length);
    const shops = items.map((item) => BROAD_SHOPS.filter((shop) => broadSells(shop, item)).length);
    expect(shops).not.toContain(0);
    expect(shops.filter((count) => count > 1).length).toBeGreaterThan(items.length / 2);
  });

  it("moves some prices from one day to the next, and never by much more than a sale", () => {
    const [shop] = BROAD_SHOPS;
    if (!shop) throw new Error("there are no shops");
    const priced = items.filter((item) => item.category !== "Gift Cards");
    const on = (day: number) => priced.map((item) => broadOffer(shop, item, day).priceMinor);
    const [before, after] = [on(20_000), on(20_001)];
    const moved = before.filter((price, place) => price !== after[place]).length;
    expect(moved).toBeGreaterThan(priced.length / 20);
    expect(moved).toBeLessThan(priced.length / 4);
    expect(on(20_000)).toEqual(before);
  });
});

describe("the feeds of the broad shops", () => {
  let world: Running;
  beforeAll(async () => {
    world = await run({ catalogue: "small", products: 800 });
  });
  afterAll(() => world.close());

  async function unpacked(path: string, auth?: string): Promise<string> {
    const reply = await world.call(path, auth === undefined ? {} : { auth });
    return gunzipSync(Buffer.from(await reply.arrayBuffer())).toString("utf8");
  }

  it("carry attributes in Google's columns at Impact", async () => {
    const text = await unpacked("/impact/files/Everfold/Everfold-Catalog_GOOGLE_TXT.txt.gz", AUTH.impact);
    const [head = "", ...lines] = text.trimEnd().split("\n");
    const names = head.split("\t");
    const rows = lines.map((line) => Object.fromEntries(line.split("\t").map((cell, place) => [names[place], cell])));
    const television = rows.find((row) => row.title?.includes("Television"));
    expect(television?.product_detail).toMatch(/^General:Screen size:\d+ in(,|$)/);
    expect(television?.product_weight).toMatch(/^[\d.]+ lb$/);
    expect(rows.find((row) => row.title?.includes("Sofa"))?.material).toMatch(/^(Linen|Velvet|Leather|Polyester)$/);
    expect(new Set(rows.map((row) => row.availability))).toContain("in_stock");
  });

  it("carry them in Awin's columns, each shop in a feed of its own", async () => {
    const list = "/awin/ui/productdata-darwin-download/publisher/45628/sandbox-awin-feedkey/1/feedList";
    const feeds = (await (await world.call(list)).text()).trimEnd().split("\n").slice(1);
    expect(feeds.map((line) => line.split(",")[1])).toEqual([
      "Otter Lane",
      "Volt Harbor",
      "Tail Paw",
      "Toy Meadow",
      "Corner Crate",
    ]);
    const csv = await unpacked(
      "/awin/productdata/datafeed/download/apikey/sandbox-awin-feedkey/language/en/fid/35002/columns/product_name,colour,specifications,Fashion%3Amaterial/format/csv/delimiter/%2C/compression/gzip/adultcontent/1/",
    );
    expect(csv).toMatch(/Television.*Screen size: \d+ in; .*Weight: \d+ lb/);
  });

  it("carry colour, size and material in CJ's fields", async () => {
    const query =
      'subscription { shoppingProductCatalog(companyId: "9990001", adId: "25003") { title color size material productType } }';
    const reply = await world.call("/cj/ads/query", { auth: AUTH.cj, json: { query } });
    const { data } = (await reply.json()) as {
      data: { shoppingProductCatalog: { title: string; color: string; size: string; productType: string[] }[] };
    };
    const shirt = data.shoppingProductCatalog.find((one) => one.title.includes("T-Shirt"));
    expect(shirt?.size).toMatch(/^(XS|S|M|L|XL|XXL|\d+T?)$/);
    expect(shirt?.color).toBeTruthy();
  });

  it("lead to a page of the shop and a picture of the thing", async () => {
    const text = await unpacked("/impact/files/Hearth-Gable/Hearth-Gable-Catalog_GOOGLE_TXT.txt.gz", AUTH.impact);
    const [, line = ""] = text.split("\n");
    const [id = "", title = "", , , image = ""] = line.split("\t");
    expect(await (await world.call(`/shops/hearth-gable/p/${id}`)).text()).toContain(title.split(",")[0]);
    const picture = await (await world.call(image)).text();
    expect(picture).toMatch(/^<svg /);
    expect(picture.match(/<(rect|circle|ellipse|path)/g)?.length).toBeGreaterThan(4);
    expect((await world.call("/media/logos/hearth-gable.svg")).status).toBe(200);
  });
});
