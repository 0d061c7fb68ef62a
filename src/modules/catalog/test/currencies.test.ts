import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceText } from "#ui/price-words.ts";
import { drawPrices } from "../web/draw-prices.ts";
import { drawForeignPrices, drawForeignProducts } from "../web/price-abroad.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const put = (id: string, programme: string, ...items: string[]) =>
  world.feeds.set(id, { programme, body: feedOf(...items) });

beforeAll(async () => {
  world.impact = [
    { id: "9001", name: "Marlow", url: "https://marlow.example", rates: [["A", "All", "4"]] },
    { id: "55", name: "Tienda Sol", url: "https://sol.example", rates: [["A", "All", "10"]] },
  ];
  story = await startStory(world);
  await story.catalog.importFeed("impact.programmes");
  put("1", "9001", item("a", { price: "20.00 USD" }), item("b", { price: "5.00 USD" }));
  put(
    "2",
    "55",
    item("x", { title: "Thing a", price: "18000.00 COP" }),
    item("y", { title: "Solo en pesos", price: "12,500.00 COP", sale_price: "9,999.00 COP" }),
    item("z", { price: "3.00 XXQ" }),
  );
  await story.catalog.scheduleImports(["products"]);
});
afterAll(() => story.stop());

describe("prices in other currencies", () => {
  it("are kept, and what is no currency is refused", async () => {
    // The foreign one first: whoever comes first must not lead the product.
    const report = await story.catalog.importFeed("impact.products.2");
    expect(report).toMatchObject({ state: "complete", added: 2, rejected: 1 });
    expect(await story.catalog.refusals(report.run_id ?? "")).toMatchObject([{ reason: "XXQ is no currency" }]);
    expect(await story.catalog.importFeed("impact.products.1")).toMatchObject({ state: "complete", added: 2 });
    expect(
      await story.rows(
        "select external_id, currency, price_minor::text, list_price_minor::text from catalog.listings where currency <> 'USD' order by 1",
      ),
    ).toEqual([
      { external_id: "x", currency: "COP", price_minor: "1800000", list_price_minor: null },
      { external_id: "y", currency: "COP", price_minor: "999900", list_price_minor: "1250000" },
    ]);
  });

  it("are told apart from dollars, and promise no cash back", async () => {
    const product = await story.shown.product("thing-a");
    expect(product?.listings.map((listing) => [listing.currency, listing.price_minor])).toEqual([["USD", "2000"]]);
    expect(product?.abroad).toMatchObject([
      { merchant: { internal_name: "tienda-sol" }, currency: "COP", price_minor: "1800000", availability: "in_stock" },
    ]);
    const listing = await story.shown.listing(product?.abroad?.[0]?.listing_id ?? "");
    expect(listing?.listing).toMatchObject({ currency: "COP", cash_back_minor: "0", after_cash_back_minor: "1800000" });
  });

  it("are compared with no dollars in lists, in search and on a store's page", async () => {
    const { items } = await story.shown.products({ sort: "price" });
    expect(items.map((one) => [one.name, one.from_minor, one.merchants])).toEqual([
      ["Thing b", "500", 1],
      ["Thing a", "2000", 1],
    ]);
    expect((await story.shown.products({ q: "pesos" })).total).toBe(0);
    const store = await story.shown.merchant("tienda-sol");
    expect(store?.products).toEqual([]);
    expect(store?.abroad.map((one) => [one.slug, one.currency, one.price_minor]).sort()).toEqual([
      ["solo-en-pesos", "COP", "999900"],
      ["thing-a", "COP", "1800000"],
    ]);
    expect(drawForeignProducts(store?.abroad ?? []).es).toContain('<a href="/solo-en-pesos-product">');
    expect(drawForeignProducts((await story.shown.merchant("marlow"))?.abroad ?? [])).toEqual({ en: "", es: "" });
    const alone = await story.shown.product("solo-en-pesos");
    expect(alone?.abroad).toMatchObject([{ price_minor: "999900" }]);
    expect(alone && drawPrices(alone)).toMatchObject({ alone: true, en: expect.stringContaining("COP\u00a09,999") });
  });

  it("are no part of the history of dollars, also when a shop changes over", async () => {
    expect((await story.shown.product("thing-a"))?.history).toMatchObject({ lowest: { minor: "2000" } });
    story.clock.advance({ days: 1 });
    put(
      "2",
      "55",
      item("x", { title: "Thing a", price: "15.00 USD" }),
      item("y", { title: "Solo en pesos", price: "9,999.00 COP" }),
    );
    expect(await story.catalog.importFeed("impact.products.2")).toMatchObject({ state: "complete" });
    const product = await story.shown.product("thing-a");
    expect(product?.listings).toHaveLength(2);
    expect(product?.abroad).toEqual([]);
    expect(product?.history?.steps).toEqual([
      { day: "2026-03-10", minor: "2000" },
      { day: "2026-03-11", minor: "1500" },
    ]);
  });

  it("are written with the letters of their currency, in both languages", () => {
    expect([priceText("1250", "USD"), priceText("1800000", "COP"), priceText("1250", "EUR")]).toEqual([
      "$12.50",
      "COP\u00a018,000",
      "EUR\u00a012.50",
    ]);
    const drawn = drawForeignPrices("thing-a", [
      {
        listing_id: "lst_1",
        merchant: { internal_name: "tienda-sol", name: "Tienda <Sol>" },
        currency: "COP",
        price_minor: "1800000",
        availability: "in_stock",
      },
    ]);
    expect(drawn?.en).toContain('<a href="/p/thing-a/lst_1">Tienda &lt;Sol&gt;</a>: <b>COP\u00a018,000</b>');
    expect(drawn?.es).toContain("En otras monedas");
  });
});
