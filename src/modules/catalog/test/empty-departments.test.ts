import { afterAll, beforeAll, expect, it } from "vitest";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;

beforeAll(async () => {
  story = await startStory(world);
});
afterAll(() => story.stop());

const at = async (category: string, subcategory?: string) => {
  const found = await story.shown.products({ category, subcategory });
  return {
    ...{ names: [found.category?.name_en, found.subcategory?.name_es], total: found.total },
    listed: found.categories.map(({ slug }) => slug),
  };
};

it("are there, and empty, before any product came; what is no department is none", async () => {
  expect(await at("computers")).toEqual({ names: ["Computers", undefined], total: 0, listed: [] });
  expect(await at("computers", "case-fans")).toMatchObject({ names: ["Computers", expect.any(String)], total: 0 });
  for (const [category, subcategory] of [
    ["nothing", undefined],
    ["__proto__", undefined],
    ["nothing", "case-fans"],
  ] as const)
    expect(await at(category, subcategory)).toMatchObject({ names: [undefined, undefined], total: 0 });
  // A category of another department.
  expect(await at("computers", "dog-supplies")).toMatchObject({ names: ["Computers", undefined], total: 0 });
});

it("are there for stores and coupons too, where no store is of a category that we know", async () => {
  for (const list of [story.shown.stores, story.shown.coupons]) {
    const found = await list({ category: "pets" });
    expect(found).toMatchObject({ total: 0, items: [], category: { slug: "pets", name_en: "Pets", count: 0 } });
    expect(found.categories).toEqual([]);
    expect(await list({ category: "nothing" })).toMatchObject({ total: 0, category: null });
    expect(await list({ category: "__proto__" })).toMatchObject({ total: 0, category: null });
  }
});

it("stay so beside those that have products, which alone are listed", async () => {
  world.impact = [{ id: "9001", name: "Marlow", url: "https://marlow.example", rates: [["DEFAULT", "All", "4"]] }];
  world.feeds.set("1", { programme: "9001", body: feedOf(item("a", { product_type: "Computers > Memory" })) });
  await story.catalog.importFeed("impact.programmes");
  await story.catalog.scheduleImports(["products"]);
  expect(await story.catalog.importFeed("impact.products.1")).toMatchObject({ state: "complete", added: 1 });
  story.catalog.growOld();
  expect(await at("computers")).toMatchObject({ total: 1, listed: ["computers"] });
  expect(await at("computers", "case-fans")).toMatchObject({ names: ["Computers", expect.any(String)], total: 0 });
  expect(await at("pet-supplies", "dog-supplies")).toMatchObject({
    ...{ names: ["Pet Supplies", expect.any(String)], total: 0, listed: ["computers"] },
  });
});
