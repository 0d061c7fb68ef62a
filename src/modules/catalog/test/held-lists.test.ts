import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyWorld, type Promotion, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
const by = "Ada";
let story: Story;

const shops = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${100 + n}`,
    name: `Shop ${n}`,
    url: `https://shop${n}.example`,
    rates: [["DEFAULT", "All", "4"]] as [string, string, string][],
  }));
/** Those from `ending` on end soon. */
const coupons = (count: number, ending = count): Promotion[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: `${n}`, programme: "100", title: `${5 + n}% off`, code: `CODE${n}` },
    dates: n < ending ? "2026-01-01/2026-12-31" : "2026-01-01/2026-03-12",
  }));
const run = (feed: string) => story.catalog.importFeed(feed);
const decide = (feed_name: string, decision: "release" | "drop") =>
  story.catalog.decideHeldImport({ feed_name, decision, by });
const there = async (table: "offers" | "programmes") =>
  (await story.rows(`select 1 from catalog.${table} where gone_at is null`)).length;

beforeAll(async () => {
  world.impact = shops(9);
  story = await startStory(world);
  await run("impact.programmes");
});
afterAll(() => story.stop());

describe("a list of programmes that lacks a third", () => {
  const feed = "impact.programmes";
  it("waits for a person, who sees what it lacks", async () => {
    world.impact = shops(6);
    expect(await run(feed)).toMatchObject({ state: "held", gone: 0 });
    expect(await there("programmes")).toBe(9);
    expect(await story.catalog.heldImports()).toMatchObject([{ feed_name: feed, rows: 6, last_rows: 9, missing: 3 }]);
    expect((await story.catalog.heldImport(feed))?.lacks).toContainEqual({ external_id: "108", name: "Shop 8" });
  });
  it("is as if it had not been when it is dropped, and asks again the next time", async () => {
    world.impact = shops(6).map((shop, n) =>
      n < 5 ? shop : { ...shop, id: "200", name: "Alien", url: "https://alien.example" },
    );
    expect(await run(feed)).toMatchObject({ state: "held", added: 1 });
    expect(await decide(feed, "drop")).toMatchObject({ value: { gone: 1 } });
    expect(await there("programmes")).toBe(9);
    expect(await story.catalog.heldImports()).toEqual([]);
    world.impact = shops(6);
    expect(await run(feed)).toMatchObject({ state: "held", gone: 0 });
  });
  it("puts back what it changed when it came twice before somebody decided", async () => {
    world.impact = shops(6).map((shop, n) =>
      n < 5 ? shop : { ...shop, id: "300", name: "Stranger", url: "https://stranger.example" },
    );
    expect(await run(feed)).toMatchObject({ state: "held", added: 1 });
    expect(await run(feed)).toMatchObject({ state: "held", added: 0 });
    expect(await there("programmes")).toBe(10);
    expect(await decide(feed, "drop")).toMatchObject({ value: { gone: 1 } });
    expect(await there("programmes")).toBe(9);
    world.impact = shops(6);
    expect(await run(feed)).toMatchObject({ state: "held", gone: 0 });
  });
  it("is decided together with what follows from it, or not at all", async () => {
    const { pool } = story.base.handle;
    await pool.query(`create function break_all() returns trigger language plpgsql as $$ begin raise 'away'; end $$`);
    await pool.query(`create trigger broken before update on catalog.merchants execute function break_all()`);
    await expect(decide(feed, "release")).rejects.toThrow("away");
    await pool.query(`drop function break_all() cascade`);
    expect(await story.catalog.heldImports()).toMatchObject([{ feed_name: feed, missing: 3 }]);
    expect(await there("programmes")).toBe(9);
  });
  it("retires what it lacks when it is released, is then the measure, and can still be taken back", async () => {
    expect(await decide(feed, "release")).toMatchObject({ value: { gone: 3 } });
    expect(await story.shown.merchant("shop-8")).toBeNull();
    expect(await run(feed)).toMatchObject({ state: "complete", gone: 0, unchanged: 6 });
    expect(await there("programmes")).toBe(6);
  });
  it("goes on by itself when less than a third is missing", async () => {
    world.impact = shops(5);
    expect(await run(feed)).toMatchObject({ state: "complete", gone: 1 });
  });
});

describe("a list of coupons", () => {
  const feed = "impact.offers";
  const titles = async () => (await story.shown.merchant("shop-0"))?.coupons.map(({ title }) => title).toSorted();
  it("that lacks a third waits for a person, however small it is", async () => {
    world.promotions = coupons(3);
    expect(await run(feed)).toMatchObject({ state: "complete", added: 3 });
    world.promotions = coupons(2);
    expect(await run(feed)).toMatchObject({ state: "held", gone: 0 });
    expect((await story.catalog.heldImport(feed))?.lacks).toEqual([{ external_id: "2", name: "Shop 0: 7% off" }]);
    expect(await titles()).toHaveLength(3);
  });
  it("is as before when it is dropped: what it brought goes, and what it changed is put back", async () => {
    world.promotions = [...coupons(1), { id: "9", programme: "100", title: "90% off" }].map((one) =>
      one.id === "0" ? { ...one, title: "95% off" } : one,
    );
    expect(await run(feed)).toMatchObject({ state: "held", added: 1, changed: 1 });
    expect(await decide(feed, "drop")).toMatchObject({ value: { gone: 1 } });
    expect(await titles()).toEqual(["5% off", "6% off", "7% off"]);
  });
  it("retires what it lacks when it is released, which can still be taken back", async () => {
    world.promotions = coupons(2);
    await run(feed);
    expect(await decide(feed, "release")).toMatchObject({ value: { gone: 1 } });
    expect(await titles()).toEqual(["5% off", "6% off"]);
    expect(await run(feed)).toMatchObject({ state: "complete", gone: 0, unchanged: 2 });
    const wish = { feed_name: feed, by, reason: "it was right before" };
    expect(await story.catalog.desk.rollBackImport(wish)).toMatchObject({ ok: true });
    expect(await titles()).toEqual(["5% off", "6% off", "7% off"]);
    expect(await story.catalog.desk.releaseFeed(wish)).toMatchObject({ ok: true });
  });
  it("goes on by itself when what it lacks has only come to its end", async () => {
    world.promotions = coupons(6, 3);
    expect(await run(feed)).toMatchObject({ state: "complete", added: 3 });
    story.clock.advance({ days: 5 });
    world.promotions = coupons(3);
    expect(await run(feed)).toMatchObject({ state: "complete", gone: 3 });
  });
});
