import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { likeAnotherProcess } from "#platform/database";
import { rateCheck } from "../operator-checks.ts";
import { catalogObjects } from "../operator-objects.ts";
import { rateActs } from "../operator-rates.ts";
import { isAboveNetwork, readCounts, readOwnRate } from "../own-rates.ts";
import { endOwnRate, lockProgramme } from "../store/own-rates.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    {
      ...{ id: "2", name: "Silver Pine", url: "https://silverpine.example" },
      rates: [
        ["A", "All", "8"],
        ["B", "Memory", "4"],
      ],
    },
  ];
  world.promotions = [{ id: "p1", programme: "1", title: "Ten off barrels", code: "TEN" }];
  world.feeds.set("f1", { programme: "1", body: feedOf(item("b1", { title: "Walnut drum", price: "100.00 USD" })) });
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const programmeOf = async (id: string) =>
  (
    await story.rows<{ id: string }>(
      "select 'prg_' || replace(programme_id::text, '-', '') as id from catalog.programmes where network_programme_id = $1",
      [id],
    )
  )[0]?.id ?? "";
const set = async (id: string, share: string, more: { from?: string; until?: string; approved_by?: string } = {}) =>
  story.catalog.desk.setOwnRate({
    ...{ programme: await programmeOf(id), by: "opr_ann", reason: "the week of barrels", share },
    ...{ from: more.from ?? "", until: more.until ?? "2026-03-12", approved_by: more.approved_by ?? null },
  });
const end = async (id: string, more: { rate?: string; decided_at?: Date } = {}) =>
  story.catalog.desk.endOwnRate({
    ...{ programme: await programmeOf(id), by: "opr_bob", reason: "it was a slip", rate: "" },
    ...more,
  });

const programmeObject = async (id: string) =>
  catalogObjects({
    ...{ db: story.base.handle.db, clock: story.clock, desk: story.catalog.desk },
    shares: { home: () => story.brand, most_share_bps: () => story.brand.plus_share_bps },
  })
    .find(({ kind }) => kind === "programme")
    ?.show(id);

/** Everywhere that a rate of Oak Barrel is told or promised, in basis points; of the drum, in cents. */
async function told() {
  const page = await story.shown.merchant("oak-barrel");
  const drum = await story.shown.product("walnut-drum");
  const [listing] = drum?.listings ?? [];
  const bps = (rate: { kind: string; bps?: number } | null | undefined) => rate?.bps ?? 0;
  const letters = await story.shown.merchantList();
  const coupon = (await story.shown.coupons({})).items[0]?.offer_id ?? "";
  return {
    page: [bps(page?.merchant.rate), bps(page?.merchant.plus_rate), bps(page?.merchant.rates[0]?.rate)],
    list: bps((await story.shown.stores({})).items.find((one) => one.internal_name === "oak-barrel")?.rate),
    letters: bps(letters.flatMap(({ stores }) => stores).find((one) => one.internal_name === "oak-barrel")?.rate),
    front: bps((await story.shown.home()).popular.find((one) => one.internal_name === "oak-barrel")?.rate),
    found: bps((await story.shown.search("oak barrel")).stores[0]?.rate),
    bundle: bps((await story.shown.bundleStores()).find(({ name }) => name === "oak-barrel")?.rate),
    goods: [listing?.cash_back_minor, page?.products[0]?.after_cash_back_minor],
    clicks: await Promise.all(
      [{ merchant: "oak-barrel" }, { offer_id: coupon }, { listing_id: listing?.listing_id ?? "" }].map(async (to) => {
        const there = await story.shown.destination(to);
        return [bps(there?.rate), bps(there?.plus_rate), there?.member_share_bps, there?.plus_share_bps];
      }),
    ),
  };
}
const all = (rate: number, plus: number, share: number, plusShare: number) => ({
  page: [rate, plus, rate],
  ...{ list: rate, letters: rate, front: rate, found: rate, bundle: rate },
  goods: [`${rate}`, `${10_000 - rate}`],
  clicks: [1, 2, 3].map(() => [rate, plus, share, plusShare]),
});
const usual = all(700, 900, 7_000, 9_000);

