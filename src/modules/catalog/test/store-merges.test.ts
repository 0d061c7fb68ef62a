import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveMember } from "../member-move-store.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const [oak, pine, both, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
    { id: "3", name: "Third Birch", url: "https://thirdbirch.example", rates: [["A", "All", "5"]] },
  ];
  world.promotions = [{ id: "p1", programme: "1", title: "Ten off barrels", code: "TEN" }];
  world.feeds.set("f1", { programme: "1", body: feedOf(item("b1", { title: "Walnut drum" })) });
  story = await startStory(world);
  await story.catalog.importAll();
  await story.catalog.keepFavourite(oak, "oak-barrel");
  await story.catalog.keepFavourite(pine, "silver-pine");
  for (const store of ["oak-barrel", "silver-pine"]) await story.catalog.keepFavourite(both, store);
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "one firm" };
const merge = (store: string, into: string) => story.catalog.desk.mergeStores({ store, into, ...by });
const part = (store: string) => story.catalog.desk.unmergeStore({ store, ...by });
const bundle = async () => (await story.shown.bundleStores()).map(({ name, hosts }) => [name, hosts]);

/** All that a merge moves, by the stores that have it. */
const standing = async () => ({
  rows: await story.rows(
    `select m.internal_name, m.live, m.live_coupons, m.rate_bps, m.merged_into, (select array_agg(p.network_programme_id order by 1) from catalog.programmes p where p.merchant_id = m.merchant_id) as programmes,
      (select array_agg(o.network_offer_id order by 1) from catalog.offers o where o.merchant_id = m.merchant_id) as offers,
      (select array_agg(l.external_id order by 1) from catalog.listings l where l.merchant_id = m.merchant_id) as listings,
      (select array_agg(f.user_id order by 1) from catalog.favourites f where f.merchant_id = m.merchant_id) as favourites,
      (select array_agg(s.product_id order by 1) from catalog.merchant_products s where s.merchant_id = m.merchant_id) as products,
      (select array_agg(p.slug order by 1) from catalog.products p where m.merchant_id = any(p.sold_by)) as sold
    from catalog.merchants m order by 1`,
  ),
  former: await story.rows("select * from catalog.former_names order by 1"),
  bundle: await bundle(),
});

