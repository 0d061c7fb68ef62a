import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { CachedLists } from "../cached-lists.ts";
import type { ReadDeps } from "../read-catalog.types.ts";
import { SearchMemory } from "../search/search-memory.ts";
import { Trigrams } from "../search/trigrams.ts";
import { Vocabulary } from "../search/vocabulary.ts";
import { searchCatalog } from "../search-catalog.ts";
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

const readWith = (most: { words: number; products: number; coupons: number }): ReadDeps => {
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
    const all = readWith({ words: 60_000, products: 20_000, coupons: 20_000 });
    const little = readWith({ words: 3, products: 2, coupons: 1 });
    const texts = ["red", "red l", "red lam", "lamp", "tab", "blue tablet", "amb lad", "lmap", "every", "off every wh"];
    for (const text of [...texts, "redwod", "northwind", "nothing of it", "bleu lantern"])
      expect(await searchCatalog(little, text), text).toEqual(await searchCatalog(all, text));
  });

  it("never shows a coupon that ended after it was kept", async () => {
    const deps = readWith({ words: 60_000, products: 20_000, coupons: 20_000 });
    expect((await searchCatalog(deps, "every amber")).coupons).toHaveLength(1);
    const later = { ...deps, clock: { ...deps.clock, now: () => new Date("2099-01-01T00:00:00Z") } };
    expect((await searchCatalog(later, "every amber")).coupons).toEqual([]);
  });

  it("weighs likeness as the database does", async () => {
    const words = await story.rows<{ word: string }>("select word from catalog.search_words");
    const texts = words.map((row) => row.word);
    const trigrams = new Trigrams(texts);
    for (const text of ["lamps", "tabel", "redwod", "lanten", "harbour", "off", "northwind lamps"]) {
      const alike = await story.rows<{ word: string; score: number }>(
        "select word, public.similarity(word, $1)::float8 as score from catalog.search_words where word operator(public.%) $1",
        [text],
      );
      const found = new Map(trigrams.near(text).map(({ place, score }) => [texts[place], score]));
      expect([...found.keys()].sort(), text).toEqual(alike.map((row) => row.word).sort());
      for (const row of alike) expect(found.get(row.word)).toBeCloseTo(row.score, 5);
    }
  });

  it("knows how many texts a beginning fits", () => {
    const words = ["lamp", "lantern", "table", "lamps"].map((word, n) => ({ word, uses: 10 ** n }));
    const vocabulary = new Vocabulary(words, true);
    expect(["lamp", "la", "lamp", "zz"].map((word) => vocabulary.usesOf(word, true))).toEqual([1_001, 1_011, 1_001, 0]);
    expect(["lamp", "la", "table"].map((word) => vocabulary.usesOf(word, false))).toEqual([1, 0, 100]);
    expect(vocabulary.match("la")).toEqual({ exact: false, prefix: true, similar: [] });
    expect(vocabulary.match("tabel").similar[0]).toEqual({ word: "table", score: 0.95 });
  });

  it("follows an import, and one that another process made once that is told", async () => {
    const other = readWith({ words: 60_000, products: 20_000, coupons: 20_000 });
    const names = async () => (await story.shown.search("zanzibar")).stores.map((found) => found.name);
    expect(await names()).toEqual([]);
    expect((await searchCatalog(other, "zanzibar")).stores).toEqual([]);
    world.impact.push(store("9", "Zanzibar Spices"));
    world.feeds.set("1", { programme: "2", body: goods([...TITLES, "zanzibar cloves"]) });
    await story.catalog.importAll();
    expect(await names()).toEqual(["Zanzibar Spices"]);
    expect((await story.shown.search("zanz")).products.map((found) => found.name)).toEqual(["zanzibar cloves"]);
    other.search.clear();
    expect((await searchCatalog(other, "zanzibar")).stores).toHaveLength(1);
  });

  it("hands nobody what was read before a change", async () => {
    const deps = readWith({ words: 60_000, products: 20_000, coupons: 20_000 });
    const before = deps.search.get();
    deps.search.clear();
    const after = deps.search.get();
    expect(await after).not.toBe(await before);
    expect(await deps.search.get()).toBe(await after);
  });
});
