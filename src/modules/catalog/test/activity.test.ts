import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityOf } from "../rules.ts";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const people = (count: number, age_days = 0, buyers = 0) => ({ age_days, people: count, buyers });

describe("what members do at a store", () => {
  it("adds nothing while fewer than three people did it, however much they bought", () => {
    expect(activityOf([])).toEqual({ activity: 0, visitors: 0 });
    expect(activityOf([people(1, 0, 1)])).toEqual({ activity: 0, visitors: 1 });
    expect(activityOf([people(2, 0, 2)])).toEqual({ activity: 0, visitors: 2 });
    expect(activityOf([people(3)]).activity).toBeGreaterThan(0);
  });

  it("weighs half as much after thirty days, and orders more than visits", () => {
    const today = activityOf([people(100)]).activity;
    expect(activityOf([people(100, 30)]).activity).toBe(today / 2);
    expect(activityOf([people(100, 60)]).activity).toBe(today / 4);
    expect(activityOf([people(100, 0, 10)]).activity).toBeGreaterThan(activityOf([people(110)]).activity);
    // A clock that was set back makes nobody weigh more than today.
    expect(activityOf([people(100, -5)]).activity).toBe(today);
  });
});

describe("the order of stores", () => {
  const world = emptyWorld();
  let story: Story;
  beforeAll(async () => {
    story = await startStory(world);
    world.impact = ["bestbuy.com", "gap.com", "corner.example", "amazon.com"].map((host, n) => ({
      id: `${n + 1}`,
      name: host.split(".")[0] ?? host,
      url: `https://${host}`,
      rates: [["A", "All", "4"]],
      cash_back: host !== "amazon.com",
    }));
    await story.catalog.importFeed("impact.programmes");
  });
  afterAll(() => story.stop());
  const names = async () => (await story.shown.stores({})).items.map((card) => card.internal_name);
  const idOf = async (name: string) =>
    (
      await story.rows<{ merchant_id: string }>("select merchant_id from catalog.merchants where internal_name = $1", [
        name,
      ])
    )[0]?.merchant_id ?? "";
  const section = async (name: string) => (await story.shown.section(name))?.stores.map((card) => card.internal_name);

  it("begins with how well known they are, and follows what members really do", async () => {
    expect(await names()).toEqual(["best-buy", "gap", "amazon", "corner"]);
    await story.catalog.saveActivity([{ merchant_id: await idOf("corner"), ...people(400, 0, 20) }]);
    expect(await names()).toEqual(["corner", "best-buy", "gap", "amazon"]);
    await story.catalog.saveActivity([{ merchant_id: await idOf("corner"), ...people(400, 60, 20) }]);
    // 400 visits and 20 orders of two months ago weigh a quarter: less than half of what Amazon has by being known.
    expect(await names()).toEqual(["best-buy", "gap", "amazon", "corner"]);
  });

  it("is not moved by one person", async () => {
    await story.catalog.saveActivity([{ merchant_id: await idOf("corner"), ...people(1, 0, 1) }]);
    expect((await names()).at(-1)).toBe("corner");
    expect(await section("most-visited")).toEqual([]);
  });

  it("counts visits at a row that was merged since for the store that it is", async () => {
    await story.rows(
      `insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, created_at, merged_into)
       select gen_random_uuid(), 'corner-old', 'Corner', 'corner', 'old.example', '', category, '{}', true, now(), merchant_id from catalog.merchants where internal_name = 'corner'`,
    );
    await story.catalog.saveActivity([
      { merchant_id: await idOf("corner-old"), ...people(2) },
      { merchant_id: await idOf("corner"), ...people(2) },
    ]);
    expect(await section("most-visited")).toEqual(["corner"]);
  });

  it("tells a rate that is raised, since when, and what it was", async () => {
    const since = new Date(story.clock.now().getTime() - 20 * 86_400_000);
    await story.catalog.recallRates({ internal_names: ["gap", "amazon"], since, share_bps: 5_000 });
    expect(await section("raised-rates")).toEqual(["gap"]);
    expect((await story.shown.merchant("gap"))?.merchant).toMatchObject({
      rate: { kind: "percent", bps: 280 },
      was_rate: { kind: "percent", bps: 140 },
      rate_since: "2026-03-10T12:00:00.000Z",
      special_cashback_text: "2.8% cash back, was 1.4%",
    });
    expect((await story.shown.merchant("best-buy"))?.merchant).toMatchObject({ was_rate: null, rate_since: null });
    // It was higher still for a day: "1.4% before" would be wrong, and no day is told.
    await story.rows(
      `insert into catalog.rate_history (merchant_id, since, kind, bps, minor)
       select merchant_id, '2026-03-09T12:00:00Z', 'percent', 900, 0 from catalog.merchants where internal_name = 'gap'`,
    );
    expect((await story.shown.merchant("gap"))?.merchant).toMatchObject({
      rate_since: null,
      special_cashback_text: "2.8% cash back, was 1.4%",
    });
    await story.rows("delete from catalog.rate_history where bps = 900");
    // Told twice, or of a time that was read, it changes nothing.
    await story.catalog.recallRates({ internal_names: ["gap"], since: story.clock.now(), share_bps: 1_000 });
    expect((await story.shown.merchant("gap"))?.merchant.was_rate).toEqual({ kind: "percent", bps: 140, up_to: false });
  });

  it("of each list follows the rule that the list tells", async () => {
    expect(await section("top-stores")).not.toContain("amazon");
    const lists = ["top-stores", "merchants-we-love", "best-cashback", "raised-rates", "most-visited", "top-products"];
    const told = await Promise.all(lists.map((name) => story.shown.section(name)));
    for (const key of ["title_en", "title_es", "rule_en", "rule_es"] as const)
      expect(new Set(told.map((list) => list?.[key])).size).toBe(lists.length);
    // A store that nobody knows does not come first for its many coupons.
    await story.rows(`update catalog.merchants set activity = 0,
      live_coupons = case internal_name when 'corner' then 9 when 'gap' then 2 when 'best-buy' then 3 else 0 end`);
    story.catalog.growOld();
    expect(await section("merchants-we-love")).toEqual(["best-buy", "gap", "corner"]);
  });
});
