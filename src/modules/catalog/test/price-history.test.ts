import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePrice, sumHistory } from "../price-rules.ts";
import { drawPriceHistory } from "../web/price-chart.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const point = (listing_id: string, day: string, price: number | null, low = price) => ({
  listing_id,
  day,
  price_minor: price === null ? null : BigInt(price),
  low_minor: low === null ? null : BigInt(low),
});

it("reads the price that somebody waits for as people write it, and none that is nothing", () => {
  expect(["1,299", "$1,299.00", "1.299,50", " 12,5 "].map(parsePrice)).toEqual([129_900n, 129_900n, 129_950n, 1_250n]);
  for (const typed of ["0", "0.00", "-5", "1.299", "cheap", ""]) expect(parsePrice(typed), typed).toBeUndefined();
});

describe("prices over time", () => {
  it("are the lowest of all stores, step by step, with the lowest and the highest", () => {
    const history = sumHistory(
      [
        point("a", "2026-01-10", 2_000),
        point("b", "2026-02-01", 1_500),
        point("b", "2026-02-10", null),
        point("a", "2026-03-01", 2_500),
      ],
      "2026-01-10",
      "2026-03-10",
    );
    expect(history).toEqual({
      from: "2026-01-10",
      today: "2026-03-10",
      watched_since: "2026-01-10",
      telling: true,
      steps: [
        { day: "2026-01-10", minor: "2000" },
        { day: "2026-02-01", minor: "1500" },
        { day: "2026-02-10", minor: "2000" },
        { day: "2026-03-01", minor: "2500" },
      ],
      today_minor: "2500",
      lowest: { day: "2026-02-01", minor: "1500" },
      highest: { day: "2026-03-01", minor: "2500" },
    });
  });

  it("begin with what held 90 days ago, and forget what was lower before", () => {
    const history = sumHistory(
      [point("a", "2025-10-01", 900), point("a", "2026-01-20", 1_000)],
      "2025-06-01",
      "2026-03-10",
    );
    expect(history).toMatchObject({
      from: "2025-12-11",
      watched_since: "2025-06-01",
      lowest: { day: "2025-12-11", minor: "900" },
    });
  });

  it("keep a low price of a few hours, though another holds at the end of the day", () => {
    const history = sumHistory([point("a", "2026-01-10", 2_000, 1_200)], "2026-01-10", "2026-03-10");
    expect(history).toMatchObject({ today_minor: "2000", lowest: { day: "2026-01-10", minor: "1200" } });
  });

  it.each([
    ["2026-02-26", false],
    ["2026-02-25", true],
  ])("watched since %s say what is low: %s", (since, telling) => {
    expect(sumHistory([point("a", since, 100)], since, "2026-03-10").telling).toBe(telling);
  });
});

describe("the page", () => {
  const drawn = (since: string, ...more: ReturnType<typeof point>[]) =>
    drawPriceHistory(sumHistory([point("a", since, 2_000), ...more], since, "2026-03-10"));
  it("says the lowest price of 90 days in both languages, and everything that the picture shows in words", () => {
    const chart = drawn("2026-01-10", point("a", "2026-02-01", 1_500), point("a", "2026-02-03", null));
    expect(chart?.en).toContain("Lowest in 90 days: <b>$15.00</b>, on Feb\u00a01,\u00a02026.");
    expect(chart?.es).toContain("El más bajo en 90 días: <b>$15.00</b>, el 1\u00a0feb\u00a02026.");
    expect(chart?.en).toContain("Not to be had today.");
    expect(chart?.en).toContain("<td>Jan\u00a010,\u00a02026</td><td>$20.00</td>");
    expect(chart?.en).toContain("<td>not to be had</td>");
    expect(chart?.en).toMatch(/<path d="M0 8H\d+V112H\d+"/);
    expect(chart?.en).not.toContain("<script");
  });
  it("says since when it watches while that is too short", () => {
    const chart = drawn("2026-03-01");
    expect(chart?.en).toContain("Watched since Mar\u00a01,\u00a02026.");
    expect(chart?.en).not.toContain("Lowest in 90 days");
    expect(drawPriceHistory(undefined)).toBeNull();
  });
});