describe("a rate of our own", () => {
  it("is what pages show and clicks keep, at once and everywhere, and is gone as it came", async () => {
    expect(await told()).toEqual(usual);
    expect(await set("1", "50")).toMatchObject({ ok: true, value: { counts_bps: 5_000 } });
    expect(await told()).toEqual(all(350, 450, 3_500, 4_500));
    expect(await end("1")).toMatchObject({ ok: true });
    expect(await told()).toEqual(usual);
    expect(await end("1")).toMatchObject({ code: "no_own_rate" });
  });

  it("begins and ends by itself, to the instant that a job waits for", async () => {
    const before = story.clock.now();
    expect(await set("1", "62.5", { from: "2026-03-20", until: "2026-03-21" })).toMatchObject({ ok: true });
    expect(await told()).toEqual(usual);
    const waits = await story.rows<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where task_identifier = 'catalog.turn_rates' order by run_at desc limit 2",
    );
    expect(waits.map(({ run_at }) => run_at.toISOString())).toEqual([
      "2026-03-22T05:00:00.000Z",
      "2026-03-20T05:00:00.000Z",
    ]);
    story.clock.set(new Date("2026-03-20T05:00:00Z"));
    await story.catalog.refresh();
    expect((await told()).clicks[0]).toEqual([430, 560, 4_375, 5_625]);
    // What a network says meanwhile counts by the same part.
    world.impact = world.impact.map((one) => (one.id === "1" ? { ...one, rates: [["A", "All", "12"]] } : one));
    await story.catalog.importFeed("impact.programmes");
    expect((await told()).clicks[0]?.slice(0, 2)).toEqual([520, 670]);
    world.impact = world.impact.map((one) => (one.id === "1" ? { ...one, rates: [["A", "All", "10"]] } : one));
    await story.catalog.importFeed("impact.programmes");
    story.clock.set(new Date("2026-03-22T05:00:00Z"));
    await story.catalog.refresh();
    expect((await told()).clicks).toEqual(usual.clicks);
    expect(await end("1")).toMatchObject({ code: "no_own_rate" });
    story.clock.set(before);
    await story.rows("delete from catalog.own_rates");
  });

  it("is told as raised where it is more, and pays more than the network only by a second person's word", async () => {
    const before = story.clock.now();
    const leads = async () => {
      const there = await story.shown.destination({ merchant: "silver-pine" });
      return { rate: there?.rate, plus: there?.plus_rate, share: there?.plus_share_bps };
    };
    expect(await set("2", "125")).toMatchObject({ ok: false, code: "needs_second" });
    expect(await leads()).toMatchObject({ rate: { bps: 560 }, plus: { bps: 720 }, share: 9_000 });
    story.clock.set(new Date("2026-03-11T12:00:00Z"));
    expect(await set("2", "125", { approved_by: "opr_cyd" })).toMatchObject({ ok: true });
    expect(await leads()).toMatchObject({ rate: { bps: 700 }, plus: { bps: 900 }, share: 11_250 });
    expect((await story.shown.merchant("silver-pine"))?.merchant).toMatchObject({
      was_rate: { bps: 560 },
      rate_until: "2026-03-12",
      special_cashback_text: "Up to 7% cash back, was up to 5.6%, until Mar 12",
    });
    expect((await story.shown.section("raised-rates"))?.stores.map(({ name }) => name)).toEqual(["Silver Pine"]);
    expect((await story.shown.campaign("raised-rates"))?.stores).toMatchObject([
      { name: "Silver Pine", until: "2026-03-12" },
    ]);
    const [kept] = await story.rows("select * from catalog.own_rates where counts_bps > 10000");
    expect(kept).toMatchObject({ approved_by: "opr_cyd", reason: "the week of barrels", decided_by: "opr_ann" });
    await end("2");
    story.clock.set(before);
  });

  it("counts for every group of a programme alike", async () => {
    const lines = async () =>
      (await story.shown.merchant("silver-pine"))?.merchant.rates.map(({ rate }) => ("bps" in rate ? rate.bps : 0));
    expect(await lines()).toEqual([560, 280]);
    await set("2", "50");
    expect(await lines()).toEqual([280, 140]);
    expect(await story.shown.destination({ merchant: "silver-pine" })).toMatchObject({
      rate: { up_to: true },
      member_share_bps: 3_500,
    });
    await end("2");
    expect(await lines()).toEqual([560, 280]);
  });

  it("stands beside no other for the same days, and is decided once however often it is told", async () => {
    await set("1", "50", { from: "2026-04-01", until: "2026-04-03" });
    expect(await set("1", "80", { from: "2026-04-03", until: "2026-04-05" })).toMatchObject({ code: "overlaps" });
    expect(await set("1", "80", { from: "2026-04-04", until: "2026-04-06" })).toMatchObject({ ok: true });
    const wish = {
      ...{ programme: await programmeOf("2"), by: "opr_ann", reason: "x", approved_by: null, share: "50" },
      ...{ from: "", until: "2026-03-12", decided_at: story.clock.now() },
    };
    for (const _ of [1, 2]) expect(await story.catalog.desk.setOwnRate(wish)).toMatchObject({ ok: true });
    expect(
      await story.rows("select 1 from catalog.own_rates where decided_by = 'opr_ann' and reason = 'x'"),
    ).toHaveLength(1);
    for (const programme of ["prg_x", "ofr_00000000000000000000000000000000"])
      expect(await story.catalog.desk.setOwnRate({ ...wish, programme })).toMatchObject({ code: "unknown_programme" });
  });
});

