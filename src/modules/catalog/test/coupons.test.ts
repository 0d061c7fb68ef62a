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

type Query = Parameters<Story["shown"]["coupons"]>[0];
const found = async (query: Query) => {
  const list = await story.shown.coupons(query);
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
  const list = await story.shown.coupons({ kind: "amount" });
  expect(list.categories.map(({ slug, count }) => [slug, count])).toEqual([["shoes", 1]]);
});

it("says what it knows in both languages, and that nobody has tried a coupon until somebody has", async () => {
  const [coupon] = (await story.shown.coupons({ kind: "amount" })).items;
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

it("shows one offer with what its store pays, an ended one as ended with others near it, and no other", async () => {
  const [jackets] = (await story.shown.coupons({ q: "denim" })).items;
  const page = await story.shown.offer(jackets?.offer_id ?? "");
  expect(page).toMatchObject({
    coupon: { offer_code: "DENIM20", state: "live" },
    store: { internal_name: "gap", rate: { kind: "percent" }, cash_back_allowed: true },
    near: [{ title: "Free shipping on orders of $50 or more" }],
  });
  const ended = (await story.shown.merchant("nike"))?.ended[0];
  expect(await story.shown.offer(ended?.offer_id ?? "")).toMatchObject({
    coupon: { offer_code: "OLD", state: "ended" },
    store: { internal_name: "nike" },
    near: [{ offer_code: "TEN" }],
  });
  for (const unknown of ["ofr_00000000000000000000000000000000", "nothing", "", "ofr_'; drop table x"])
    expect(await story.shown.offer(unknown), unknown).toBeNull();
});

it("makes campaigns of what is dated, and knows no others", async () => {
  const ending = await story.shown.campaign("ending-this-week");
  const [from, until] = [ending?.from, ending?.until].map((at) => Date.parse(at ?? ""));
  expect((until ?? 0) - (from ?? 0)).toBe(7 * 86_400_000);
  expect(ending?.coupons).toEqual([]);
  await story.base.handle.pool.query("update catalog.offers set ends_at = $1 where code = 'TEN'", [
    new Date((from ?? 0) + 86_400_000),
  ]);
  await story.base.handle.pool.query("update catalog.offers set ends_at = $1 where code = 'DENIM20'", [
    new Date((from ?? 0) + 8 * 86_400_000),
  ]);
  story.catalog.growOld();
  expect((await story.shown.campaign("ending-this-week"))?.coupons.map(({ offer_code }) => offer_code)).toEqual([
    "TEN",
  ]);
  expect(await story.shown.campaign("raised-rates")).toMatchObject({ stores: [], coupons: [], until: null });
  await story.base.handle.pool.query(
    "update catalog.merchants set was_kind = 'percent', was_bps = 100 where internal_name = 'gap'",
  );
  story.catalog.growOld();
  expect((await story.shown.campaign("raised-rates"))?.stores).toMatchObject([
    { internal_name: "gap", was_rate: { kind: "percent" }, since: null },
  ]);
  expect(await story.shown.campaign("black-friday")).toBeNull();
});

it("says with every coupon what its store pays members of the page's brand, and of one that pays nothing that", async () => {
  const less = story.catalog.under({ member_share_bps: 5_000, plus_share_bps: 5_000 });
  const rateOf = async (of: typeof less, q: string) => (await of.coupons({ q })).items[0]?.merchant.rate;
  expect(await rateOf(story.shown, "denim")).toEqual((await story.shown.merchant("gap"))?.merchant.rate);
  expect(await rateOf(less, "denim")).toEqual({ kind: "percent", bps: 250, up_to: false });
  await story.rows("update catalog.merchants set rate_kind = 'none', rate_bps = 0 where internal_name = 'nike'");
  story.catalog.growOld();
  expect(await rateOf(story.shown, "nike")).toEqual({ kind: "none" });
  const { coupons } = await story.shown.searchPage({ q: "nike" });
  expect(coupons.map(({ merchant }) => merchant.rate)).toEqual([{ kind: "none" }]);
  expect((await story.shown.merchant("nike"))?.coupons[0]?.merchant.rate).toEqual({ kind: "none" });
});

it("says with every coupon what its store pays Plus members, where that is more", async () => {
  const less = story.catalog.under({ member_share_bps: 5_000, plus_share_bps: 5_000 });
  const gap = await story.shown.merchant("gap");
  const { plus_rate } = gap?.merchant ?? {};
  expect(plus_rate).toEqual({ kind: "percent", bps: 450, up_to: false });
  const found = async (of: typeof less) => {
    const { items } = await of.coupons({ q: "denim" });
    const { coupons } = await of.searchPage({ q: "denim" });
    const offer = await of.offer(items[0]?.offer_id ?? "");
    return [items[0], coupons[0], (await of.merchant("gap"))?.coupons[0], offer?.coupon];
  };
  for (const coupon of await found(story.shown)) expect(coupon?.merchant).toMatchObject({ plus_rate });
  for (const coupon of await found(less)) expect(coupon?.merchant).toMatchObject({ plus_rate: null });
});
