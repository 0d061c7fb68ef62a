import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bestCommission } from "../rules.ts";
import { emptyWorld, type Story, snapshotOf, startStory } from "./networks.ts";

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

describe("programmes", () => {
  it("make merchants with unique names that are no addresses of the site, and warn", async () => {
    world.impact = [
      shop,
      { ...shop, id: "2", name: "News", url: "https://www.news.example/x" },
      { ...shop, id: "3", name: "Marlow", url: "https://other.example" },
    ];
    const report = await run("impact.programmes");
    expect(report).toMatchObject({ state: "complete", added: 3, changed: 0, gone: 0, rejected: 0 });
    expect(report.warnings).toHaveLength(2);
    const names = await story.rows<{ internal_name: string }>("select internal_name from catalog.merchants order by 1");
    expect(names.map((row) => row.internal_name)).toEqual(["marlow", "news-store", "other-example"]);
  });

  it("change nothing the second time", async () => {
    const before = await snapshot();
    story.clock.advance({ minutes: 10 });
    expect(await run("impact.programmes")).toMatchObject({ added: 0, changed: 0, unchanged: 3, gone: 0 });
    expect(await snapshot()).toBe(before);
  });

  it("keep the rest when one is broken, and tell why", async () => {
    world.impact = [
      ...world.impact,
      { ...shop, id: "", name: "Nameless" },
      { ...shop, id: "7", url: "javascript:alert(1)" },
      { ...shop, id: "9001", name: "Twice" },
    ];
    const report = await run("impact.programmes");
    expect(report).toMatchObject({ state: "complete", unchanged: 3, rejected: 3, gone: 0 });
    const rejects = await story.rows<{ reason: string }>(
      "select reason from catalog.import_rejects where run_id = $1 order by reason",
      [report.run_id],
    );
    expect(rejects.map((row) => row.reason)).toEqual([
      "no program id",
      "the id stands twice in the feed",
      "the merchant's address is not a web address",
    ]);
  });

  it("of two networks are one merchant, and the better rate wins", async () => {
    world.impact = [shop];
    world.awin = [{ ...shop, id: "77", name: "Marlow UK", rates: [["A", "All", "9"]] }];
    await run("impact.programmes");
    await run("awin.programmes");
    const page = await story.shown.merchant("marlow");
    expect(page?.merchant).toMatchObject({
      name: "Marlow",
      rate: { kind: "percent", bps: 630, up_to: false },
      plus_rate: { kind: "percent", bps: 810 },
    });
    expect((await story.shown.destination({ merchant: "marlow" }))?.network).toBe("awin");
    // What the terms say later is a proposal; what was decided stays until somebody decides otherwise.
    world.awin = [{ ...shop, id: "77", name: "Marlow UK", rates: [["A", "All", "9"]], cash_back: false }];
    await run("awin.programmes");
    const key = { network: "awin", network_programme_id: "77" } as const;
    expect((await story.catalog.decision(key))?.programme).toMatchObject({ decision: "allowed", proposed: "denied" });
    await story.catalog.decideProgramme({ ...key, decision: "denied", by: "ann" });
    const [best] = await story.rows<{ rate_bps: number; rate_up_to: boolean; network: string }>(
      "select rate_bps, rate_up_to, network from catalog.merchants m join catalog.programmes p using (programme_id) where internal_name = 'marlow'",
    );
    const rule = bestCommission(
      shop.rates.map(([code, name, percent]) => ({
        code,
        name,
        kind: "percent" as const,
        bps: Number(percent) * 100,
        minor: 0n,
      })),
    );
    expect(best).toEqual({ rate_bps: rule.commission.bps, rate_up_to: rule.up_to, network: "impact" });
  });

  it("that pay more than usual show what was, for as long as it is unusual", async () => {
    story.clock.advance({ days: 40 });
    world.impact = [{ ...shop, rates: [["DEFAULT", "All", "8"]] }];
    await run("impact.programmes");
    story.clock.advance({ days: 2 });
    await story.catalog.refresh();
    expect((await story.shown.merchant("marlow"))?.merchant).toMatchObject({
      rate: { bps: 560 },
      was_rate: { kind: "percent", bps: 280 },
      special_cashback_text: "5.6% cash back, was 2.8%",
    });
    story.clock.advance({ days: 25 });
    await story.catalog.refresh();
    expect((await story.shown.merchant("marlow"))?.merchant.was_rate).toBeNull();
  });

  it("that are gone close the merchant, and a list that lacks a third closes none until a person says so", async () => {
    world.impact = Array.from({ length: 20 }, (_, n) => ({
      ...shop,
      id: `${100 + n}`,
      name: `Shop ${n}`,
      url: `https://shop${n}.example`,
    })).concat(shop);
    const wish = { feed_name: "impact.programmes", decision: "release", by: "Ada" } as const;
    // Of the few programmes of before more are missing than there.
    expect(await run("impact.programmes")).toMatchObject({ state: "held", gone: 0 });
    expect(await story.catalog.decideHeldImport(wish)).toMatchObject({ value: { gone: 2 } });
    world.impact = world.impact.slice(0, 5);
    expect(await run("impact.programmes")).toMatchObject({ state: "held", gone: 0 });
    expect(await story.shown.merchant("shop-15")).not.toBeNull();
    world.impact = [
      ...world.impact,
      ...Array.from({ length: 8 }, (_, n) => ({
        ...shop,
        id: `${105 + n}`,
        name: `Shop ${5 + n}`,
        url: `https://shop${5 + n}.example`,
      })),
      shop,
    ];
    expect(await run("impact.programmes")).toMatchObject({ state: "held", gone: 0 });
    expect(await story.catalog.decideHeldImport(wish)).toMatchObject({ value: { gone: 7 } });
    expect(await story.shown.merchant("shop-15")).toBeNull();
    expect(await story.shown.merchant("marlow")).not.toBeNull();
    expect(await story.shown.programme("impact", "115")).toMatchObject({ internal_name: "shop-15" });
  });
});

