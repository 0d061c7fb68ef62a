import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveMember } from "../member-move-store.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const [ann, ben, both, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const KETTLE = { title: "Copper kettle", gtin: "4006381333931", price: "40.00 USD" };
const POT = { title: "Kettle of copper", gtin: "0012345678905", price: "35.00 USD" };

beforeAll(async () => {
  world.impact = ["Oak Barrel", "Silver Pine"].map((name, at) => ({
    ...{ id: `${at + 1}`, name, url: `https://${name.toLowerCase().replace(" ", "")}.example` },
    rates: [["A", "All", "10"]],
  }));
  world.feeds.set("f1", { programme: "1", body: feedOf(item("k", KETTLE), item("o", { title: "Oak stool" })) });
  world.feeds.set("f2", { programme: "2", body: feedOf(item("p", POT)) });
  story = await startStory(world);
  await story.catalog.importAll();
  await story.catalog.askForFalls(ann, slugs.pot);
  await story.catalog.askForFalls(ben, slugs.kettle);
  for (const slug of Object.values(slugs)) await story.catalog.askForFalls(both, slug);
});
afterAll(() => story.stop());

const slugs = { kettle: "copper-kettle", pot: "kettle-of-copper" };
const by = { by: "opr_ann", reason: "the same kettle" };
const join = (product: string, into: string) => story.catalog.desk.mergeProducts({ product, into, ...by });
const part = (product: string) => story.catalog.desk.unmergeProduct({ product, ...by });
const asked = async (user: string) => (await story.catalog.priceAlerts(user)).map(({ slug }) => slug).toSorted();
/** All that is moved, by the products that have it. */
const standing = () =>
  story.rows(
    `select p.slug, p.merchants, p.from_minor, p.gtin, p.merged_into, p.sold_by,
      (select array_agg(l.external_id order by l.external_id) from catalog.listings l where l.product_id = p.product_id) as listings,
      (select array_agg(a.user_id order by a.user_id) from catalog.price_alerts a where a.product_id = p.product_id) as alerts,
      (select array_agg(m.merchant_id order by m.merchant_id) from catalog.merchant_products m where m.product_id = p.product_id) as shown_at
    from catalog.products p order by 1`,
  );

describe("two products that an operator makes one", () => {
  let before: unknown[];
  beforeEach(async () => {
    before = await standing();
    expect(await join(slugs.pot, `/${slugs.kettle}-product`)).toEqual({
      ok: true,
      value: { merged: POT.title, kept: KETTLE.title },
    });
  });

  it("are one everywhere: prices, history, lists, search, alerts, watched listings, the number of the trade and the old address", async () => {
    const page = await story.shown.product(slugs.kettle);
    expect(page?.listings.map(({ price_minor, merchant }) => [merchant.name, price_minor])).toEqual([
      ["Silver Pine", "3500"],
      ["Oak Barrel", "4000"],
    ]);
    expect(await story.shown.product(slugs.pot)).toBeNull();
    expect(await story.catalog.productNow(slugs.pot)).toBe(slugs.kettle);
    expect(await story.catalog.productNow(slugs.kettle)).toBeNull();
    expect((await story.shown.productByGtin(POT.gtin))?.slug).toBe(slugs.kettle);
    expect((await story.shown.products({})).items.map(({ slug }) => slug).toSorted()).toEqual([
      slugs.kettle,
      "oak-stool",
    ]);
    for (const words of ["copper kettle", "kettle of copper"])
      expect((await story.shown.searchPage({ q: words })).products.map(({ slug }) => slug)).toEqual([slugs.kettle]);
    expect((await story.shown.merchant("silver-pine"))?.products.map(({ slug }) => slug)).toEqual([slugs.kettle]);
    expect(await story.catalog.sitemap("products-1")).not.toContain(slugs.pot);
    for (const member of [ann, ben, both]) expect(await asked(member)).toEqual([slugs.kettle]);
    const [listing] = await story.rows<{ listing_id: string }>(
      "select listing_id from catalog.listings where external_id = 'p'",
    );
    const watched = await story.catalog.watched([listing?.listing_id ?? ""]);
    expect(watched.get(listing?.listing_id ?? "")).toMatchObject({ slug: slugs.kettle, price_minor: 3500n });
    expect(await join(slugs.pot, slugs.kettle)).toMatchObject({ ok: true });
    await part(slugs.pot);
    expect(await standing()).toEqual(before);
  });

  it("stay one whatever is imported, and part exactly, what came meanwhile with them", async () => {
    world.feeds.set("f2", { programme: "2", body: feedOf(item("p", { ...POT, price: "33.00 USD" })) });
    world.feeds.set("f1", {
      programme: "1",
      body: feedOf(item("k", KETTLE), item("o", { title: "Oak stool" }), item("p2", { ...POT, price: "31.00 USD" })),
    });
    await story.catalog.importAll();
    expect((await story.shown.product(slugs.kettle))?.listings.map(({ price_minor }) => price_minor)).toEqual([
      "3100",
      "3300",
      "4000",
    ]);
    expect(await story.shown.product(slugs.pot)).toBeNull();
    await part(slugs.pot);
    expect((await story.shown.product(slugs.pot))?.listings.map(({ price_minor }) => price_minor)).toEqual(["3300"]);
    // The listing that came meanwhile is known by its own number, as soon as its feed is read again.
    await story.catalog.importAll();
    expect((await story.shown.product(slugs.pot))?.listings.map(({ price_minor }) => price_minor)).toEqual([
      "3100",
      "3300",
    ]);
    expect((await story.shown.product(slugs.kettle))?.listings.map(({ price_minor }) => price_minor)).toEqual(["4000"]);
    expect(await asked(both)).toEqual(Object.values(slugs).toSorted());
  });

  it("leave an alert with whom it is asked by, also where accounts become one meanwhile", async () => {
    await story.catalog.askForFalls(ann, slugs.kettle);
    await story.base.handle.transaction((tx) => moveMember(tx, { from: ann, to: late }));
    await story.catalog.stopAlert(both, slugs.kettle);
    await part(slugs.pot);
    expect(await asked(late)).toEqual(Object.values(slugs).toSorted());
    expect(await asked(ben)).toEqual([slugs.kettle]);
    expect(await asked(both)).toEqual([]);
  });

  it("can be a part of a third, and then cannot be told apart any more", async () => {
    expect(await join(slugs.kettle, "oak-stool")).toMatchObject({ ok: true });
    expect(await story.catalog.productNow(slugs.pot)).toBe("oak-stool");
    expect(await part(slugs.pot)).toMatchObject({ code: "sealed" });
    expect(await part(slugs.kettle)).toMatchObject({ ok: true });
    expect(await story.catalog.productNow(slugs.pot)).toBe(slugs.kettle);
  });
});

it("refuses what cannot be one", async () => {
  expect(await join("oak-stool", "oak-stool")).toMatchObject({ code: "same_product" });
  expect(await join("oak-stool", "nothing")).toMatchObject({ code: "unknown_other" });
  expect(await join("nothing", "oak-stool")).toMatchObject({ code: "unknown_product" });
  expect(await join(slugs.pot, "oak-stool")).toMatchObject({ code: "merged" });
  expect(await join("oak-stool", slugs.pot)).toMatchObject({ code: "other_merged" });
  expect(await part("oak-stool")).toMatchObject({ code: "not_merged" });
});
