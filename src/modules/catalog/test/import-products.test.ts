import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { onEvent } from "#platform/job";
import { registerJobs } from "#platform/jobs";
import { CHANGED } from "../job-kinds.ts";
import { catalogJobs } from "../jobs.ts";
import { emptyWorld, feedOf, item, many, type Story, snapshotOf, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;

beforeAll(async () => {
  story = await startStory(world);
});
afterAll(() => story.stop());

const shop = {
  id: "9001",
  name: "Marlow",
  url: "https://marlow.example",
  rates: [
    ["DEFAULT", "Everything else", "4"],
    ["MEM", "Memory", "2"],
  ] as [string, string, string][],
};
const run = (feed: string) => story.catalog.importFeed(feed);
const snapshot = () => snapshotOf(story);

describe("products", () => {
  const feed = "impact.products.1";
  const put = (body: Parameters<typeof world.feeds.set>[1]["body"], status = 200) =>
    world.feeds.set("1", { programme: "9001", body, status });
  beforeAll(async () => {
    world.impact = [
      shop,
      { ...shop, id: "55", name: "Bright", url: "https://bright.example", rates: [["A", "All", "10"]] },
    ];
    world.awin = [];
    for (const network of ["impact", "awin"]) await run(`${network}.programmes`);
    put(
      feedOf(
        item("a", { gtin: "4006381333931", price: "20.00 USD" }),
        item("b", { mpn: "X1", brand: "Acme" }),
        item("c", { title: "Plain thing" }),
        item("a", { title: "Twice" }),
      ),
    );
    world.feeds.set("2", {
      programme: "55",
      body: feedOf(
        item("z1", { gtin: "4006381333931", title: "Other name", price: "19.00 USD" }),
        item("z2", { mpn: "x-1", brand: "ACME", gtin: "036000291452", title: "Same by maker" }),
        item("z3", { title: "Plain  THING!" }),
        item("z4", { title: "Alone" }),
      ),
    });
    await story.catalog.scheduleImports(["products"]);
  });

  it("wait in one row, and programmes and coupons in another: no feed that takes an hour takes the place of other jobs", async () => {
    await story.catalog.scheduleImports(["programmes", "offers"]);
    const waiting = await story.rows<{ feed: string; queue: string | null }>(
      `select j.payload->>'feed_name' as feed, q.queue_name as queue from graphile_worker._private_jobs j
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.payload->>'feed_name' is not null`,
    );
    const queueOf = (product: boolean) => [
      ...new Set(waiting.filter(({ feed }) => feed.includes(".products.") === product).map(({ queue }) => queue)),
    ];
    expect(waiting.length).toBeGreaterThan(4);
    expect([queueOf(true), queueOf(false)]).toEqual([["catalog.products"], ["catalog.programmes_and_offers"]]);
  });

  it("are matched across merchants by GTIN, maker's number and brand, or name", async () => {
    expect(await run(feed)).toMatchObject({ state: "complete", added: 3, rejected: 1 });
    expect(await run("impact.products.2")).toMatchObject({ state: "complete", added: 4, rejected: 0 });
    const products = await story.rows<{ name: string; merchants: number; gtin: string | null }>(
      "select name, merchants, gtin from catalog.products order by name",
    );
    expect(products).toEqual([
      { name: "Alone", merchants: 1, gtin: null },
      { name: "Plain thing", merchants: 2, gtin: null },
      { name: "Thing a", merchants: 2, gtin: "04006381333931" },
      { name: "Thing b", merchants: 2, gtin: "00036000291452" },
    ]);
  });

  it("answer with the cheapest listing and the cash back of its own commission group", async () => {
    const found = await story.shown.product("thing-a");
    // Marlow pays 2 % for memory, of which 70 % is the member's; Bright pays 10 %.
    expect(
      found?.listings.map((listing) => [
        listing.merchant.internal_name,
        listing.price_minor,
        listing.cash_back_minor,
        listing.after_cash_back_minor,
      ]),
    ).toEqual([
      ["bright", "1900", "133", "1767"],
      ["marlow", "2000", "28", "1972"],
    ]);
    const [card] = (await story.shown.products({ q: "thing a" })).items;
    expect(card).toMatchObject({
      from_minor: "1900",
      from_store: "Bright",
      after_cash_back_minor: "1767",
      merchants: 2,
    });
    const target = await story.shown.destination({ listing_id: found?.listings[1]?.listing_id ?? "" });
    expect(target).toMatchObject({
      internal_name: "marlow",
      rate: { bps: 140 },
      tracking_template: expect.stringMatching(
        /\/c\/1010\/5\/9001\?subId1=\{click\}&u=https%3A%2F%2Fshop\.example%2Fp%2Fa$/,
      ),
    });
  });

  it("change nothing the second time", async () => {
    const before = await snapshot();
    story.clock.advance({ minutes: 10 });
    expect(await run(feed)).toMatchObject({ added: 0, changed: 0, unchanged: 3, gone: 0, rejected: 1 });
    expect(await run("impact.products.2")).toMatchObject({ added: 0, changed: 0, unchanged: 4, gone: 0 });
    expect(await snapshot()).toBe(before);
  });

  it("tell listeners and page caches when something changed, and only then", async () => {
    registerJobs(story.registry, [...catalogJobs(story.catalog), onEvent(CHANGED, "test.heard", async () => {})]);
    const heard: string[] = [];
    const listener = await story.base.handle.pool.connect();
    onTestFinished(() => listener.release(true));
    listener.on("notification", (message) => heard.push(`${message.channel}:${message.payload}`));
    await listener.query("listen tuppence_pages");
    await run(feed);
    await listener.query("select 1");
    expect(heard).toEqual([]);
    put(
      feedOf(
        item("a", { gtin: "4006381333931", price: "18.00 USD" }),
        item("b", { mpn: "X1", brand: "Acme", title: "Thing b, new" }),
        item("c", { title: "Plain thing", availability: "out_of_stock" }),
      ),
    );
    expect(await run(feed)).toMatchObject({ added: 0, changed: 3 });
    await listener.query("select 1");
    expect(heard).toEqual(["tuppence_pages:catalog"]);
    const [job] = await story.rows<{ jobs: number }>(
      "select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'test.heard'",
    );
    expect(job?.jobs).toBe(1);
    expect(
      await story.rows(
        "select name, slug, from_minor::text, merchants from catalog.products where name like 'Thing%' or name like 'Plain%' order by name",
      ),
    ).toEqual([
      { name: "Plain thing", slug: "plain-thing", from_minor: "1000", merchants: 1 },
      { name: "Thing a", slug: "thing-a", from_minor: "1800", merchants: 2 },
      { name: "Thing b, new", slug: "thing-b", from_minor: "1000", merchants: 2 },
    ]);
  });

  describe("of a feed that goes wrong", () => {
    const living = async () =>
      (
        await story.rows<{ n: number }>(
          "select count(*)::integer as n from catalog.listings l join catalog.feeds f using (feed_id) where f.feed_name = $1 and gone_at is null",
          [feed],
        )
      )[0]?.n;
    beforeEach(async () => {
      put(feedOf(...many(100), item("s80x", { title: "Zanzibar" })));
      await run(feed);
      // None of the three things of before is in it: a person says that they are gone.
      await story.catalog.decideHeldImport({ feed_name: feed, decision: "release", by: "Ada" });
      expect(await living()).toBe(101);
    });

    it.each([
      ["answers with an error", "", 500],
      ["is not there", "", 404],
      ["is a page of words", "<html><body>Down for maintenance</body></html>", 200],
      ["is empty", "", 200],
      ["is under two thirds of its size", feedOf(...many(67)), 200],
      ["has lost every price", feedOf(...many(100, () => ({ price: "" }))), 200],
      ["breaks off", feedOf(...many(100)).slice(0, 4_000), 200],
    ])("and %s keeps what was there", async (_name, body, status) => {
      put(body, status);
      const report = await run(feed);
      expect(report.gone).toBe(0);
      expect(["short", "held", "failed"]).toContain(report.state);
      expect(await living()).toBe(101);
    });

    it("retires what a complete feed no longer names, and takes it back", async () => {
      put(feedOf(...many(70)));
      expect(await run(feed)).toMatchObject({ state: "complete", gone: 31, unchanged: 70 });
      expect((await story.shown.product("thing-s80"))?.listings).toEqual([]);
      expect((await story.shown.products({ q: "zanzibar" })).total).toBe(0);
      put(feedOf(...many(100), item("s80x", { title: "Zanzibar" })));
      expect(await run(feed)).toMatchObject({ state: "complete", changed: 31, unchanged: 70 });
      expect((await story.shown.product("thing-s80"))?.listings).toHaveLength(1);
    });

    it("keeps no more bad rows than a person would read, and counts them all", async () => {
      put(feedOf(...many(100), ...Array.from({ length: 1_500 }, (_, n) => item(`bad${n}`, { price: "free" }))));
      const report = await run(feed);
      expect(report).toMatchObject({ state: "complete", rejected: 1_500, gone: 1 });
      const [kept] = await story.rows<{ n: number }>(
        "select count(*)::integer as n from catalog.import_rejects where run_id = $1",
        [report.run_id],
      );
      expect(kept?.n).toBe(1_000);
    });
  });

  it("go on where an interrupted run stopped", async () => {
    const all = many(12_000, (n) => (n > 100 && n % 50 === 3 ? { price: "free" } : {}));
    put(async function* () {
      yield feedOf(...all).slice(0, 1_500_000);
      await new Promise((wait) => setTimeout(wait, 400));
      throw new Error("the line is cut");
    });
    const first = await run(feed);
    expect(first.state).toBe("failed");
    const [stopped] = await story.rows<{ rows: number; added: number }>(
      "select rows::integer, added::integer from catalog.import_runs where run_id = $1",
      [first.run_id],
    );
    expect(stopped?.rows).toBeGreaterThan(0);
    put(feedOf(...all));
    const second = await run(feed);
    expect(second).toMatchObject({ run_id: first.run_id, state: "complete", rows: 12_000, gone: 0 });
    // The bad rows around the checkpoint may be told twice, the good ones never.
    expect(second.rejected).toBeGreaterThanOrEqual(238);
    expect(second.resumed_at).toBeGreaterThan(0);
    expect(second.added + second.changed + second.unchanged).toBe(11_762);
    const third = await run(feed);
    expect(third).toMatchObject({
      state: "complete",
      resumed_at: null,
      added: 0,
      changed: 0,
      gone: 0,
      unchanged: 11_762,
    });
  });

  it("begin anew when the feed is another one than was interrupted", async () => {
    const lines = (prefix: string) => Array.from({ length: 9_000 }, (_, n) => item(`${prefix}${n}`));
    put(async function* () {
      yield feedOf(...many(100), ...lines("old")).slice(0, 1_200_000);
      await new Promise((wait) => setTimeout(wait, 400));
      throw new Error("the line is cut");
    });
    expect((await run(feed)).state).toBe("failed");
    put(feedOf(...lines("new"), ...many(100)));
    // Nearly all of what was for sale is not in it, so that a person looks at it.
    expect(await run(feed)).toMatchObject({
      state: "held",
      problem: expect.stringContaining("not in the feed"),
      rows: 9_100,
      rejected: 0,
      gone: 0,
    });
    expect(
      (
        await story.rows<{ n: number }>(
          "select count(*)::integer as n from catalog.listings where external_id like 'new%' and gone_at is null",
        )
      )[0]?.n,
    ).toBe(9_000);
  });

  it("tell how far they are, and of how much when the network says it", async () => {
    const body = feedOf(...many(100));
    const told: { bytes: number; total_bytes: number | null }[] = [];
    put(body);
    await story.catalog.importFeed(feed, { onProgress: (progress) => told.push(progress) });
    expect(told[0]).toMatchObject({ bytes: body.length, total_bytes: body.length });
    told.length = 0;
    put(async function* () {
      yield body;
    });
    await story.catalog.importFeed(feed, { onProgress: (progress) => told.push(progress) });
    expect(told[0]).toMatchObject({ bytes: body.length, total_bytes: null });
  });

  it("are imported by one process at a time", async () => {
    put(feedOf(...many(100)));
    const reports = await Promise.all([run(feed), run(feed)]);
    expect(reports.map((report) => report.state).sort()).toContain("busy");
  });

  it("of an unknown feed are a plain failure", async () => {
    expect(await run("impact.products.999")).toMatchObject({
      state: "failed",
      problem: "no feed is called impact.products.999",
    });
  });
});