describe("coupons", () => {
  it("are counted while they run, and kept when they end", async () => {
    const now = story.clock.now();
    const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
    world.promotions = [
      { id: "1", programme: "9001", title: "10% off", code: "TEN", dates: `${day(-5)}/${day(5)}` },
      { id: "2", programme: "9001", title: "Free shipping", dates: `${day(-5)}/${day(1)}` },
      { id: "3", programme: "9001", title: "Soon", code: "SOON", dates: `${day(2)}/${day(9)}` },
      { id: "4", programme: "9001", title: "Over", code: "OVER", dates: `${day(-9)}/${day(-2)}` },
      { id: "5", programme: "nobody", title: "Lost", code: "LOST" },
      { id: "6", programme: "9001", title: "<i></i>", code: "X" },
    ];
    expect(await run("impact.offers")).toMatchObject({ state: "complete", added: 4, rejected: 2 });
    const page = await story.shown.merchant("marlow");
    expect(page?.merchant.coupons).toBe(2);
    expect(page?.coupons.map((coupon) => [coupon.title, coupon.state])).toEqual([
      ["10% off", "live"],
      ["Free shipping", "live"],
      ["Soon", "upcoming"],
    ]);
    expect(page?.ended.map((coupon) => coupon.title)).toEqual(["Over"]);
    const before = await snapshot();
    expect(await run("impact.offers")).toMatchObject({ added: 0, changed: 0, unchanged: 4, gone: 0 });
    expect(await snapshot()).toBe(before);
    story.clock.advance({ days: 1, minutes: 1 });
    await story.catalog.refresh();
    story.catalog.growOld();
    expect((await story.shown.merchant("marlow"))?.merchant.coupons).toBe(1);
    world.promotions = world.promotions.slice(1, 4);
    expect(await run("impact.offers")).toMatchObject({ gone: 1 });
    expect((await story.shown.merchant("marlow"))?.ended.map((coupon) => coupon.title)).toContain("10% off");
  });
});
