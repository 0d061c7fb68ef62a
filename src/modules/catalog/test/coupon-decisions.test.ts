import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
  ];
  world.promotions = [
    { id: "p1", programme: "1", title: "Ten off barrels", code: "TEN" },
    { id: "p2", programme: "1", title: "10% off barrels", code: "ten" },
    { id: "p3", programme: "1", title: "Free shipping on barrels", code: "SHIP" },
  ];
  story = await startStory(world);
  await story.catalog.importAll();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "it never worked" };
const importOffers = () => story.catalog.importFeed("impact.offers");
const idOf = async (network_offer_id: string) =>
  (
    await story.rows<{ id: string }>(
      "select 'ofr_' || replace(offer_id::text, '-', '') as id from catalog.offers where network_offer_id = $1",
      [network_offer_id],
    )
  )[0]?.id ?? "";
const codes = async () => (await story.shown.coupons({})).items.map(({ offer_code }) => offer_code ?? "").toSorted();
const typed = {
  title: "25% off everything",
  title_es: "25 % de descuento en todo",
  code: "OURS25",
  from: "",
  until: "",
};
const add = (more: Partial<typeof typed> & { store?: string } = {}) =>
  story.catalog.desk.addCoupon({ store: "silver-pine", ...typed, ...more, by: "opr_ann", reason: "" });

/** Everywhere that a code can be met, by what is found there. */
async function tracesOf(code: string, id: string, words: string): Promise<string[]> {
  const page = await story.shown.merchant("oak-barrel");
  const has = (list: readonly { offer_code?: string | null; code?: string | null }[] | undefined) =>
    list?.some((one) => (one.offer_code ?? one.code)?.toUpperCase() === code);
  const found: Record<string, unknown> = {
    "store's page": has(page?.coupons),
    "store's page, ended": has(page?.ended),
    list: has((await story.shown.coupons({})).items),
    suggestion: (await story.shown.search(words)).coupons.some(({ title_en }) => !title_en.startsWith("Free shipping")),
    search: has((await story.shown.searchPage({ q: words })).coupons),
    "page of its own": await story.shown.offer(id),
    "what is said on the way there": (await story.shown.destination({ offer_id: id }))?.offer,
    bundle: has((await story.shown.bundleStores()).flatMap((one) => one.codes)),
    "front page": has((await story.shown.home()).coupons),
  };
  return Object.keys(found).filter((where) => found[where]);
}

describe("a coupon that an operator retires", () => {
  it("leaves no trace, with its like, and no import brings it back", async () => {
    const id = await idOf("p1");
    expect(await tracesOf("TEN", id, "ten off barrels")).toHaveLength(8);
    expect(await story.catalog.desk.retireCoupon({ coupon: id, ...by })).toEqual({ ok: true, value: 2 });
    expect(await tracesOf("TEN", id, "ten off")).toEqual([]);
    expect(await codes()).toEqual(["SHIP"]);
    // Who pressed just before still comes to the store.
    expect(await story.shown.destination({ offer_id: id })).toMatchObject({ internal_name: "oak-barrel", offer: null });
    world.promotions = [
      ...world.promotions.map((one) => ({ ...one, title: `${one.title} today` })),
      { id: "p4", programme: "1", title: "Barrels for less", code: "Ten" },
    ];
    expect(await importOffers()).toMatchObject({ changed: 3, added: 1 });
    expect(await importOffers()).toMatchObject({ changed: 0, unchanged: 4, gone: 0 });
    await story.catalog.refresh();
    expect(await tracesOf("TEN", id, "barrels for less")).toEqual([]);
    expect(await codes()).toEqual(["SHIP"]);
    expect(await story.catalog.desk.retireCoupon({ coupon: id, ...by })).toEqual({ ok: true, value: 0 });
  });

  it("shows what its network says now when it is brought back", async () => {
    world.promotions = world.promotions.filter(({ id }) => id !== "p2");
    expect(await importOffers()).toMatchObject({ gone: 1 });
    expect(await importOffers()).toMatchObject({ gone: 0 });
    expect(await story.catalog.desk.bringBackCoupon({ coupon: await idOf("p1"), ...by })).toEqual({
      ok: true,
      value: 3,
    });
    expect(await codes()).toEqual(["SHIP", "TEN", "Ten"]);
    const page = await story.shown.merchant("oak-barrel");
    expect(page?.coupons.map(({ title }) => title).toSorted()).toEqual([
      "Barrels for less",
      "Free shipping on barrels today",
      "Ten off barrels today",
    ]);
    expect(page?.ended.map(({ offer_code }) => offer_code)).toEqual(["ten"]);
  });
});

