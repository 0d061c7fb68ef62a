/** Nobody pays by a program that has ended, and nobody sells at a store that none leads to or that is closed: products say so at once. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Campaign, emptyWorld, feedOf, item, killedAtSettling, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let folder: string;

const campaign = (id: string, host: string, percent = "5"): Campaign => ({
  ...{ id, name: host.replace(/\..*/, ""), url: `https://${host}`, rates: [["DEFAULT", "All", percent]] },
});
const LIST = "impact.programmes";
const by = { by: "opr_ann", reason: "as it is" };
const list = () => story.catalog.importFeed(LIST);
const goods = (feed: string) => story.catalog.importFeed(`impact.products.${feed}`);
const without = (...ids: string[]) => world.impact.filter(({ id }) => !ids.includes(id));
const leadsTo = (id: string, host: string) => world.impact.map((one) => (one.id === id ? campaign(id, host) : one));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ended-programmes-"));
});
beforeEach(async () => {
  await story?.stop();
  world.promotions = [];
  // Fewer would be held where one is missing.
  const others = ["4", "5", "6", "7", "8", "9"].map((id) => campaign(id, `other${id}.example`));
  world.impact = [campaign("1", "www.gap.com", "4"), campaign("2", "corner.example", "6"), ...others];
  world.feeds.set("1", {
    programme: "1",
    body: feedOf(item("a", { title: "Lamp", price: "9.00 USD" }), item("b", { title: "Rug", price: "50.00 USD" })),
  });
  world.feeds.set("2", { programme: "2", body: feedOf(item("a", { title: "Lamp", price: "10.00 USD" })) });
  story = await startStory(world);
  await list();
  await story.catalog.scheduleImports(["products"]);
  for (const feed of ["1", "2"]) expect(await goods(feed)).toMatchObject({ state: "complete" });
  expect(await shown()).toEqual(BOTH);
});
afterAll(async () => {
  await story.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What lists show of each product: its price, what comes back of it, and where. */
const shown = async () => {
  story.catalog.growOld();
  const rows = await story.rows<{ name: string; stores: string[]; price: number; bps: number }>(
    `select name, array(select internal_name from catalog.merchants where merchant_id = any(p.sold_by) order by 1) as stores,
      from_minor::integer as price, from_bps as bps from catalog.products p order by name`,
  );
  const { items } = await story.shown.products({});
  return Object.fromEntries(
    rows.map(({ name, stores, ...row }) => [
      name,
      { ...row, stores: stores.join(), at: items.find((one) => one.name === name)?.from_store ?? null },
    ]),
  );
};
const GAP = { price: 900, bps: 400, stores: "corner,gap", at: "Gap" };
const CORNER = { price: 1000, bps: 600, stores: "corner", at: "corner" };
const NOBODY = { price: 0, bps: 0, stores: "", at: null };
const BOTH = { Lamp: GAP, Rug: { price: 5000, bps: 400, stores: "gap", at: "Gap" } };
const NO_GAP = { Lamp: CORNER, Rug: NOBODY };

/** The stores on a product's own page, the cheapest first. */
const soldAt = async (product: string) =>
  (await story.shown.product(product))?.listings.map(({ merchant }) => merchant.internal_name);
const departments = async () => (await story.shown.products({})).categories.map(({ count }) => count);
const anOlderEdition = () => story.rows("update catalog.applied_data set sum = 'an older edition'");
/** The shop's file, with one thing that nobody else has. */
async function ownFile(domain: string): Promise<void> {
  const source = join(folder, "feed");
  await writeFile(source, `id,title,link,price\n1,Vase,https://${domain}/p/1,5.00 USD\n`);
  expect(await story.catalog.importShopFeed({ source })).toMatchObject({ ok: true });
}

it("shows the next store when a list no longer names a program, and the first one when it does again", async () => {
  const { impact } = world;
  world.impact = without("1");
  await killedAtSettling(story, list);
  expect(await shown()).toEqual(NO_GAP);
  expect(await departments()).toEqual([1]);
  expect(await soldAt("lamp")).toEqual(["corner"]);
  expect((await story.shown.stores({ page: 1 })).items.map((card) => card.internal_name)).not.toContain("gap");
  expect(await story.shown.merchant("corner")).toMatchObject({ products: [{ name: "Lamp" }] });
  world.impact = impact;
  await killedAtSettling(story, list);
  expect(await shown()).toEqual(BOTH);
  expect(await departments()).toEqual([2]);
  expect(await soldAt("lamp")).toEqual(["gap", "corner"]);
});

it("promises nothing where another program leads to the store, and leads there by that one", async () => {
  world.impact = [...world.impact, campaign("3", "gap.com", "2")];
  await list();
  const link = (await story.shown.product("rug"))?.listings[0]?.listing_id ?? "";
  world.impact = without("1");
  expect(await list()).toMatchObject({ state: "complete", gone: 1 });
  const unpaid = { Lamp: { ...GAP, bps: 0 }, Rug: { ...BOTH.Rug, bps: 0 } };
  expect(await shown()).toEqual(unpaid);
  expect((await story.shown.product("rug"))?.listings).toMatchObject([{ cash_back_minor: "0", plus: null }]);
  const way = await story.shown.destination({ listing_id: link });
  expect(way).toMatchObject({ network_programme_id: "3", internal_name: "gap", rate: { kind: "none" } });
  // The product's own link would go by the program that has ended.
  expect(way?.tracking_template).not.toContain("shop.example");
  world.impact = [...world.impact, campaign("1", "www.gap.com", "4")];
  await list();
  expect(await shown()).toEqual(BOTH);
});

it("shows of a store's own file that nothing leads there any more when its last program leads elsewhere", async () => {
  await ownFile("corner.example");
  world.impact = [...world.impact, campaign("3", "corner.example")];
  await list();
  world.impact = leadsTo("2", "harbor.example");
  await list();
  const unpaid = { price: 500, bps: 0, stores: "corner", at: "corner" };
  expect((await shown()).Vase).toEqual(unpaid);
  const { impact } = world;
  world.impact = without("3");
  expect(await list()).toMatchObject({ gone: 1 });
  expect((await shown()).Vase).toEqual(NOBODY);
  world.impact = impact;
  await list();
  expect((await shown()).Vase).toEqual(unpaid);
  world.impact = leadsTo("3", "harbor.example");
  await list();
  expect((await shown()).Vase).toEqual(NOBODY);
  expect((await shown()).Lamp).toMatchObject({ stores: "gap,harbor" });
});

it("shows it when a held list is released, not before, and not when it is dropped", async () => {
  world.impact = without("1", "4", "5", "6");
  expect(await list()).toMatchObject({ state: "held" });
  expect(await shown()).toEqual(BOTH);
  const decide = (decision: "release" | "drop") =>
    story.catalog.decideHeldImport({ feed_name: LIST, decision, by: "Ada" });
  expect(await decide("drop")).toMatchObject({ ok: true });
  expect(await shown()).toEqual(BOTH);
  expect(await list()).toMatchObject({ state: "held" });
  expect(await decide("release")).toMatchObject({ value: { gone: 4 } });
  expect(await shown()).toEqual(NO_GAP);
  expect(await story.catalog.desk.rollBackImport({ feed_name: LIST, ...by })).toMatchObject({ ok: true });
  expect(await shown()).toEqual(BOTH);
});

it("shows it when a list that brought a program again is taken back", async () => {
  const { impact } = world;
  world.impact = without("1");
  await list();
  world.impact = impact;
  await list();
  expect(await shown()).toEqual(BOTH);
  expect(await story.catalog.desk.rollBackImport({ feed_name: LIST, ...by })).toMatchObject({ ok: true });
  expect(await shown()).toEqual(NO_GAP);
});

it("shows it of stores that known stores say are closed, and open again", async () => {
  world.impact = leadsTo("2", "steinmart.com");
  world.promotions = [{ id: "p", programme: "2", title: "Ten off lamps", code: "TEN" }];
  await list();
  await story.catalog.importFeed("impact.offers");
  const closed = { Lamp: { ...GAP, stores: "gap" }, Rug: BOTH.Rug };
  expect(await shown()).toEqual(closed);
  // As an edition said that knew it otherwise.
  await story.rows("update catalog.merchants set status = 'open' where internal_name = 'stein-mart'");
  await story.rows("update catalog.merchants set status = 'closed' where internal_name = 'gap'");
  await story.catalog.refresh();
  expect(await shown()).toMatchObject({ Lamp: { stores: "stein-mart", at: "Stein Mart" }, Rug: NOBODY });
  const listing_id = (await story.shown.product("lamp"))?.listings[0]?.listing_id ?? "";
  const [coupon] = (await story.shown.merchant("stein-mart"))?.coupons ?? [];
  const ways = async () => [
    (await story.shown.destination({ listing_id }))?.internal_name,
    (await story.shown.destination({ offer_id: coupon?.offer_id ?? "" }))?.internal_name,
  ];
  expect(await ways()).toEqual(["stein-mart", "stein-mart"]);
  await anOlderEdition();
  await killedAtSettling(story, () => story.catalog.refresh());
  await story.catalog.refresh();
  expect(await shown()).toEqual(closed);
  expect(await ways()).toEqual([undefined, undefined]);
  expect(await story.shown.merchant("stein-mart")).toMatchObject({ merchant: { status: "closed" }, products: [] });
});

it("writes new products of a closed store, or of a program that has ended, as nobody's", async () => {
  world.feeds.set("2", { programme: "2", body: feedOf(item("c", { title: "Chair" })) });
  await story.rows("update catalog.merchants set status = 'closed' where internal_name = 'corner'");
  expect(await goods("2")).toMatchObject({ added: 1 });
  expect((await shown()).Chair).toEqual(NOBODY);
  world.impact = without("1");
  await list();
  world.feeds.set("1", { programme: "1", body: feedOf(item("d", { title: "Desk" })) });
  expect(await goods("1")).toMatchObject({ added: 1 });
  expect((await shown()).Desk).toEqual(NOBODY);
});

it("shows of a store that is hidden what its own file lists by a program that leads elsewhere", async () => {
  await ownFile("corner.example");
  world.impact = [...leadsTo("2", "harbor.example"), campaign("3", "corner.example")];
  await list();
  expect((await shown()).Vase).toMatchObject({ stores: "corner" });
  const word = { store: "corner", field: "hidden" as const, ...by };
  expect(await story.catalog.desk.decideStore({ ...word, typed: "yes" })).toMatchObject({ ok: true });
  expect((await shown()).Vase).toEqual(NOBODY);
  expect(await story.catalog.desk.takeBackStore(word)).toMatchObject({ ok: true });
  expect((await shown()).Vase).toMatchObject({ stores: "corner" });
});

it("shows of a store that nothing led to what it sells again when one with a program becomes a part of it", async () => {
  await ownFile("corner.example");
  world.impact = without("2");
  await list();
  expect(await shown()).toMatchObject({ Lamp: { stores: "gap" }, Vase: NOBODY });
  expect(await story.catalog.desk.mergeStores({ store: "other4", into: "corner", ...by })).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({
    Lamp: { ...GAP, stores: "corner,gap" },
    Vase: { stores: "corner", bps: 0 },
  });
  expect(await story.catalog.desk.unmergeStore({ store: "other4", ...by })).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({ Lamp: { stores: "gap" }, Vase: NOBODY });
});
