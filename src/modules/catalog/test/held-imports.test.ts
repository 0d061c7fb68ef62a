import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reasonToHold } from "../rules.ts";
import { emptyWorld, feedOf, item, many, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
const feed = "impact.products.1";
let story: Story;

const put = (body: string) => world.feeds.set("1", { programme: "9001", body });
const run = () => story.catalog.importFeed(feed);
const by = "Ada";
const living = async () =>
  (await story.rows<{ id: string }>("select external_id as id from catalog.listings where gone_at is null")).map(
    (row) => row.id,
  ).length;

beforeAll(async () => {
  world.impact = [{ id: "9001", name: "Marlow", url: "https://marlow.example", rates: [["A", "All", "4"]] }];
  story = await startStory(world);
  await story.catalog.importFeed("impact.programmes");
  put(feedOf(...many(9)));
  await story.catalog.scheduleImports(["products"]);
});
afterAll(() => story.stop());

describe("a feed that lacks a third of a small shop", () => {
  beforeEach(async () => {
    put(feedOf(...many(9)));
    await run();
    await story.catalog.decideHeldImport({ feed_name: feed, decision: "release", by });
    expect(await run()).toMatchObject({ state: "complete" });
    put(feedOf(...many(6, () => ({ price: "9.00 USD" }))));
    expect(await run()).toMatchObject({ state: "held", changed: 6, gone: 0 });
  });

  it("is shown with what it lacks, and nothing of that is lost", async () => {
    expect(await living()).toBe(9);
    expect(await story.catalog.heldImports()).toMatchObject([
      { feed_name: feed, store: "Marlow", rows: 6, last_rows: 9, missing: 3 },
    ]);
    expect((await story.catalog.heldImport(feed))?.lacks.map((row) => row.external_id)).toEqual(["s6", "s7", "s8"]);
    expect((await story.shown.product("thing-s7"))?.listings).toHaveLength(1);
  });

  it("retires it when a person releases it, and is then the measure", async () => {
    expect(await story.catalog.decideHeldImport({ feed_name: feed, decision: "release", by })).toEqual({
      ok: true,
      value: { gone: 3 },
    });
    expect(await living()).toBe(6);
    expect((await story.shown.products({ q: "thing s7" })).items.map((one) => one.slug)).not.toContain("thing-s7");
    expect(await run()).toMatchObject({ state: "complete", gone: 0, unchanged: 6 });
    expect(await story.catalog.heldImports()).toEqual([]);
    const [kept] = await story.rows("select decided_by from catalog.import_runs where decided_by is not null limit 1");
    expect(kept).toEqual({ decided_by: by });
  });

  it("changes nothing when a person drops it, and asks again the next time", async () => {
    expect(await story.catalog.decideHeldImport({ feed_name: feed, decision: "drop", by })).toMatchObject({ ok: true });
    expect(await living()).toBe(9);
    expect(await story.catalog.decideHeldImport({ feed_name: feed, decision: "release", by })).toMatchObject({
      code: "nothing_held",
    });
    expect(await run()).toMatchObject({ state: "held" });
  });

  it("waits no more when the next import has everything again", async () => {
    put(feedOf(...many(9)));
    expect(await run()).toMatchObject({ state: "complete", gone: 0 });
    expect(await story.catalog.heldImports()).toEqual([]);
    expect(await living()).toBe(9);
  });
});

it("that is another shop's file loses nothing, and what it brought goes when it is dropped", async () => {
  world.feeds.set("6", {
    programme: "9001",
    body: feedOf(...many(20).map((one) => one.replace("<g:id>", "<g:id>own"))),
  });
  await story.catalog.scheduleImports(["products"]);
  expect(await story.catalog.importFeed("impact.products.6")).toMatchObject({ state: "complete", added: 20 });
  world.feeds.set("6", {
    programme: "9001",
    body: feedOf(...many(25).map((one) => one.replace("<g:id>", "<g:id>alien"))),
  });
  expect(await story.catalog.importFeed("impact.products.6")).toMatchObject({ state: "held", added: 25, gone: 0 });
  expect(await story.catalog.decideHeldImport({ feed_name: "impact.products.6", decision: "drop", by })).toMatchObject({
    value: { gone: 25 },
  });
  const left = await story.rows<{ n: number; aliens: number }>(
    `select count(*)::integer as n, count(*) filter (where external_id like 'alien%')::integer as aliens
     from catalog.listings l join catalog.feeds f using (feed_id) where f.feed_name = 'impact.products.6' and gone_at is null`,
  );
  expect(left).toEqual([{ n: 20, aliens: 0 }]);
});

it("that is empty for the first time is not complete", async () => {
  world.feeds.set("2", { programme: "9001", body: feedOf() });
  world.feeds.set("3", { programme: "9001", body: feedOf(item("x", { price: "free" })) });
  await story.catalog.scheduleImports(["products"]);
  for (const name of ["impact.products.2", "impact.products.3"])
    expect(await story.catalog.importFeed(name)).toMatchObject({
      state: "short",
      problem: "the feed holds no product that can be taken",
    });
});

describe("a table that is cut", () => {
  const row = (n: number) => `r${n}\tThing ${n}\thttps://shop.example/${n}\t5.00 USD\tblue\n`;
  const table = (rows: number) =>
    `ID\tTITLE\tLINK\tPRICE\tCOLOR\n${Array.from({ length: rows }, (_, n) => row(n)).join("")}`;
  beforeAll(async () => {
    world.feeds.set("4", { programme: "9001", body: table(10) });
    await story.catalog.scheduleImports(["products"]);
    expect(await story.catalog.importFeed("impact.products.4")).toMatchObject({ state: "complete", added: 10 });
  });

  it.each([
    ["within a row", table(9).slice(0, -8), "short"],
    ["within a row's last cell", table(9).slice(0, -2), "held"],
    ["before a line end", table(9).slice(0, -1), "held"],
  ])("%s is never complete", async (_name, body, state) => {
    world.feeds.set("4", { programme: "9001", body });
    expect(await story.catalog.importFeed("impact.products.4")).toMatchObject({ state, gone: 0 });
  });

  it("is believed from then on when a person released it: its writer has changed", async () => {
    world.feeds.set("4", { programme: "9001", body: table(9).slice(0, -1) });
    expect(await story.catalog.importFeed("impact.products.4")).toMatchObject({ state: "held" });
    await story.catalog.decideHeldImport({ feed_name: "impact.products.4", decision: "release", by });
    world.feeds.set("4", { programme: "9001", body: table(8).slice(0, -1) });
    expect(await story.catalog.importFeed("impact.products.4")).toMatchObject({ state: "complete", gone: 1 });
  });

  it("may leave out its last line end when it always does", async () => {
    world.feeds.set("5", { programme: "9001", body: table(10).slice(0, -1) });
    await story.catalog.scheduleImports(["products"]);
    expect(await story.catalog.importFeed("impact.products.5")).toMatchObject({ state: "complete" });
    world.feeds.set("5", { programme: "9001", body: table(9).slice(0, -1) });
    expect(await story.catalog.importFeed("impact.products.5")).toMatchObject({ state: "complete", gone: 1 });
  });
});

describe("the rule", () => {
  const held = (rows: number, last_rows: number | null, missing: number, kept: number) =>
    reasonToHold({ kind: "products", rows, last_rows, missing, kept }) !== null;
  it("holds what shrinks by a third, however small it is", () => {
    expect([held(67, 101, 34, 67), held(2, 3, 1, 2), held(1, 2, 1, 1), held(0, 1, 1, 0)]).not.toContain(false);
    expect([held(68, 101, 33, 68), held(3, 4, 1, 3), held(90, 90, 0, 90)]).not.toContain(true);
  });
  it("holds what lacks more than half of what is known, though it has as many rows", () => {
    expect([held(100, 100, 51, 49), held(100, null, 51, 49), held(100, 100, 50, 50)]).toEqual([true, true, false]);
  });
});