describe("a coupon that an operator adds", () => {
  it("stands with the others in both languages, until its last day is over everywhere", async () => {
    const added = await add({ from: "2026-03-10", until: "2026-03-12" });
    expect(added).toMatchObject({ ok: true });
    const [coupon] = (await story.shown.merchant("silver-pine"))?.coupons ?? [];
    expect(coupon).toMatchObject({
      offer_id: added.ok && added.value,
      offer_code: "OURS25",
      title: "25% off everything",
      title_other: "25 % de descuento en todo",
      discount: { kind: "percent", bps: 2_500 },
      ends_at: "2026-03-13T09:59:59.000Z",
    });
    expect((await story.shown.search("silver pine descuento en todo")).coupons[0]).toMatchObject({
      merchant_name: "Silver Pine",
    });
    expect((await story.shown.bundleStores()).find(({ name }) => name === "silver-pine")?.codes).toMatchObject([
      { code: "OURS25", other: "25 % de descuento en todo", ends: "2026-03-12" },
    ]);
    expect(await story.shown.destination({ offer_id: coupon?.offer_id ?? "" })).toMatchObject({
      internal_name: "silver-pine",
      offer: { code: "OURS25", state: "live" },
    });
    world.promotions = [];
    await importOffers();
    expect(await codes()).toContain("OURS25");
    story.clock.advance({ days: 3 });
    await story.catalog.refresh();
    expect(await codes()).not.toContain("OURS25");
    expect(await add()).toEqual(added);
    expect(await codes()).toContain("OURS25");
  });

  it("goes with its store into another, and back", async () => {
    const both = { by: "opr_ann", reason: "one firm" };
    await story.catalog.desk.mergeStores({ store: "silver-pine", into: "oak-barrel", ...both });
    const own = async (store: string) =>
      (await story.shown.merchant(store))?.coupons.map(({ offer_code }) => offer_code) ?? [];
    expect(await own("oak-barrel")).toContain("OURS25");
    const coupon = (await story.shown.merchant("oak-barrel"))?.coupons.find((one) => one.offer_code === "OURS25");
    // It leads by the best programme of the store that it is at.
    expect(await story.shown.destination({ offer_id: coupon?.offer_id ?? "" })).toMatchObject({
      network_programme_id: "1",
    });
    expect(await add({ store: "oak-barrel", code: "STAYS" })).toMatchObject({ ok: true });
    await story.catalog.desk.unmergeStore({ store: "silver-pine", ...both });
    expect(await own("silver-pine")).toEqual(["OURS25"]);
    expect(await own("oak-barrel")).toContain("STAYS");
    expect(await own("oak-barrel")).not.toContain("OURS25");
    expect(await story.shown.destination({ offer_id: coupon?.offer_id ?? "" })).toMatchObject({
      network_programme_id: "2",
    });
  });

  it.each<[Parameters<typeof add>[0], string, RegExp]>([
    [{ store: "nobody" }, "unknown_store", /^$/],
    [{ title_es: " " }, "bad_word", /Spanish/],
    [{ title: "" }, "bad_word", /No title/],
    [{ code: "TWO WORDS" }, "bad_word", /no gaps/],
    [{ until: "2026-02-30" }, "bad_word", /2026-11-30/],
    [{ from: "2026-04-02", until: "2026-04-01" }, "bad_word", /ends before it starts/],
  ])("is refused where it cannot be: %j", async (more, code, why) => {
    const outcome = await add(more);
    expect(outcome).toMatchObject({ ok: false, code });
    expect((!outcome.ok && outcome.detail?.why) || "").toMatch(why);
  });

  it("is refused with a code that the store has, and with one that was retired there", async () => {
    world.promotions = [{ id: "p9", programme: "2", title: "Nine off", code: "NINE" }];
    await importOffers();
    expect(await add({ code: "nine" })).toMatchObject({ code: "known" });
    await story.catalog.desk.retireCoupon({ coupon: await idOf("p9"), ...by });
    expect(await add({ code: "nine" })).toMatchObject({ code: "retired" });
  });
});