describe("imports", () => {
  const world = emptyWorld();
  const feed = "impact.products.1";
  let story: Story;
  const day = async (price: string | null, fields: Record<string, string> = {}) => {
    const others = Array.from({ length: 5 }, (_, n) => item(`o${n}`));
    world.feeds.set("1", {
      programme: "9001",
      body: feedOf(...others, ...(price === null ? [] : [item("a", { price: `${price} USD`, ...fields })])),
    });
    const report = await story.catalog.importFeed(feed);
    expect(report.state).toBe("complete");
  };
  const rows = () =>
    story.rows<{ day: string; price: string | null; low: string | null }>(
      `select h.day::text as day, h.price_minor::text as price, h.low_minor::text as low from catalog.price_history h
       join catalog.listings l using (listing_id) where l.external_id = 'a' order by h.day`,
    );

  beforeAll(async () => {
    world.impact = [{ id: "9001", name: "Marlow", url: "https://marlow.example", rates: [["A", "All", "4"]] }];
    story = await startStory(world);
    await story.catalog.importFeed("impact.programmes");
    world.feeds.set("1", { programme: "9001", body: feedOf() });
    await story.catalog.scheduleImports(["products"]);
  });
  afterAll(() => story.stop());

  it("write one row for each listing and change, and none for what stays", async () => {
    await day("20.00");
    story.clock.advance({ days: 1 });
    await day("20.00");
    await day("20.00", { title: "Thing a, said otherwise" });
    expect(await rows()).toEqual([{ day: "2026-03-10", price: "2000", low: "2000" }]);
    story.clock.advance({ days: 1 });
    await day("15.00");
    await day("18.00");
    expect((await rows())[1]).toEqual({ day: "2026-03-12", price: "1800", low: "1500" });
    story.clock.advance({ days: 1 });
    await day("18.00", { availability: "out_of_stock" });
    story.clock.advance({ days: 1 });
    await day("18.00");
    story.clock.advance({ days: 1 });
    await day(null);
    expect((await rows()).slice(2)).toEqual([
      { day: "2026-03-13", price: null, low: null },
      { day: "2026-03-14", price: "1800", low: "1800" },
      { day: "2026-03-15", price: null, low: null },
    ]);
    const [others] = await story.rows<{ n: number }>("select count(*)::integer as n from catalog.price_history");
    expect(others?.n).toBe(5 + 5);
  });

  it("are told on the product's page and by its door, of the product and of the listing", async () => {
    story.clock.advance({ days: 5 });
    await day("19.00");
    const product = await story.shown.product("thing-a");
    expect(product?.history).toMatchObject({
      from: "2026-03-10",
      today: "2026-03-20",
      telling: false,
      today_minor: "1900",
      lowest: { day: "2026-03-12", minor: "1500" },
      highest: { day: "2026-03-10", minor: "2000" },
    });
    const listing_id = product?.listings[0]?.listing_id ?? "";
    expect(await story.catalog.priceHistory({ listing_id })).toEqual(product?.history);
    expect(await story.catalog.priceHistory({ product_id: "prd_nothing" })).toBeNull();
  });

  it("are forgotten when they are old, but for the price that still holds", async () => {
    story.clock.advance({ days: 399 });
    await story.catalog.dropOldPrices();
    expect((await rows()).map((row) => row.day)).toEqual(["2026-03-20"]);
    const [others] = await story.rows<{ n: number }>("select count(*)::integer as n from catalog.price_history");
    expect(others?.n).toBe(5 + 1);
    expect((await story.shown.product("thing-a"))?.history).toMatchObject({ today_minor: "1900", telling: true });
  });
});
