/** Products show who sells them: whatever says of a store that it is hidden, shown or another one says it of its products too. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { Answer, Question } from "#platform/sql";
import { productsOf, refreshProductCategories, refreshProducts } from "../store/refresh.ts";
import { type Campaign, emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;

const campaign = (id: string, host: string, percent: string, more: Partial<Campaign> = {}): Campaign => ({
  ...{ id, name: host.replace(/\..*/, ""), url: `https://${host}`, rates: [["DEFAULT", "All", percent]] },
  ...more,
});
const lamp = (price: string) => item("a", { title: "Lamp", price });

beforeEach(async () => {
  await story?.stop();
  world.impact = [campaign("1", "www.gap.com", "4"), campaign("2", "corner.example", "6")];
  world.feeds.set("1", { programme: "1", body: feedOf(lamp("9.00 USD")) });
  world.feeds.set("2", { programme: "2", body: feedOf(lamp("10.00 USD")) });
  story = await startStory(world);
  await story.catalog.importFeed("impact.programmes");
  await story.catalog.scheduleImports(["products"]);
  for (const feed of ["1", "2"])
    expect(await story.catalog.importFeed(`impact.products.${feed}`)).toMatchObject({ state: "complete" });
  expect(await shown()).toEqual({ stores: ["corner", "gap"], price: 900, bps: 400 });
});
afterAll(() => story.stop());

const shown = async () =>
  (
    await story.rows(
      `select array(select internal_name from catalog.merchants where merchant_id = any(p.sold_by) order by 1) as stores,
        from_minor::integer as price, from_bps as bps from catalog.products p where name = 'Lamp'`,
    )
  )[0];
const listed = async (name: string) => (await story.shown.merchant(name))?.products.map((product) => product.name);
const departments = async () => {
  story.catalog.growOld();
  return (await story.shown.products({})).categories.map(({ slug, count }) => [slug, count]);
};
/** As it stood while it was hidden, everywhere. */
const hide = async (name: string) => {
  await story.rows("update catalog.merchants set hidden = true, sells = false where internal_name = $1", [name]);
  const ids = await story.rows<{ product_id: string }>("select product_id from catalog.products");
  await story.base.handle.transaction(async (tx) => {
    await refreshProducts(
      tx,
      ids.map(({ product_id }) => product_id),
    );
    await refreshProductCategories(tx);
  });
};
const anOlderEdition = () => story.rows("update catalog.applied_data set sum = 'an older edition'");
const counted = async () => {
  await story.rows("create table counted (at timestamptz)");
  await story.rows(`create function count_it() returns trigger language plpgsql as $$
    begin insert into counted values (now()); return null; end $$`);
  await story.rows(
    "create trigger counts after update of from_bps on catalog.products for each statement execute function count_it()",
  );
  return async () => (await story.rows("delete from counted returning at")).length;
};

it("shows what a new edition of known stores shows again, and its list of departments counts it", async () => {
  await hide("gap");
  await hide("corner");
  expect(await shown()).toEqual({ stores: [], price: 0, bps: 0 });
  await anOlderEdition();
  await story.catalog.refresh();
  expect(await shown()).toEqual({ stores: ["corner", "gap"], price: 900, bps: 400 });
  expect(await departments()).toEqual([["computers", 1]]);
});

it("shows them of the store that two rows turn out to be", async () => {
  await story.rows(
    "update catalog.merchants set internal_name = 'gap-old', domain = 'gapinc.com' where internal_name = 'gap'",
  );
  await story.rows(`insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, created_at)
    select gen_random_uuid(), 'gap-us', 'GAP', 'gap', 'gap.com', '', category, '{}', true, now() from catalog.merchants where internal_name = 'gap-old'`);
  await anOlderEdition();
  await story.catalog.refresh();
  expect(await story.rows("select internal_name from catalog.merchants where merged_into is not null")).toHaveLength(1);
  expect(await shown()).toEqual({ stores: ["corner", "gap"], price: 900, bps: 400 });
  story.catalog.growOld();
  expect(await listed("gap")).toEqual(["Lamp"]);
});

it("shows what a program's list shows again, whichever programs of the store bring the products", async () => {
  world.impact.push(campaign("3", "corner.example", "8"));
  world.feeds.set("2", { programme: "3", body: feedOf(lamp("8.00 USD")) });
  await story.catalog.importFeed("impact.programmes");
  await story.rows("update catalog.feeds set network_programme_id = '3' where feed_name = 'impact.products.2'");
  await story.catalog.importFeed("impact.products.2");
  expect(await shown()).toEqual({ stores: ["corner", "gap"], price: 800, bps: 800 });
  await story.rows("update catalog.merchants set hidden = true where internal_name = 'gap'");
  await hide("corner");
  expect(await departments()).toEqual([]);
  world.impact = world.impact.map((one) => (one.id === "2" ? { ...one, description: "Other words." } : one));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 1, problem: null });
  expect(await shown()).toEqual({ stores: ["corner"], price: 800, bps: 800 });
  expect(await departments()).toEqual([["computers", 1]]);
});

it("takes products along with a program that leads to another store, and back with its list", async () => {
  world.impact = world.impact.map((one) => (one.id === "2" ? campaign("2", "harbor.example", "6") : one));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 1, problem: null });
  expect(await shown()).toEqual({ stores: ["gap", "harbor"], price: 900, bps: 400 });
  expect(await listed("harbor")).toEqual(["Lamp"]);
  const back = { feed_name: "impact.programmes", by: "opr_ann", reason: "it led to a stranger" };
  expect(await story.catalog.desk.rollBackImport(back)).toMatchObject({ ok: true });
  expect(await shown()).toEqual({ stores: ["corner", "gap"], price: 900, bps: 400 });
});

