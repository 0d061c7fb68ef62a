/** Coupons that several want at once: nobody waits in a ring, and what is gone is gone by somebody's word. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { likeAnotherProcess } from "#platform/database";
import { whileHeld } from "../../../../test/support/held-lock.ts";
import type { World } from "../../../../test/support/world.ts";
import { type Campaign, emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const campaign = (id: string, host: string): Campaign => ({
  ...{ id, name: host.replace(/\..*/, ""), url: `https://${host}`, rates: [["DEFAULT", "All", "4"]] },
});
const by = { by: "opr_ann", reason: "it never worked" };
const feed = { feed_name: "impact.offers", ...by };

beforeEach(async () => {
  await story?.stop();
  const others = ["4", "5", "6", "7", "8", "9"].map((id) => campaign(id, `other${id}.example`));
  world.impact = [campaign("1", "oak.example"), campaign("2", "pine.example"), campaign("3", "oak.example"), ...others];
  world.promotions = [
    { id: "a", programme: "1", title: "Ten off lamps", code: "TEN" },
    { id: "b", programme: "1", title: "Half off rugs", code: "HALF" },
  ];
  story = await startStory(world);
  await story.catalog.importFeed("impact.programmes");
  await story.catalog.importFeed("impact.offers");
});
afterAll(() => story.stop());

const held = (hold: string, values: unknown[], begin: Parameters<typeof whileHeld<unknown>>[2]) =>
  whileHeld({ base: story.base } as World, (query) => query(hold, values), begin);
/** A transaction that is ended to resolve a deadlock is tried again a second later, and nothing tells of it but this. */
const rings = async () =>
  (await story.rows("select deadlocks::integer as rings from pg_stat_database where datname = current_database()"))[0];
const offers = () =>
  story.rows<{ id: string; shown: string; code: string; name: string }>(
    `select offer_id as id, 'ofr_' || replace(offer_id::text, '-', '') as shown, code, network_offer_id as name
     from catalog.offers order by offer_id`,
  );
const codes = async () => {
  story.catalog.growOld();
  const { items } = await story.shown.coupons({});
  return items.map(({ offer_code, merchant }) => `${offer_code} at ${merchant.internal_name}`).toSorted();
};

it("goes to another store with its own while a member puts that among their favourites", async () => {
  const member = randomUUID();
  expect(await story.catalog.keepFavourite(member, "oak")).toMatchObject({ ok: true });
  const answers = await held("select 1 from catalog.offers for update", [], async (waiting) => {
    const merged = likeAnotherProcess(() => story.catalog.desk.mergeStores({ store: "oak", into: "pine", ...by }));
    await waiting(1);
    const kept = likeAnotherProcess(() => story.catalog.keepFavourite(member, "pine"));
    // Who is not in the way is done by now.
    await Promise.race([waiting(2), kept]);
    return () => Promise.all([merged, kept]);
  });
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await story.catalog.favourites(member)).toEqual(["pine"]);
  expect(await rings()).toEqual({ rings: 0 });
});

it("is taken back with its list while a member tells again whether it worked", async () => {
  world.promotions = [...world.promotions, { id: "c", programme: "1", title: "Five off", code: "FIVE" }];
  await story.catalog.importFeed("impact.offers");
  const five = (await offers()).find(({ name }) => name === "c");
  const [one, two] = [randomUUID(), randomUUID()];
  for (const member of [one, two]) await story.catalog.voteCoupon(member, five?.shown ?? "", true);
  const answers = await held(
    "select 1 from catalog.offer_trials where user_id = $1 for update",
    [two],
    async (waiting) => {
      const back = likeAnotherProcess(() => story.catalog.desk.rollBackImport(feed));
      await waiting(1);
      const voted = likeAnotherProcess(() => story.catalog.voteCoupon(one, five?.shown ?? "", false));
      await waiting(2);
      return () => Promise.all([back, voted]);
    },
  );
  expect(answers).toMatchObject([
    { ok: true, value: { brought: 1 } },
    { ok: false, code: "unknown_coupon" },
  ]);
  expect(await rings()).toEqual({ rings: 0 });
});

it("is gone with another of its code as long as both are of one store", async () => {
  world.promotions = [
    ...world.promotions,
    { id: "c", programme: "3", title: "Ten off all lamps", code: "ten" },
    { id: "d", programme: "2", title: "Ten off chairs", code: "Ten" },
  ];
  await story.catalog.importFeed("impact.offers");
  const coupon = (await offers()).find(({ name }) => name === "a")?.shown ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ value: 2 });
  expect(await codes()).toEqual(["HALF at oak", "Ten at pine"]);
  const { impact } = world;
  world.impact = impact.map((one) => (one.id === "3" ? campaign("3", "pine.example") : one));
  await story.catalog.importFeed("impact.programmes");
  await story.catalog.importFeed("impact.offers");
  expect(await codes()).toEqual(["HALF at oak", "Ten at pine", "ten at pine"]);
  world.impact = impact;
  await story.catalog.importFeed("impact.programmes");
  expect(await codes()).toEqual(["HALF at oak", "Ten at pine"]);
});

it("is gone with it again wherever both are, whichever came first", async () => {
  world.promotions = [...world.promotions, { id: "c", programme: "3", title: "Ten off all lamps", code: "ten" }];
  await story.catalog.importFeed("impact.offers");
  const coupon = (await offers()).find(({ name }) => name === "a")?.shown ?? "";
  expect(await story.catalog.desk.retireCoupon({ coupon, ...by })).toMatchObject({ value: 2 });
  const lead = async (one: string, three: string) => {
    const hosts = new Map(Object.entries({ 1: one, 3: three }));
    world.impact = world.impact.map((each) => campaign(each.id, hosts.get(each.id) ?? new URL(each.url).host));
    await story.catalog.importFeed("impact.programmes");
    return codes();
  };
  expect(await lead("oak.example", "pine.example")).toEqual(["HALF at oak", "ten at pine"]);
  expect(await lead("pine.example", "pine.example")).toEqual(["HALF at pine"]);
  expect(await lead("pine.example", "oak.example")).toEqual(["HALF at pine", "ten at oak"]);
  expect(await lead("oak.example", "oak.example")).toEqual(["HALF at oak"]);
});
