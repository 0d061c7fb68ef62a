import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { meantBy, rulesOf } from "../search/said-rules.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
  ];
  world.feeds.set("f1", {
    programme: "1",
    body: feedOf(item("b1", { title: "Walnut drum" }), item("b2", { title: "Wool socks", brand: "Silver Pine" })),
  });
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "" };
const means = (said: string, meant: string | null) => story.catalog.desk.sayMeaning({ said, means: meant, ...by });
const pin = (said: string, store: string | null) => story.catalog.desk.pinStore({ said, store, ...by });
const found = async (text: string) => {
  const { stores, products } = await story.shown.search(text);
  return [...stores.map(({ internal_name }) => internal_name), ...products.map(({ name }) => name)];
};

describe("what an operator says that a text means", () => {
  it("is what is found, alone, among other words and with accents, on every list that takes words, until it is taken back", async () => {
    expect(await found("tambor de zumaya")).toEqual([]);
    expect(await means("Tambor de Zumaya", "walnut drum")).toEqual({ ok: true, value: "walnut drum" });
    for (const text of ["tambor de zumaya", "TAMBÓR DE ZUMAYA", "tambor de zumaya bajo 50"])
      expect(await found(text), text).toEqual(["Walnut drum"]);
    expect((await story.shown.products({ q: "tambor de zumaya" })).items.map(({ name }) => name)).toEqual([
      "Walnut drum",
    ]);
    expect((await story.shown.searchPage({ q: "tambor de zumaya" })).counts.products).toBe(1);
    expect(await means("tambor de zumaya", null)).toMatchObject({ ok: true });
    expect(await found("tambor de zumaya")).toEqual([]);
  });

  it("is what is found of a text with words in it that else say a price or what is wanted, and may say a price itself", async () => {
    for (const said of ["budget tambor", "tambor coupons", "tambor under 20"]) {
      expect(await found(said), said).toEqual([]);
      expect(await means(said, "walnut drum"), said).toMatchObject({ ok: true });
      expect(await found(said), said).toEqual(["Walnut drum"]);
      expect(await means(said, "walnut drum under 1"), said).toMatchObject({ ok: true });
      expect(await found(said), said).toEqual([]);
      await means(said, null);
    }
  });

  it("goes no further than one step, so that two rules cannot go round", () => {
    const rules = rulesOf([
      { said: "one", means: "two", pinned: null },
      { said: "two", means: "one", pinned: null },
      { said: "one big", means: "three four", pinned: null },
      { said: "27 inch", means: "wide", pinned: null },
    ]);
    expect(meantBy(["one", "two", "five"], rules)).toEqual(["two", "one", "five"]);
    expect(meantBy(["a", "one", "big", "one"], rules)).toEqual(["a", "three", "four", "two"]);
    expect(meantBy(["27in"], rules)).toEqual(["wide"]);
    expect(meantBy([], rules)).toEqual([]);
  });

  it("is refused where it says nothing", async () => {
    expect(await means("ann@example.com", "drum")).toMatchObject({ code: "unknown_search" });
    expect(await means("drum", "!!")).toMatchObject({ code: "no_meaning" });
    expect(await means("Drum", "drum")).toMatchObject({ code: "itself" });
    expect(await means("drum", null)).toMatchObject({ code: "nothing" });
  });
});

describe("a store that an operator pins", () => {
  it("comes first alone: goods that bear its name are meant no more than before, and hidden it silences nobody", async () => {
    await pin("walnut drum", "silver-pine");
    expect(await found("walnut drum")).toEqual(["silver-pine", "Walnut drum"]);
    await pin("walnut drum", null);
    await pin("temu", "silver-pine");
    await story.catalog.desk.decideStore({ store: "silver-pine", field: "hidden", typed: "yes", ...by });
    expect((await story.shown.search("temu")).missing).toEqual({ name: "Temu" });
    await story.catalog.desk.takeBackStore({ store: "silver-pine", field: "hidden", ...by });
    await pin("temu", null);
  });

  it("comes first for exactly that text, keeps its place through merges, and goes with the pin", async () => {
    expect((await story.shown.search("amazon")).missing).toEqual({ name: "Amazon" });
    expect(await pin("Amazon", "silver-pine")).toEqual({ ok: true, value: "Silver Pine" });
    expect((await found("amazon"))[0]).toBe("silver-pine");
    expect((await story.shown.search("amazon")).missing).toBeNull();
    expect(await found("amazon drums")).not.toContain("silver-pine");
    await story.catalog.desk.mergeStores({ store: "silver-pine", into: "oak-barrel", ...by });
    expect((await found("amazon"))[0]).toBe("oak-barrel");
    await story.catalog.desk.unmergeStore({ store: "silver-pine", ...by });
    expect((await found("amazon"))[0]).toBe("silver-pine");
    await story.catalog.desk.decideStore({ store: "silver-pine", field: "hidden", typed: "yes", ...by });
    expect(await found("amazon")).not.toContain("silver-pine");
    await story.catalog.desk.takeBackStore({ store: "silver-pine", field: "hidden", ...by });
    // Both may be said of one text, and each is taken back alone.
    await means("amazon", "walnut drum");
    expect(await found("amazon")).toEqual(["silver-pine", "Walnut drum"]);
    await pin("amazon", null);
    expect(await found("amazon")).toEqual(["Walnut drum"]);
    await means("amazon", null);
    expect((await story.shown.search("amazon")).missing).toEqual({ name: "Amazon" });
    expect(await story.rows("select 1 from catalog.search_rules")).toEqual([]);
  });

  it("stays the store that was named since it took the pinned one in, when they are parted", async () => {
    await pin("drum", "silver-pine");
    await story.catalog.desk.mergeStores({ store: "silver-pine", into: "oak-barrel", ...by });
    expect((await found("drum"))[0]).toBe("oak-barrel");
    for (const _ of [1, 2]) expect(await pin("drum", "oak-barrel")).toEqual({ ok: true, value: "Oak Barrel" });
    await story.catalog.desk.unmergeStore({ store: "silver-pine", ...by });
    expect((await found("drum"))[0]).toBe("oak-barrel");
    const history = await story.rows("select what from catalog.search_history where said = 'drum' order by entry");
    expect(history).toEqual([{ what: "silver-pine comes first" }, { what: "oak-barrel comes first" }]);
    await pin("drum", null);
  });

  it("is one that there is", async () => {
    expect(await pin("drum", "nobody")).toMatchObject({ code: "unknown_store" });
    expect(await pin("drum", null)).toMatchObject({ code: "nothing" });
  });
});