describe("a rate of our own that is taken back", () => {
  const before = new Date("2026-03-10T12:00:00Z");
  const open = () =>
    story.rows<{ id: string }>(
      "select 'rte_' || replace(own_rate_id::text, '-', '') as id from catalog.own_rates where ended_at is null order by starts_at",
    );
  const act = () => rateActs(story.catalog.desk, story.catalog.shares).find(({ name }) => name === "end own rate");
  beforeEach(async () => {
    await story.rows("delete from catalog.own_rates");
    story.clock.set(before);
    await set("1", "50");
    await set("1", "80", { from: "2026-04-05", until: "2026-04-06" });
  });
  afterAll(async () => {
    await story.rows("delete from catalog.own_rates");
    story.clock.set(before);
    await story.catalog.refresh();
  });

  it("is the one that is named, where several stand", async () => {
    const [runs, comes] = await open();
    const programme = await programmeOf("1");
    const told = { by: "opr_bob", reason: "it was a slip" };
    expect(await act()?.check?.(programme, { ...told, values: {} })).toContain(`${runs?.id} from 2026-03-10T12:00`);
    for (const rate of ["", "rte_x", programme]) expect(await end("1", { rate })).toMatchObject({ code: "which_rate" });
    expect(await act()?.check?.(programme, { ...told, values: { rate: comes?.id ?? "" } })).toBeNull();
    expect(await end("1", { rate: comes?.id ?? "" })).toMatchObject({ ok: true, value: { counts_bps: 8_000 } });
    expect(await act()?.check?.(programme, { ...told, values: {} })).toBeNull();
    expect(await end("1")).toMatchObject({ ok: true, value: { counts_bps: 5_000 } });
    expect(await act()?.check?.(programme, { ...told, values: {} })).toMatch(/^No rate of our own/);
  });

  it("is no second one, when who takes a killed worker's place is told the same", async () => {
    const [runs, comes] = await open();
    const decided_at = story.clock.now();
    story.clock.advance({ minutes: 3 });
    const first = await end("1", { rate: runs?.id ?? "", decided_at });
    story.clock.advance({ minutes: 3 });
    const run = () => act()?.run("prg", { by: "opr_bob", reason: "", values: {}, decidedAt: decided_at });
    expect(await run()).toMatchObject({ code: "unknown" });
    for (const rate of ["", runs?.id ?? ""])
      expect(await end("1", { rate, decided_at })).toMatchObject({ value: { counts_bps: 5_000 } });
    expect([first.ok, await open()]).toEqual([true, [comes]]);
    expect(await end("1", { decided_at: story.clock.now() })).toMatchObject({ value: { counts_bps: 8_000 } });
  });
});

it("stays up to so much where next to nothing counts of a group: there the network pays less, and no single rate is promised", async () => {
  await story.rows("update catalog.programme_rates set bps = 5 where bps = 400");
  await set("2", "15");
  const there = await story.shown.destination({ merchant: "silver-pine" });
  expect(there).toMatchObject({ rate: { bps: 80, up_to: true }, member_share_bps: 1_050 });
  const page = programmeObject(await programmeOf("2"));
  expect((await page)?.facts["shown to members"]).toBe("up to 0.8%");
  await end("2");
  await story.rows("update catalog.programme_rates set bps = 400 where bps = 5");
  await story.rows("delete from catalog.own_rates");
  await story.catalog.refresh();
});