it("takes coupons along that stay as they are, and retires one whose code is retired there", async () => {
  const dates = "2026-01-01/2026-12-31";
  world.promotions = ["TEN", "NINE"].map((code) => ({
    ...{ id: code, programme: "2", title: `${code} off`, code, dates },
  }));
  await story.catalog.importFeed("impact.offers");
  const codes = async (store: string) =>
    (await story.shown.merchant(store))?.coupons.map(({ offer_code }) => offer_code).toSorted();
  expect(await codes("corner")).toEqual(["NINE", "TEN"]);
  world.promotions.push({ id: "gap", programme: "1", title: "Nine here too", code: "nine", dates });
  await story.catalog.importFeed("impact.offers");
  const [own] = (await story.shown.merchant("gap"))?.coupons ?? [];
  const retired = { coupon: own?.offer_id ?? "", by: "opr_ann", reason: "it does not work" };
  expect(await story.catalog.desk.retireCoupon(retired)).toMatchObject({ ok: true });
  world.impact = world.impact.map((one) => (one.id === "2" ? campaign("2", "gap.com", "6") : one));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 1, problem: null });
  expect(await story.catalog.importFeed("impact.offers")).toMatchObject({ changed: 0, problem: null });
  expect(await codes("gap")).toEqual(["TEN"]);
  world.promotions = [];
});

it("promises nothing of what a shop's own file lists by a program that leads to another store now", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "shown-stores-")), "feed");
  await writeFile(file, "id,title,link,price\n1,Vase,https://corner.example/p/1,5.00 USD\n");
  expect(await story.catalog.importShopFeed({ source: file })).toMatchObject({ ok: true });
  const vase = async () =>
    (await story.rows("select from_kind as kind, from_bps as bps from catalog.products where name = 'Vase'"))[0];
  expect(await vase()).toEqual({ kind: "percent", bps: 600 });
  world.impact = [...world.impact, campaign("3", "corner.example", "2")].map((one) =>
    one.id === "2" ? campaign("2", "harbor.example", "6") : one,
  );
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 1, problem: null });
  expect(await vase()).toEqual({ kind: "none", bps: 0 });
  story.catalog.growOld();
  const [listing] = (await story.shown.product("vase"))?.listings ?? [];
  expect(listing).toMatchObject({ merchant: { internal_name: "corner" }, cash_back_minor: "0", plus: null });
  // Who goes there goes by the program that leads there.
  const way = await story.shown.destination({ listing_id: listing?.listing_id ?? "" });
  expect(way).toMatchObject({ network_programme_id: "3", internal_name: "corner", rate: { kind: "none" } });
  world.impact = [...world.impact].map((one) => (one.id === "2" ? campaign("2", "corner.example", "6") : one));
  await story.catalog.importFeed("impact.programmes");
  expect(await vase()).toEqual({ kind: "percent", bps: 600 });
});

it("pays nothing in any order for a product whose group of rates is no more", async () => {
  const weigh = async () =>
    (
      await story.rows(
        "select from_kind as kind, from_bps as bps, cash_back_weight::integer as weight from catalog.products",
      )
    )[0];
  await story.rows("update catalog.listings set rate_group = 'MEMORY'");
  world.impact = world.impact.map((one) => campaign(one.id, new URL(one.url).host, "5"));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 2, problem: null });
  expect(await weigh()).toEqual({ kind: "none", bps: 0, weight: 0 });
});

it("looks at no product of a program whose words alone changed, and at those whose rates did", async () => {
  const looks = await counted();
  world.impact = world.impact.map((one) => ({ ...one, description: "Other words." }));
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 2, problem: null });
  expect(await looks()).toBe(0);
  world.impact = [campaign("1", "www.gap.com", "5"), campaign("2", "corner.example", "6")];
  expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 2, problem: null });
  expect(await looks()).toBe(1);
  expect(await shown()).toMatchObject({ bps: 500 });
});

it("finds the products of a program without reading what all others sell", async () => {
  await story.rows(`
    insert into catalog.listings (listing_id, product_id, merchant_id, programme_id, feed_id, external_id, price_minor, availability, condition, rate_group, tracking_link, content_hash, updated_at)
    select gen_random_uuid(), gen_random_uuid(), l.merchant_id, md5((n % 300)::text)::uuid, l.feed_id, 'x' || n, 1000, 'in_stock', 'new', '', '', 1, now()
    from (select * from catalog.listings limit 1) l, generate_series(1, 30000) n`);
  await story.rows("analyze catalog.listings");
  const plan: string[] = [];
  const planner = {
    async ask<Row>({ text, values }: Question): Promise<Answer<Row>> {
      const lines = await story.rows<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
      plan.push(...lines.map((line) => line["QUERY PLAN"]));
      return { rows: [], rowCount: 0 };
    },
  };
  const [one] = await story.rows<{ id: string }>("select md5('1')::uuid as id");
  await productsOf(
    planner as Parameters<typeof productsOf>[0],
    [one?.id ?? ""],
    "00000000-0000-0000-0000-000000000000",
    5_000,
  );
  expect(plan.join("\n")).toContain("listings_by_programme");
});