describe("two stores that an operator makes one", () => {
  let before: Awaited<ReturnType<typeof standing>>;
  beforeEach(async () => {
    before = await standing();
    expect(await merge("oak-barrel", "silver-pine")).toEqual({
      ok: true,
      value: { merged: "Oak Barrel", kept: "Silver Pine" },
    });
  });

  it("are one everywhere: rates, coupons, goods, favourites, the old address and the old name", async () => {
    const { merchant, coupons, products } = (await story.shown.merchant("silver-pine")) ?? {};
    expect(merchant).toMatchObject({ rate: { bps: 700 } });
    expect(coupons?.map(({ offer_code }) => offer_code)).toEqual(["TEN"]);
    expect(products?.map(({ name }) => name)).toEqual(["Walnut drum"]);
    expect(await story.shown.merchant("oak-barrel")).toBeNull();
    expect(await story.catalog.nameNow("oak-barrel")).toBe("silver-pine");
    expect((await story.shown.stores({})).items.map(({ internal_name }) => internal_name)).not.toContain("oak-barrel");
    expect((await story.shown.search("oak barrel")).stores.map(({ internal_name }) => internal_name)).toEqual([
      "silver-pine",
    ]);
    expect((await story.shown.search("oak barrel")).missing).toBeNull();
    expect(await story.shown.destination({ merchant: "oak-barrel" })).toMatchObject({ internal_name: "silver-pine" });
    expect(await bundle()).toEqual([
      ["silver-pine", ["silverpine.example", "oakbarrel.example"]],
      ["third-birch", ["thirdbirch.example"]],
    ]);
    for (const member of [oak, pine, both]) expect(await story.catalog.favourites(member)).toEqual(["silver-pine"]);
    expect(await merge("oak-barrel", "silver-pine")).toMatchObject({ ok: true });
    await part("oak-barrel");
  });

  it("stay one whatever is imported, and are exactly two again when they are parted", async () => {
    world.impact = world.impact.map((one) => ({ ...one, description: `${one.name}, told anew.` }));
    await story.catalog.importAll();
    await story.catalog.refresh();
    expect(await story.shown.merchant("oak-barrel")).toBeNull();
    expect(await part("oak-barrel")).toMatchObject({ ok: true });
    expect(await standing()).toEqual(before);
    // What the network told meanwhile of the one that was a part is asked for anew.
    expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 1 });
    expect((await story.shown.merchant("oak-barrel"))?.merchant.description).toBe("Oak Barrel, told anew.");
    expect(await part("oak-barrel")).toMatchObject({ ok: false, code: "not_merged" });
    expect(await standing()).toEqual(before);
  });

  it("leave a favourite with whom it is chosen by, also where accounts become one meanwhile", async () => {
    await story.catalog.keepFavourite(late, "silver-pine");
    await story.base.handle.transaction((tx) => moveMember(tx, { from: oak, to: late }));
    await story.catalog.dropFavourite(pine, "silver-pine");
    await part("oak-barrel");
    expect(await story.catalog.favourites(late)).toEqual(["silver-pine"]);
    expect(await story.catalog.favourites(pine)).toEqual([]);
    expect((await story.catalog.favourites(both)).toSorted()).toEqual(["oak-barrel", "silver-pine"]);
  });

  it("give a programme that came meanwhile to whom it leads", async () => {
    const was = world.impact;
    world.impact = [
      ...was,
      { id: "9", name: "Oak Barrel US", url: "https://oakbarrel.example/us", rates: [["A", "All", "12"]] },
    ];
    await story.catalog.importFeed("impact.programmes");
    expect((await story.shown.merchant("silver-pine"))?.merchant.rate).toMatchObject({ bps: 840 });
    await part("oak-barrel");
    expect((await story.shown.merchant("oak-barrel"))?.merchant.rate).toMatchObject({ bps: 840 });
    expect((await story.shown.merchant("silver-pine"))?.merchant.rate).toMatchObject({ bps: 560 });
    world.impact = was;
    await story.catalog.importFeed("impact.programmes");
  });

  it("can be a part of a third, and then cannot be told apart any more", async () => {
    expect(await merge("silver-pine", "third-birch")).toMatchObject({ ok: true });
    expect(await story.catalog.nameNow("oak-barrel")).toBe("third-birch");
    expect((await story.shown.merchant("third-birch"))?.merchant.rate).toMatchObject({ bps: 700 });
    world.impact = world.impact.map((one) => ({ ...one, description: "Once more." }));
    await story.catalog.importFeed("impact.programmes");
    expect((await story.shown.merchant("third-birch"))?.merchant.rate).toMatchObject({ bps: 700 });
    expect(await part("oak-barrel")).toMatchObject({ ok: false, code: "sealed" });
    expect(await part("silver-pine")).toMatchObject({ ok: true });
    expect((await story.shown.merchant("silver-pine"))?.merchant.rate).toMatchObject({ bps: 700 });
    expect(await story.catalog.nameNow("oak-barrel")).toBe("silver-pine");
    expect(await part("oak-barrel")).toMatchObject({ ok: false, code: "sealed" });
  });
});

it("refuses what cannot be one", async () => {
  expect(await merge("third-birch", "third-birch")).toMatchObject({ code: "same_store" });
  expect(await merge("third-birch", "nobody")).toMatchObject({ code: "unknown_other" });
  expect(await merge("nobody", "third-birch")).toMatchObject({ code: "unknown_store" });
  expect(await merge("oak-barrel", "third-birch")).toMatchObject({ code: "merged" });
  expect(await merge("third-birch", "oak-barrel")).toMatchObject({ code: "other_merged" });
  expect(await story.catalog.desk.decideStore({ store: "oak-barrel", field: "name", typed: "x", ...by })).toMatchObject(
    {
      code: "merged",
    },
  );
});

it("waits for an import that is running", async () => {
  const lock = await story.base.handle.pool.connect();
  await lock.query(
    "select pg_advisory_lock(7420012, feed_id) from catalog.feeds where feed_name = 'impact.programmes'",
  );
  expect(await merge("third-birch", "silver-pine")).toMatchObject({ code: "busy" });
  await lock.query("select pg_advisory_unlock_all()");
  lock.release();
  expect(await merge("third-birch", "silver-pine")).toMatchObject({ ok: true });
});
