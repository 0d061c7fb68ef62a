import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeList } from "../operator-objects.ts";
import type { StoreField } from "../store-fields.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
  ];
  world.promotions = [
    { id: "p1", programme: "1", title: "Ten off barrels", code: "TEN" },
    { id: "p2", programme: "2", title: "Pines half off", code: "PINE" },
  ];
  world.feeds.set("f1", {
    programme: "1",
    body: feedOf(item("b1", { title: "Walnut drum" }), item("b2", { title: "Cedar drum" })),
  });
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const say = (field: StoreField, typed: string, store = "oak-barrel") =>
  story.catalog.desk.decideStore({ store, field, typed, by: "opr_ann", reason: "why not" });
const takeBack = (field: StoreField, store = "oak-barrel") =>
  story.catalog.desk.takeBackStore({ store, field, by: "opr_ann", reason: "" });
const importAgain = () => story.catalog.importFeed("impact.programmes");
const page = async (name = "oak-barrel") => (await story.shown.merchant(name))?.merchant;
const offers = () =>
  story.rows<{ offer_id: string }>(
    "select 'ofr_' || replace(offer_id::text, '-', '') as offer_id from catalog.offers where network_offer_id = 'p1'",
  );

/** Everywhere that a store can be met, by what is found there. */
async function tracesOf(name: string, words: string): Promise<string[]> {
  const [offer] = await offers();
  const found: Record<string, unknown> = {
    page: await story.shown.merchant(name),
    "list of stores": (await story.shown.stores({})).items.find((one) => one.internal_name === name),
    "list by letter": (await story.shown.merchantList())
      .flatMap(({ stores }) => stores)
      .find((one) => one.internal_name === name),
    suggestion: (await story.shown.search(words)).stores.find((one) => one.internal_name === name),
    missing: (await story.shown.search(words)).missing,
    "suggested coupon": (await story.shown.search("barrels")).coupons.find(
      ({ title_en }) => title_en === "Ten off barrels",
    ),
    "suggested product": (await story.shown.search("walnut drum")).products[0],
    coupon: (await story.shown.coupons({})).items.find((one) => one.merchant.internal_name === name),
    "coupon's page": await story.shown.offer(offer?.offer_id ?? ""),
    "way there": await story.shown.destination({ merchant: name }),
    "way there by its coupon": await story.shown.destination({ offer_id: offer?.offer_id ?? "" }),
    bundle: (await story.shown.bundleStores()).find((one) => one.name === name),
    "site map": (await story.catalog.sitemap("stores"))?.includes(`/${name}-coupons`),
    product: (await story.shown.products({})).items.find((one) => one.name === "Walnut drum"),
  };
  return Object.keys(found).filter((where) => found[where]);
}

describe("a store that an operator hides", () => {
  it("is nowhere, whatever is imported afterwards, and everywhere again when it is shown", async () => {
    const before = await tracesOf("oak-barrel", "oak barrel");
    expect(before).toHaveLength(13);
    expect(await say("hidden", "yes")).toEqual({ ok: true, value: { before: "shown", now: "hidden" } });
    expect(await tracesOf("oak-barrel", "oak barrel")).toEqual([]);
    world.impact = world.impact.map((one) => ({ ...one, description: "Barrels of every kind." }));
    world.feeds.set("f1", {
      programme: "1",
      body: feedOf(
        item("b1", { title: "Walnut drum", price: "9.00 USD" }),
        item("b2", { title: "Cedar drum" }),
        item("b3", { title: "Walnut drum, large" }),
      ),
    });
    await story.catalog.importAll();
    await story.catalog.refresh();
    expect(await tracesOf("oak-barrel", "oak barrel")).toEqual([]);
    expect((await story.shown.products({})).items).toEqual([]);
    // Orders that come in are matched and paid by their programme, whose terms stay.
    expect(await story.shown.programme("impact", "1")).toMatchObject({ cash_back_allowed: true });
    await say("hidden", "no");
    expect(await tracesOf("oak-barrel", "oak barrel")).toEqual(before);
    expect((await story.shown.products({})).items).toHaveLength(3);
  });
});

describe("what an operator says of a store", () => {
  it("stands before every import, and gives way to the newest import when it is taken back", async () => {
    await say("name", "Oak & Barrel");
    await say("category", "garden");
    expect(await page()).toMatchObject({ name: "Oak & Barrel" });
    world.impact = world.impact.map((one) => (one.id === "1" ? { ...one, name: "Oak Barrel Inc" } : one));
    expect(await importAgain()).toMatchObject({ changed: 1 });
    expect(await page()).toMatchObject({ name: "Oak & Barrel" });
    expect((await story.shown.search("oak and barrel")).stores[0]).toMatchObject({ internal_name: "oak-barrel" });
    // Said a second time, it is still the import's word that waits behind it.
    await say("name", "The Oak Barrel");
    expect(await takeBack("name")).toEqual({ ok: true, value: { before: "The Oak Barrel", now: "Oak Barrel Inc" } });
    expect(await page()).toMatchObject({ name: "Oak Barrel Inc" });
    expect(await takeBack("name")).toMatchObject({ ok: false, code: "not_decided" });
  });

  it("names a category as shoppers read it, and is told so in lists and on the store's page", async () => {
    const first = await say("category", "Home Improvement");
    const told = first.ok ? first.value.before : "";
    expect(await say("category", "home & garden")).toMatchObject({
      value: { before: "Home Improvement", now: "Home & Garden" },
    });
    const list = await storeList(story.base.handle.db).read({ filters: {}, after: null, most: 9 });
    expect(list.rows.find(({ id }) => id === "oak-barrel")?.facts).toMatchObject({ category: "Home & Garden" });
    expect(await takeBack("category")).toMatchObject({ value: { before: "Home & Garden", now: told } });
  });

  it("waits behind a decision even where an import comes to say the same", async () => {
    await say("name", "Barrels");
    world.impact = world.impact.map((one) => (one.id === "1" ? { ...one, name: "Barrels" } : one));
    await importAgain();
    expect(await takeBack("name")).toEqual({ ok: true, value: { before: "Barrels", now: "Barrels" } });
  });

  it("finds it by its other names, and lists it as well known as it is said to be", async () => {
    expect((await story.shown.search("bodega uno")).stores).toEqual([]);
    await say("aliases", "Bodega Uno, OB ,bodega uno");
    expect((await story.shown.search("bodega uno")).stores[0]).toMatchObject({ internal_name: "oak-barrel" });
    const first = async () => (await story.shown.stores({})).items[0]?.internal_name;
    await say("popularity", "900", "silver-pine");
    expect(await first()).toBe("silver-pine");
    await say("popularity", "901");
    expect(await first()).toBe("oak-barrel");
    await importAgain();
    expect(await first()).toBe("oak-barrel");
    await takeBack("aliases");
    expect((await story.shown.search("bodega uno")).stores).toEqual([]);
  });

  it.each<[StoreField, string, RegExp]>([
    ["name", " \u200b ", /1 to 80/],
    ["name", "x".repeat(81), /1 to 80/],
    ["category", "gardens of delight", /The categories are: .*Home & Garden/],
    ["popularity", "1001", /0 to 1000/],
    ["popularity", "-1", /0 to 1000/],
  ])("is refused where it cannot be: %s %j", async (field, typed, why) => {
    expect(await say(field, typed)).toMatchObject({
      ok: false,
      code: "bad_word",
      detail: { why: expect.stringMatching(why) },
    });
  });

  it("is refused for a store that there is not", async () => {
    expect(await say("name", "x", "nobody")).toMatchObject({ ok: false, code: "unknown_store" });
  });
});
