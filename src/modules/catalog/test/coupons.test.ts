import { afterAll, beforeAll, expect, it } from "vitest";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const rates: [string, string, string][] = [["A", "All", "5"]];
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Gap", url: "https://gap.com", rates },
    { id: "2", name: "Nike", url: "https://nike.com", rates },
    { id: "3", name: "Puma", url: "https://us.puma.com", rates },
  ];
  world.promotions = [
    { id: "1", programme: "1", title: "20% off denim jackets", code: "DENIM20" },
    { id: "2", programme: "1", title: "Free shipping on orders of $50 or more" },
    { id: "3", programme: "2", title: "$10 off your first order", code: "TEN" },
    {
      id: "4",
      programme: "2",
      title: "25% off denim",
      code: "OLD",
      dates: "2025-01-01T00:00:00Z/2025-02-01T00:00:00Z",
    },
  ];
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

type Query = Parameters<Story["catalog"]["coupons"]>[0];
const found = async (query: Query) => {
  const list = await story.catalog.coupons(query);
  expect(list.items.length).toBe(list.total);
  return list.items.map((coupon) => coupon.title).sort();
};

it("finds live coupons by words of theirs or of their store, unfinished ones too", async () => {
  expect(await found({ q: "denim" })).toEqual(["20% off denim jackets"]);
  expect(await found({ q: "jack den" })).toEqual(["20% off denim jackets"]);
  expect(await found({ q: "Nike first" })).toEqual(["$10 off your first order"]);
  expect(await found({ q: "gap" })).toHaveLength(2);
  expect(await found({ q: "nothing of the kind" })).toEqual([]);
  expect(await found({ q: "'); drop table x; -- & | ! :*" })).toEqual([]);
});

it("filters by category, type and what a coupon brings, and counts what is left", async () => {
  expect(await found({ kind: "shipping" })).toEqual(["Free shipping on orders of $50 or more"]);
  expect(await found({ kind: "percent", type: "other" })).toEqual([]);
  expect(await found({ kind: "amount", category: "shoes" })).toEqual(["$10 off your first order"]);
  const list = await story.catalog.coupons({ kind: "amount" });
  expect(list.categories.map(({ slug, count }) => [slug, count])).toEqual([["shoes", 1]]);
});

it("says what it knows in both languages, and that nobody has tried a coupon until somebody has", async () => {
  const [coupon] = (await story.catalog.coupons({ kind: "amount" })).items;
  expect(coupon).toMatchObject({
    title_language: "en",
    title_other: "$10 de descuento en tu primer pedido",
    condition: "First order only",
    condition_es: "Solo el primer pedido",
    tried: 0,
    verified_at: null,
  });
});

it("leads from a store without coupons to stores like it that have some", async () => {
  const page = await story.shown.merchant("puma");
  expect(page?.coupons).toEqual([]);
  expect(page?.also[0]).toMatchObject({ internal_name: "nike", coupons: 1 });
});
