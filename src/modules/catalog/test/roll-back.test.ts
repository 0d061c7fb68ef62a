import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyWorld, feedOf, item, type Promotion, type Story, startStory, type World } from "./networks.ts";

const OFFERS = "impact.offers";
const PROGRAMMES = "impact.programmes";
const world = emptyWorld();
const right: { impact: World["impact"]; promotions: Promotion[] } = {
  impact: [
    {
      id: "1",
      name: "Oak Barrel",
      url: "https://oakbarrel.example",
      rates: [
        ["A", "All", "10"],
        ["B", "Drums", "4"],
      ],
    },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
    { id: "3", name: "Third Birch", url: "https://thirdbirch.example", rates: [["A", "All", "5"]] },
  ],
  promotions: [
    { id: "p1", programme: "1", title: "Ten off barrels", code: "TEN" },
    { id: "p2", programme: "2", title: "Pines half price", code: "PINE" },
    { id: "p3", programme: "3", title: "Birches for less", code: "BIRCH" },
  ],
};
let story: Story;
beforeAll(async () => {
  Object.assign(world, right);
  world.feeds.set("f1", { programme: "1", body: feedOf(item("b1", { title: "Walnut drum" })) });
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "a wrong list" };
const rollBack = (feed_name: string) => story.catalog.desk.rollBackImport({ feed_name, ...by });
const goOn = (feed_name: string) => story.catalog.desk.releaseFeed({ feed_name, ...by });
const asked = async () =>
  (await story.rows("select 1 from graphile_worker.jobs where key = $1", [`catalog.import_feed:${OFFERS}`])).length;
const stateOf = (report: { state: string }) => report.state;

/** All that pages and search show, and what imports are measured by. Instants of writing are told by nobody. */
const shown = async () => ({
  pages: await Promise.all(
    ["oak-barrel", "silver-pine", "third-birch", "false-elm"].map(async (name) => {
      const page = await story.shown.merchant(name);
      return page && { ...page, merchant: { ...page.merchant, rates_checked_at: "", rate_since: null } };
    }),
  ),
  stores: (await story.shown.stores({})).items,
  coupons: (await story.shown.coupons({})).items,
  products: (await story.shown.products({})).items,
  bundle: await story.shown.bundleStores(),
  search: await Promise.all(["oak barrel", "elm", "ten off", "wrong"].map((text) => story.shown.search(text))),
  map: await story.catalog.sitemap("stores"),
  words: await story.rows("select word from catalog.search_words order by word"),
  rates: await story.rows(
    "select programme_id, group_code, bps, position from catalog.programme_rates r join catalog.programmes p using (programme_id) where p.gone_at is null order by 1, 2",
  ),
  history: await story.rows(
    "select m.internal_name, h.kind, h.bps from catalog.rate_history h join catalog.merchants m using (merchant_id) where m.live order by 1, h.since",
  ),
  feeds: await story.rows("select feed_name, last_rows::integer from catalog.feeds order by 1"),
});

describe("the last import of a network's coupons", () => {
  let before: Awaited<ReturnType<typeof shown>>;
  beforeEach(async () => {
    Object.assign(world, right);
    await story.catalog.importFeed(OFFERS);
    before = await shown();
    world.promotions = [
      { id: "p1", programme: "1", title: "Wrong for all", code: "WRONG" },
      { id: "p3", programme: "3", title: "Birches for less", code: "BIRCH" },
      { id: "p4", programme: "2", title: "Wrong from the start", code: "NEVER" },
      { id: "p5", programme: "99", title: "Of nobody", code: "NOBODY" },
    ];
    story.clock.advance({ minutes: 5 });
    expect(await story.catalog.importFeed(OFFERS)).toMatchObject({ state: "complete", added: 1, changed: 1, gone: 1 });
    expect(JSON.stringify(await shown())).toContain("Wrong");
  });

  it("is taken back without a trace, and stays so until somebody lets the feed go on", async () => {
    expect(await rollBack(OFFERS)).toEqual({ ok: true, value: { brought: 1, changed: 2 } });
    expect(await shown()).toEqual(before);
    expect(stateOf(await story.catalog.importFeed(OFFERS))).toBe("busy");
    await story.catalog.scheduleImports(["offers"]);
    expect(await asked()).toBe(0);
    await story.catalog.refresh();
    expect(await shown()).toEqual(before);
    await goOn(OFFERS);
    await story.catalog.desk.runFeed({ feed_name: OFFERS, ...by });
    expect(await asked()).toBe(1);
    Object.assign(world, right);
    expect(await story.catalog.importFeed(OFFERS)).toMatchObject({ added: 0, changed: 0, unchanged: 3, gone: 0 });
  });

  it("takes nobody's word along: votes and retired coupons stay as members and operators left them", async () => {
    const offer = (await story.shown.merchant("oak-barrel"))?.coupons[0]?.offer_id ?? "";
    const wrong = (await story.shown.merchant("silver-pine"))?.coupons.find(({ offer_code }) => offer_code === "NEVER");
    expect(await story.catalog.voteCoupon(randomUUID(), offer, false)).toMatchObject({ ok: true });
    expect(await story.catalog.voteCoupon(randomUUID(), wrong?.offer_id ?? "", false)).toMatchObject({ ok: true });
    const birch = (await story.shown.merchant("third-birch"))?.coupons[0]?.offer_id ?? "";
    await story.catalog.desk.retireCoupon({ coupon: birch, ...by });
    await rollBack(OFFERS);
    expect((await story.shown.merchant("oak-barrel"))?.coupons).toMatchObject([{ title: "Ten off barrels", tried: 1 }]);
    expect((await story.shown.merchant("third-birch"))?.coupons).toEqual([]);
    expect(await story.shown.offer(wrong?.offer_id ?? "")).toBeNull();
    await story.catalog.desk.bringBackCoupon({ coupon: birch, ...by });
    expect((await story.shown.merchant("third-birch"))?.coupons).toMatchObject([{ offer_code: "BIRCH" }]);
    await goOn(OFFERS);
  });

  it("is the last that changed something, and the one before it can follow", async () => {
    // One that finds everything as it is takes nothing away.
    await story.catalog.importFeed(OFFERS);
    world.promotions = [...world.promotions, { id: "p6", programme: "1", title: "Wrong again", code: "AGAIN" }];
    expect(await story.catalog.importFeed(OFFERS)).toMatchObject({ added: 1 });
    expect(await rollBack(OFFERS)).toEqual({ ok: true, value: { brought: 1, changed: 0 } });
    expect(await rollBack(OFFERS)).toEqual({ ok: true, value: { brought: 1, changed: 2 } });
    const now = await shown();
    expect({ ...now, pages: [], coupons: [], bundle: [] }).toEqual({ ...before, pages: [], coupons: [], bundle: [] });
    expect(now.coupons.map(({ offer_code }) => offer_code).toSorted()).toEqual(
      before.coupons.map(({ offer_code }) => offer_code).toSorted(),
    );
    await goOn(OFFERS);
  });
});

describe("the last import of a network's programmes", () => {
  it("is taken back without a trace: stores, rates, texts, and what was retired; clicks that were made earn", async () => {
    Object.assign(world, right);
    await story.catalog.importFeed(PROGRAMMES);
    await story.catalog.desk.decideStore({ store: "silver-pine", field: "name", typed: "Our Pine", ...by });
    const before = await shown();
    world.impact = [
      { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "90"]] },
      {
        id: "2",
        name: "Wrong Pine",
        url: "https://silverpine.example",
        description: "All is wrong.",
        rates: [["A", "All", "8"]],
      },
      { id: "7", name: "False Elm", url: "https://falseelm.example", rates: [["A", "All", "50"]] },
    ];
    story.clock.advance({ minutes: 5 });
    expect(await story.catalog.importFeed(PROGRAMMES)).toMatchObject({
      state: "complete",
      added: 1,
      changed: 2,
      gone: 1,
    });
    expect((await story.shown.merchant("oak-barrel"))?.merchant.rate).toMatchObject({ bps: 6_300 });
    expect(await story.shown.merchant("false-elm")).toMatchObject({ merchant: { rate: { bps: 3_500 } } });
    expect(await story.shown.merchant("third-birch")).toBeNull();
    expect(await rollBack(PROGRAMMES)).toEqual({ ok: true, value: { brought: 1, changed: 3 } });
    expect(await shown()).toEqual(before);
    expect(await story.shown.programme("impact", "7")).toMatchObject({ internal_name: "false-elm" });
    // What is decided still stands before the word that is told again.
    await story.catalog.desk.takeBackStore({ store: "silver-pine", field: "name", ...by });
    expect((await story.shown.merchant("silver-pine"))?.merchant.name).toBe("Silver Pine");
    await goOn(PROGRAMMES);
    Object.assign(world, right);
    expect(await story.catalog.importFeed(PROGRAMMES)).toMatchObject({ added: 0, changed: 0, unchanged: 3, gone: 0 });
  });
});

it("refuses by name what cannot be", async () => {
  expect(await rollBack("impact.nothing")).toMatchObject({ code: "unknown_feed" });
  expect(await rollBack("impact.products.f1")).toMatchObject({ code: "products" });
  expect(await rollBack("cj.programmes")).toMatchObject({ code: "nothing" });
  expect(await goOn("cj.programmes")).toMatchObject({ code: "not_held" });
  await story.catalog.desk.holdFeed({ feed_name: "cj.programmes", ...by });
  expect(await story.catalog.desk.runFeed({ feed_name: "cj.programmes", ...by })).toMatchObject({ code: "held" });
  await story.rows("update catalog.import_runs set keeps_before = false");
  expect(await rollBack(OFFERS)).toMatchObject({ code: "not_kept" });
});
