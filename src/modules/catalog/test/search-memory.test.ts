import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "#platform/log";
import { CachedLists } from "../cached-lists.ts";
import type { ReadDeps } from "../read-catalog.types.ts";
import { SearchMemory } from "../search/search-memory.ts";
import { searchCatalog, showSearch } from "../show-search.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;

const COLOURS = ["red", "green", "blue", "black", "white", "amber"];
const THINGS = ["lamp", "lantern", "laptop", "ladder", "table", "tablet"];
const store = (id: string, name: string) => ({
  id,
  name,
  url: `https://store${id}.example`,
  category: "Shoes",
  rates: [["A", "All", "5"]] as [string, string, string][],
});
const goods = (words: readonly string[]) =>
  feedOf(...words.map((title, n) => item(`${n}`, { title, price: `${10 + n}.00 USD` })));
const TITLES = COLOURS.flatMap((colour) => THINGS.map((thing) => `${colour} ${thing} ${colour.length * thing.length}`));

beforeAll(async () => {
  world.impact = ["Northwind Lamps", "Redwood Tables", "Blue Harbor", "Tablet Corner", "Lampworks"].map((name, n) =>
    store(`${n + 1}`, name),
  );
  world.promotions = COLOURS.map((colour, n) => ({
    id: `${n + 1}`,
    programme: `${1 + (n % 5)}`,
    title: `${10 + n}% off every ${colour} lamp`,
  }));
  world.feeds.set("1", { programme: "2", body: goods(TITLES) });
  story = await startStory(world);
  for (const report of await story.catalog.importAll())
    expect(report, report.problem ?? "").toMatchObject({ state: "complete", rejected: 0 });
});
afterAll(() => story.stop());

const readWith = (most: { products: number; coupons: number }): ReadDeps => {
  const deps = {
    database: story.base.handle,
    clock: story.clock,
    settings: story.settings,
    log: createLog({ level: "silent" }),
    brand: story.brand,
    lists: new CachedLists(),
    calls: story.calls,
  };
  return { ...deps, search: new SearchMemory(deps, most) };
};

