/** Links of a program that has ended lead to its store as long as another program leads there, even before pages are brought in step. */
import { afterAll, beforeEach, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createCatalog } from "../catalog.server.ts";
import { refreshNow } from "../refresh-catalog.ts";
import { type Campaign, emptyWorld, feedOf, item, killedAtSettling, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;

const campaign = (id: string, host: string, percent: string): Campaign => ({
  ...{ id, name: host.replace(/\..*/, ""), url: `https://${host}`, rates: [["DEFAULT", "All", percent]] },
});
const list = () => story.catalog.importFeed("impact.programmes");

beforeEach(async () => {
  await story?.stop();
  const others = ["4", "5", "6", "7", "8", "9"].map((id) => campaign(id, `other${id}.example`, "5"));
  world.impact = [campaign("1", "oak.example", "4"), campaign("3", "oak.example", "2"), ...others];
  world.promotions = [{ id: "p", programme: "1", title: "Ten off lamps", code: "TEN" }];
  world.feeds.set("1", { programme: "1", body: feedOf(item("a", { title: "Lamp", price: "9.00 USD" })) });
  story = await startStory(world);
  await list();
  await story.catalog.importFeed("impact.offers");
  await story.catalog.scheduleImports(["products"]);
  await story.catalog.importFeed("impact.products.1");
});
afterAll(() => story.stop());

it("leads by the program that is left, from a store, what it sells and its coupons", async () => {
  const listing_id = (await story.shown.product("lamp"))?.listings[0]?.listing_id ?? "";
  const offer_id = (await story.shown.merchant("oak"))?.coupons[0]?.offer_id ?? "";
  const ways = async () => {
    const found = [];
    for (const target of [{ merchant: "oak" }, { listing_id }, { offer_id }])
      found.push((await story.shown.destination(target))?.network_programme_id);
    return found;
  };
  expect(await ways()).toEqual(["1", "1", "1"]);
  const promises = async () => {
    const found = [];
    for (const target of [{ merchant: "oak" }, { offer_id }]) found.push((await story.shown.destination(target))?.rate);
    return found;
  };
  const { impact } = world;
  world.impact = impact.filter(({ id }) => id !== "1");
  await killedAtSettling(story, list);
  expect(await ways()).toEqual(["3", "3", "3"]);
  // What a click is promised is paid by whatever the sale comes to: it is not what the other program paid.
  const promised = await promises();
  await story.catalog.refresh();
  expect(promised).toEqual(await promises());
  story.catalog.growOld();
  // Orders of clicks that were made before come in for months.
  expect(await story.shown.programme("impact", "1")).toMatchObject({ internal_name: "oak", cash_back_allowed: true });
  expect((await story.shown.merchant("oak"))?.coupons).toMatchObject([{ offer_code: "TEN" }]);
  expect(await ways()).toEqual(["3", "3", "3"]);
});

it("leads by the program that is left where a process from before left an ended one as the best", async () => {
  const offer_id = (await story.shown.merchant("oak"))?.coupons[0]?.offer_id ?? "";
  await story.rows("update catalog.programmes set gone_at = now() where network_programme_id = '1'");
  for (const target of [{ merchant: "oak" }, { offer_id }])
    expect((await story.shown.destination(target))?.network_programme_id).toBe("3");
});

it("tells at once what the program that is left pays, and whoever keeps pages, and the next refresh whoever listens", async () => {
  const rates = async () => {
    story.catalog.growOld();
    const card = (await story.shown.stores({})).items.find(({ internal_name }) => internal_name === "oak");
    return [(await story.shown.merchant("oak"))?.merchant.rate, card?.rate];
  };
  const of = (bps: number) => [1, 2].map(() => ({ kind: "percent", bps, up_to: false }));
  expect(await rates()).toEqual(of(280));
  const listener = await story.base.handle.pool.connect();
  try {
    const heard: (string | undefined)[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload));
    await listener.query("listen tuppence_pages");
    world.impact = world.impact.filter(({ id }) => id !== "1");
    await killedAtSettling(story, list);
    expect(await rates()).toEqual(of(140));
    await listener.query("select 1");
    expect(heard).toEqual(["catalog"]);
  } finally {
    listener.release(true);
  }
  const { base, clock, registry } = story;
  const refresh = () => refreshNow({ database: base.handle, clock, registry });
  expect([await refresh(), await refresh()]).toEqual([1, 0]);
});

it("retires a code at a store that had it retired, and no more where its program leads back", async () => {
  world.impact = [...world.impact, campaign("2", "pine.example", "6")];
  world.promotions = [...world.promotions, { id: "q", programme: "2", title: "Ten off rugs", code: "ten" }];
  await list();
  await story.catalog.importFeed("impact.offers");
  const coupons = async () =>
    (await story.shown.coupons({})).items.map(
      ({ offer_code, merchant }) => `${offer_code} at ${merchant.internal_name}`,
    );
  expect((await coupons()).toSorted()).toEqual(["TEN at oak", "ten at pine"]);
  const by = { by: "opr_ann", reason: "it never worked" };
  const coupon = (await story.shown.merchant("pine"))?.coupons[0]?.offer_id ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  world.impact = world.impact.map((one) => (one.id === "1" ? campaign("1", "pine.example", "4") : one));
  await list();
  expect(await coupons()).toEqual([]);
  expect(await story.catalog.desk.rollBackImport({ feed_name: "impact.programmes", ...by })).toMatchObject({
    ok: true,
  });
  story.catalog.growOld();
  expect(await coupons()).toEqual(["TEN at oak"]);
  await story.catalog.importFeed("impact.offers");
  expect(await coupons()).toEqual(["TEN at oak"]);
});