it("is told what is wrong with it before it is kept, such as that more than the whole price would count", async () => {
  const programme = await programmeOf("1");
  await story.rows("update catalog.programme_rates set bps = 6000 where bps = 1000");
  const act = rateActs(story.catalog.desk, story.catalog.shares).find(({ name }) => name === "own rate");
  const checked = (values: Record<string, string>) => act?.check?.(programme, { by: "opr_ann", reason: "", values });
  expect(await checked({ share: "half", until: "2026-03-12" })).toMatch(/^What counts is a number/);
  expect(await checked({ share: "167", until: "2026-03-12" })).toMatch(
    /pays 60% for Everything: .* more than the whole price/,
  );
  expect(await checked({ share: "166", until: "2026-03-12" })).toBeNull();
  expect(await set("1", "167", { approved_by: "opr_cyd" })).toMatchObject({ ok: false, code: "above_price" });
  expect(await set("1", "50")).toMatchObject({ ok: true });
  expect(await checked({ share: "60", until: "2026-03-12" })).toMatch(/^Another rate of ours stands from 2026-03-10/);
  expect(await checked({ share: "60", from: "2026-03-13", until: "2026-03-13" })).toBeNull();
  await story.rows("delete from catalog.own_rates");
  await story.rows("update catalog.programme_rates set bps = 1000 where bps = 6000");
  await story.catalog.refresh();
});

it("is told where it gives more than the network pays and nobody agreed, as when a brand gives more since", async () => {
  const look = (most_share_bps: number) =>
    rateCheck(story.base.handle.db, { most_share_bps: () => most_share_bps }).look(story.clock.now());
  await set("1", "105", { approved_by: "opr_cyd" });
  await set("2", "150", { approved_by: "opr_cyd" });
  // As it was decided while nobody got more than 95 % of a commission.
  await story.rows("update catalog.own_rates set approved_by = null where counts_bps = 10500");
  expect(await look(9_500)).toMatchObject({ state: "fine", line: expect.stringMatching(/^2 run/) });
  expect(await look(9_600)).toEqual({ state: "warn", line: "Nobody agreed to Oak Barrel on Impact: 105%" });
  await end("1");
  expect(await look(9_600)).toMatchObject({ state: "fine" });
  await end("2");
  await story.rows("delete from catalog.own_rates");
});

it("is turned by what is decided when its turn comes, not by a look from before it waited for another", async () => {
  const before = story.clock.now();
  await set("1", "50", { from: "2026-03-20", until: "2026-03-21" });
  story.clock.set(new Date("2026-03-20T06:00:00Z"));
  const [own] = await story.rows<{ own_rate_id: string; programme_id: string }>(
    "select own_rate_id, programme_id from catalog.own_rates where ended_at is null",
  );
  if (!own) throw new Error("It was set.");
  const { pool } = story.base.handle;
  // It is taken back in the instant in which a job turns it on.
  const { turned } = await story.base.handle.transaction(async (tx) => {
    await lockProgramme(tx, own.programme_id);
    await endOwnRate(tx, own.own_rate_id, { at: story.clock.now(), by: "opr_bob", why: "it was a slip" });
    const turned = likeAnotherProcess(() => story.catalog.refresh());
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(
      async () => expect((await likeAnotherProcess(() => pool.query(waits))).rowCount).toBeGreaterThan(0),
      20_000,
    );
    return { turned };
  });
  await turned;
  expect(await story.rows("select 1 from catalog.programmes where counts_bps <> 10000")).toEqual([]);
  await story.rows("delete from catalog.own_rates");
  story.clock.set(before);
});

describe("what is typed", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  it("is read as people write it", () => {
    expect([readCounts("125"), readCounts("62.5 %"), readCounts("200"), readCounts("0.01")]).toEqual([
      12_500, 6_250, 20_000, 1,
    ]);
    for (const wrong of ["", "0", "200.01", "-5", "1e2", "half"]) expect(readCounts(wrong), wrong).toBeNull();
    expect(isAboveNetwork(11_111, 9_000)).toBe(false);
    expect(isAboveNetwork(11_112, 9_000)).toBe(false);
    expect(isAboveNetwork(11_113, 9_000)).toBe(true);
  });

  it.each([
    ["100", "", "2026-03-12", /without us saying so/],
    ["50", "", "", /needs a last day/],
    ["50", "2026-03-13", "2026-03-12", /ends before it starts/],
    ["50", "", "2026-03-08", /ends before it starts/],
    ["50", "2026-03-01", "2026-03-12", /first day is over/],
    ["50", "", "2027-03-30", /a year at most/],
    ["50", "2026-02-30", "2026-03-12", /A day is written/],
  ])("%s from '%s' until '%s' is refused", (share, from, until, why) => {
    expect(readOwnRate({ share, from, until }, now)).toMatchObject({
      ok: false,
      detail: { why: expect.stringMatching(why) },
    });
  });

  it("begins now where its first day has begun", () => {
    expect(readOwnRate({ share: "50", from: "2026-03-10", until: "2026-03-10" }, now)).toMatchObject({
      value: { starts_at: now, ends_at: new Date("2026-03-11T05:00:00Z") },
    });
  });
});