describe("what search keeps", () => {
  it("finds the same when most of the catalogue is left to the database", async () => {
    const all = readWith({ products: 20_000, coupons: 20_000 });
    const little = readWith({ products: 2, coupons: 1 });
    const texts = [
      "red",
      "red l",
      "red lam",
      "lantern",
      "tab",
      "blue tablet",
      "amb lad",
      "lmap",
      "every",
      "off every wh",
    ];
    for (const text of [...texts, "redwod", "northwind", "nothing of it"]) {
      const [few, many] = [await searchCatalog(little, text), await searchCatalog(all, text)];
      const names = (found: typeof few) => found.products.map((product) => product.name).sort();
      expect({ stores: few.stores, categories: few.categories, products: names(few) }, text).toEqual({
        stores: many.stores,
        categories: many.categories,
        products: names(many),
      });
    }
  });

  it("finds what it does not keep by its words, slips set right, and coupons by their store too", async () => {
    const little = readWith({ products: 2, coupons: 1 });
    const { products } = await searchCatalog(little, "bleu lantern");
    expect(products.map((product) => product.name)).toContain("blue lantern 28");
    const titles = async (text: string) => (await searchCatalog(little, text)).coupons.map((coupon) => coupon.title_en);
    expect((await titles("every white"))[0]).toBe("14% off every white lamp");
    expect(await titles("lampworks")).toEqual(["14% off every white lamp"]);
  });

  it("tells where there may be more than were found", async () => {
    const [all, little] = [
      readWith({ products: 20_000, coupons: 20_000 }),
      readWith({ products: 20, coupons: 20_000 }),
    ];
    const page = (deps: ReadDeps, q: string) => showSearch(deps, { q });
    expect(await page(all, "memory")).toMatchObject({ counts: { products: TITLES.length }, more: [] });
    expect(await page(little, "memory")).toMatchObject({ counts: { products: 20 }, more: ["products"] });
    // What the database told besides is all that there is.
    expect((await page(little, "lantern")).more).toEqual([]);
  });

  it("never shows a coupon that ended after it was kept", async () => {
    const deps = readWith({ products: 20_000, coupons: 20_000 });
    expect((await searchCatalog(deps, "every amber")).coupons).toHaveLength(1);
    const later = { ...deps, clock: { ...deps.clock, now: () => new Date("2099-01-01T00:00:00Z") } };
    expect((await searchCatalog(later, "every amber")).coupons).toEqual([]);
  });

  it("follows an import, and one that another process made once that is told", async () => {
    const other = readWith({ products: 20_000, coupons: 20_000 });
    const names = async () => (await story.shown.search("zanzibar")).stores.map((found) => found.name);
    expect(await names()).toEqual([]);
    expect((await searchCatalog(other, "zanzibar")).stores).toEqual([]);
    world.impact.push(store("9", "Zanzibar Spices"));
    world.feeds.set("1", { programme: "2", body: goods([...TITLES, "zanzibar cloves"]) });
    await story.catalog.importAll();
    expect(await names()).toEqual(["Zanzibar Spices"]);
    expect((await story.shown.search("zanz")).products.map((found) => found.name)).toEqual(["zanzibar cloves"]);
    other.search.growOld();
    await expect.poll(async () => (await searchCatalog(other, "zanzibar")).stores).toHaveLength(1);
  });

  it("keeps nobody waiting for what changed elsewhere: it answers from what it has until the new one is made", async () => {
    const deps = readWith({ products: 20_000, coupons: 20_000 });
    const before = await deps.search.get();
    deps.search.growOld();
    expect(await deps.search.get()).toBe(before);
    await expect.poll(() => deps.search.get()).not.toBe(before);
    // What was being made when something changed once more is not kept as if it knew of it.
    const second = await deps.search.get();
    deps.search.growOld();
    const making = deps.search.get();
    deps.search.growOld();
    expect(await making).toBe(second);
    expect(await deps.search.get()).toBe(second);
    await expect.poll(() => deps.search.get()).not.toBe(second);
  });

  /** A memory of its own, and how many statements it has sent. */
  const counted = () => {
    const deps = readWith({ products: 20_000, coupons: 20_000 });
    let read = 0;
    const { pool } = deps.database;
    const counting = new Proxy(pool, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target) as unknown;
        if (name === "query") read += 1;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return { search: new SearchMemory({ ...deps, database: { ...deps.database, pool: counting } }), read: () => read };
  };

  it("is made anew after a change elsewhere also where nobody asks, so that who asks much later finds nothing that is gone", async () => {
    const { search, read } = counted();
    const before = await search.get();
    const once = read();
    search.growOld();
    search.growOld();
    await expect.poll(read, { timeout: 10_000 }).toBe(2 * once);
    await expect.poll(() => search.get()).not.toBe(before);
    expect(read(), "two changes at once are one").toBe(2 * once);
  });

  it("is made before anybody asks, once, and also where something changes while it is made the first time", async () => {
    const { search, read } = counted();
    search.prepare();
    const begun = read();
    expect(begun).toBeGreaterThan(0);
    search.growOld();
    const first = await search.get();
    const once = read();
    expect(await search.get(), "who asks has what was being made").toBe(first);
    await expect.poll(read, { timeout: 10_000 }).toBe(2 * once);
    await expect.poll(() => search.get()).not.toBe(first);
    expect(read()).toBe(2 * once);
  });

  it("keeps nobody waiting because a job read what Awin's programmes pay", async () => {
    world.awin = [{ id: "77", name: "Rowan Lamps", url: "https://rowan.example", rates: [["A", "All", "5"]] }];
    await story.catalog.importFeed("awin.programmes");
    await story.rows("update catalog.programmes set terms_read_at = null where network = 'awin'");
    const emptied = vi.spyOn(SearchMemory.prototype, "clear");
    const older = vi.spyOn(SearchMemory.prototype, "growOld");
    await story.catalog.readAwinTerms(6);
    expect([emptied.mock.calls.length, older.mock.calls.length]).toEqual([0, 1]);
    vi.restoreAllMocks();
  });

  it("is tried once while the database is away, not each second, and said once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const query = vi.fn(async () => ({ rows: [] as object[] }));
      const warn = vi.fn();
      const search = new SearchMemory({ database: { pool: { query } }, clock: story.clock, log: { warn } } as never);
      const before = await search.get();
      query.mockRejectedValue(new Error("the database is away"));
      query.mockClear();
      search.growOld();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([query.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
      // Whoever asks has it tried again, once in a while; and a notice, once the database is heard again.
      expect(await search.get(), "what there is").toBe(before);
      await vi.advanceTimersByTimeAsync(10_000);
      await search.get();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([query.mock.calls.length, warn.mock.calls.length]).toEqual([2, 2]);
      query.mockResolvedValue({ rows: [] });
      search.growOld();
      await vi.advanceTimersByTimeAsync(1_000);
      await expect.poll(() => search.get()).not.toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  it("hands nobody what was read before a change", async () => {
    const deps = readWith({ products: 20_000, coupons: 20_000 });
    const before = deps.search.get();
    deps.search.clear();
    const after = deps.search.get();
    expect(await after).not.toBe(await before);
    expect(await deps.search.get()).toBe(await after);
  });
});