it("brings back where its program leads back what a person had retired once and brought back", async () => {
  world.impact = [...world.impact, campaign("2", "pine.example", "6")];
  world.promotions = [...world.promotions, { id: "q", programme: "2", title: "Ten off rugs", code: "ten" }];
  await list();
  await story.catalog.importFeed("impact.offers");
  const by = { by: "opr_ann", reason: "as asked" };
  const of = async (store: string) => (await story.shown.merchant(store))?.coupons[0]?.offer_id ?? "";
  const coupon = await of("oak");
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  expect(await story.catalog.desk.bringBackCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  expect(await story.catalog.desk.retireCoupon({ coupon: await of("pine"), ...by })).toMatchObject({ ok: true });
  const { impact } = world;
  world.impact = impact.map((one) => (one.id === "1" ? campaign("1", "pine.example", "4") : one));
  await list();
  expect((await story.shown.coupons({})).total).toBe(0);
  world.impact = impact;
  await list();
  story.catalog.growOld();
  expect((await story.shown.coupons({})).items).toMatchObject([
    { offer_id: coupon, merchant: { internal_name: "oak" } },
  ]);
});

it("retires a code with its store while that is a part of one that had it retired, and no longer", async () => {
  world.impact = [...world.impact, campaign("2", "pine.example", "6")];
  world.promotions = [...world.promotions, { id: "q", programme: "2", title: "Ten off rugs", code: "ten" }];
  await list();
  await story.catalog.importFeed("impact.offers");
  const by = { by: "opr_ann", reason: "one shop" };
  const coupon = (await story.shown.merchant("pine"))?.coupons[0]?.offer_id ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  expect(await story.catalog.desk.mergeStores({ store: "oak", into: "pine", ...by })).toMatchObject({ ok: true });
  story.catalog.growOld();
  expect((await story.shown.merchant("pine"))?.coupons).toEqual([]);
  await story.catalog.importFeed("impact.offers");
  expect((await story.shown.merchant("pine"))?.coupons).toEqual([]);
  expect(await story.catalog.desk.unmergeStore({ store: "oak", ...by })).toMatchObject({ ok: true });
  story.catalog.growOld();
  expect((await story.shown.merchant("oak"))?.coupons).toMatchObject([{ offer_code: "TEN" }]);
});

it("retires what comes with a code that was retired at its store, until its network says that it has another code or store", async () => {
  world.impact = [...world.impact, campaign("2", "pine.example", "6")];
  const by = { by: "opr_ann", reason: "it never worked" };
  const coupon = (await story.shown.merchant("oak"))?.coupons[0]?.offer_id ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  const [ten] = world.promotions;
  const bring = async (...more: [id: string, programme: string, code: string][]) => {
    world.promotions = [
      ...(ten ? [ten] : []),
      ...more.map(([id, programme, code]) => ({ id, programme, title: id, code })),
    ];
    await story.catalog.importFeed("impact.offers");
    return (await story.shown.coupons({})).items.map((one) => `${one.offer_code} at ${one.merchant.internal_name}`);
  };
  await list();
  expect(await bring(["q", "3", "ten"], ["r", "3", "TEN"])).toEqual([]);
  expect((await bring(["q", "3", "FRESH"], ["r", "2", "TEN"])).toSorted()).toEqual(["FRESH at oak", "TEN at pine"]);
  expect(await bring(["q", "3", "ten"], ["r", "3", "TEN"])).toEqual([]);
});

it("judges anew by code and store what a list that is taken back leaves", async () => {
  const by = { by: "opr_ann", reason: "it never worked" };
  const coupon = (await story.shown.merchant("oak"))?.coupons[0]?.offer_id ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ ok: true });
  const [ten] = world.promotions;
  const shown = async () => {
    story.catalog.growOld();
    return (await story.shown.coupons({})).items.map((one) => one.offer_code);
  };
  const feed = { feed_name: "impact.offers", ...by };
  const bring = async (code: string) => {
    world.promotions = [...(ten ? [ten] : []), { id: "q", programme: "3", title: "Ten off", code }];
    await story.catalog.desk.releaseFeed(feed);
    expect(await story.catalog.importFeed("impact.offers")).toMatchObject({ state: "complete" });
    return shown();
  };
  const takeBack = async () => {
    expect(await story.catalog.desk.rollBackImport(feed)).toMatchObject({ ok: true });
    return shown();
  };
  expect([await bring("ten"), await bring("FRESH"), await takeBack()]).toEqual([[], ["FRESH"], []]);
  expect([await bring("FRESH"), await bring("Ten"), await takeBack()]).toEqual([["FRESH"], [], ["FRESH"]]);
});

it("finds no coupon whose link leads nowhere, however old what search keeps is", async () => {
  const found = async () => {
    const { coupons } = await story.shown.searchPage({ q: "ten off lamps" });
    const links = coupons.map(async ({ offer_id }) => (await story.shown.destination({ offer_id }))?.internal_name);
    return Promise.all(links);
  };
  expect(await found()).toEqual(["oak"]);
  world.impact = world.impact.filter(({ id }) => !["1", "3"].includes(id));
  // Another process, of which this one has not heard yet.
  const { base, clock, settings, registry, calls } = story;
  const log = createLog({ level: "silent" });
  const other = createCatalog({ database: base.handle, clock, settings, log, registry, calls });
  expect(await other.importFeed("impact.programmes")).toMatchObject({ gone: 2 });
  expect(await found()).toEqual([]);
});
