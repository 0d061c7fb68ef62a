import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#platform/ids";
import { planKnown } from "../apply-known-stores.ts";
import { KnownStores, knownStores } from "../known-stores/known-stores.ts";
import { fold, isReserved } from "../names.ts";
import { MERCHANT_CATEGORIES } from "../taxonomy/taxonomy.ts";
import { asCampaign, type Campaign, emptyWorld, type Story, startStory } from "./networks.ts";

const rates: Campaign["rates"] = [["DEFAULT", "Everything else", "4"]];
const campaign = (id: string, name: string, host: string, more: Partial<Campaign> = {}): Campaign => ({
  id,
  name,
  url: `https://${host}`,
  rates,
  ...more,
});

describe("the list of known stores", () => {
  const { stores } = knownStores();

  it("names each address and each store once, and nothing that is an address of the site", () => {
    const domains = stores.flatMap((store) => store.domains);
    expect(domains.filter((domain, place) => domains.indexOf(domain) !== place)).toEqual([]);
    const names = stores.map((store) => store.internal_name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    const shown = stores.filter((store) => !store.hidden && isReserved(store.internal_name));
    expect(shown.map((store) => store.internal_name)).toEqual([]);
  });

  it("puts every store into a category that there is, and describes those that it ranks in both languages", () => {
    const categories = new Set(MERCHANT_CATEGORIES.map((category) => category.slug));
    expect(stores.filter((store) => store.category && !categories.has(store.category))).toEqual([]);
    const ranked = stores.filter((store) => store.popularity !== undefined && !store.hidden);
    expect(ranked.length).toBeGreaterThan(800);
    expect(ranked.filter((store) => !store.description || !store.description_es)).toEqual([]);
    expect(ranked.slice(0, 12).map((store) => store.name)).toEqual(
      expect.arrayContaining(["Walmart", "Target", "Best Buy"]),
    );
  });

  it("finds a store behind the labels that networks put before its address, and no other store of the same house", () => {
    expect(knownStores().at("shop.nordstrom.com")?.internal_name).toBe("nordstrom");
    expect(knownStores().at("oldnavy.gap.com")?.internal_name).toBe("old-navy");
    expect(knownStores().at("gap.example")).toBeUndefined();
  });
});

describe("programmes of known stores", () => {
  const world = emptyWorld();
  let story: Story;
  beforeAll(async () => {
    story = await startStory(world);
  });
  afterAll(() => story.stop());
  beforeEach(() => {
    world.impact = [
      campaign("1", "Gap Inc. (US)", "www.gap.com", { category: "Home Improvement" }),
      campaign("2", "Gap", "gap.uk.com"),
      campaign("3", "Best Buy U.S.", "www.bestbuy.com", { category: "Telecommunications" }),
      campaign("4", "Rakuten", "rakuten.com"),
      campaign("5", "JOANN Stores", "joann.com"),
      campaign("6", "Corner Shop", "corner.example"),
      campaign("7", "Amazon", "amazon.com", { cash_back: false }),
    ];
  });
  const run = () => story.catalog.importFeed("impact.programmes");
  const names = async () => (await story.shown.stores({ page: 1 })).items.map((card) => card.internal_name);

  it("bear the name, category and place in the order that people know, whatever the network says", async () => {
    expect(await run()).toMatchObject({ state: "complete", added: 7, rejected: 0 });
    // What pays nothing counts half.
    expect(await names()).toEqual(["best-buy", "gap", "amazon", "corner-shop", "gap-building-plastics"]);
    const gap = (await story.shown.merchant("gap"))?.merchant;
    expect(gap).toMatchObject({ name: "Gap", category: "clothing", domain: "gap.com" });
    const [row] = await story.rows<{ aliases: string[]; description_es: string }>(
      "select aliases, description_es from catalog.merchants where internal_name = 'gap'",
    );
    expect(row?.aliases).toContain(fold("The Gap"));
    expect(row?.description_es).toContain("Ropa");
    expect(await story.catalog.nameNow("gap-gb")).toBe("gap-building-plastics");
  });

  it("are counted as what they give: a store that pays nothing is never among those that pay", async () => {
    const all = await story.shown.stores({});
    expect(all.counts).toEqual({ total: 5, paying: 4, coupons_only: 0 });
    expect(all.categories.reduce((sum, category) => sum + category.count, 0)).toBe(5);
    const plus = await story.shown.stores({ plus: true });
    expect(plus).toMatchObject({ total: 4, counts: { total: 4, paying: 4, coupons_only: 0 } });
    expect(plus.categories.reduce((sum, category) => sum + category.count, 0)).toBe(4);
    expect((await story.shown.home()).stores).toEqual(all.counts);
  });

  it("of no shop or of a closed one are listed nowhere, and nobody is sent there", async () => {
    expect(await names()).not.toEqual(expect.arrayContaining(["rakuten"]));
    for (const name of ["rakuten", "joann"]) {
      expect(await names()).not.toContain(name);
      expect(await story.shown.destination({ merchant: name })).toBeNull();
    }
    // Who looks for a closed store is told so, and is led to others.
    expect(await story.shown.merchant("rakuten")).toBeNull();
    expect(await story.shown.merchant("joann")).toMatchObject({
      merchant: { status: "closed", rate: { kind: "none" }, cash_back_allowed: false },
      coupons: [],
    });
  });

  it("never show what their networks write to partners", async () => {
    const [row] = await story.rows<{ terms: string }>(
      "select terms from catalog.programmes where network_programme_id = '6'",
    );
    expect(row?.terms).toMatch(/cash ?back/i);
    const page = JSON.stringify(await story.shown.merchant("corner-shop"));
    expect(page).not.toContain(row?.terms);
    await story.rows(
      "update catalog.merchants set description = 'A shop on the corner. Publishers get 9% commission.' where internal_name = 'corner-shop'",
    );
    expect((await story.shown.merchant("corner-shop"))?.merchant.description).toBe("A shop on the corner.");
  });

  it("get their name from a stranger who came before, and the stranger keeps its links", async () => {
    world.impact = [campaign("8", "Sephora", "sephora-fans.example")];
    await run();
    expect(await names()).toContain("sephora");
    world.impact = [campaign("9", "Sephora USA", "sephora.com"), ...world.impact];
    await run();
    expect((await story.shown.merchant("sephora"))?.merchant.domain).toBe("sephora.com");
    expect((await story.shown.merchant("sephora-2"))?.merchant.domain).toBe("sephora-fans.example");
  });

  it("get it, too, when the list that brought them is killed before its end", async () => {
    world.impact = [campaign("10", "Ulta Beauty", "ulta-fans.example"), ...world.impact];
    await run();
    world.impact = [campaign("11", "Ulta", "ulta.com"), ...world.impact];
    // Its first transaction is ended for another's sake, and begins anew.
    await story.rows("create sequence tries");
    await story.rows(`create function yields() returns trigger language plpgsql as $$
      begin if nextval('tries') = 1 then raise 'a deadlock' using errcode = '40P01'; end if; return null; end $$`);
    await story.rows(
      "create trigger first after insert on catalog.programmes for each statement execute function yields()",
    );
    await story.rows("create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$");
    await story.rows(`create trigger killed before update of state on catalog.import_runs
      for each row when (new.state in ('complete', 'held')) execute function die()`);
    expect(await run()).toMatchObject({ state: "failed", problem: "killed" });
    await story.rows("drop function die() cascade");
    expect(await story.rows("select last_value::integer as tried from tries")).toEqual([{ tried: 2 }]);
    await story.rows("drop function yields() cascade");
    await story.catalog.refresh();
    expect((await story.shown.merchant("ulta-beauty"))?.merchant.domain).toBe("ulta.com");
    expect((await story.shown.merchant("ulta-beauty-2"))?.merchant.domain).toBe("ulta-fans.example");
  });

  it("come into step in a database that stood before, with what hangs on them, and only once an edition", async () => {
    await run();
    const member = newId("user");
    // As it stood: two rows of one store, each with the other's best, and a stranger that bears a known name.
    await story.rows(`update catalog.merchants set internal_name = 'gap-old', category = 'home-improvement', name = 'Gap Inc',
      domain = 'gapinc.com', start_popularity = 0, aliases = '{}' where internal_name = 'gap'`);
    await story.rows(
      "update catalog.merchants set internal_name = 'gap' where internal_name = 'gap-building-plastics'",
    );
    await story.rows(`insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, created_at)
      select gen_random_uuid(), 'gap-us', 'GAP', 'gap', 'gap.com', '', category, '{}', true, now() from catalog.merchants where internal_name = 'gap-old'`);
    await story.rows(
      "insert into catalog.favourites (user_id, merchant_id, created_at) select $1, merchant_id, now() from catalog.merchants where internal_name = 'gap-us'",
      [member],
    );
    await story.rows("update catalog.applied_data set sum = 'an older edition'");
    await story.catalog.refresh();
    const gap = (await story.shown.merchant("gap"))?.merchant;
    expect(gap).toMatchObject({ name: "Gap", category: "clothing", domain: "gap.com" });
    expect(await story.catalog.favourites(member)).toEqual(["gap"]);
    expect(await story.catalog.nameNow("gap-us")).toBe("gap");
    expect(await story.catalog.nameNow("gap-old")).toBe("gap");
    expect(await story.catalog.nameNow("gap-gb")).toBe("gap-building-plastics");
    expect(await story.shown.destination({ merchant: "gap-old" })).toMatchObject({ internal_name: "gap" });
    const known = () =>
      story.rows("select internal_name, name, domain, category, merged_into from catalog.merchants order by 1");
    const after = await known();
    await story.catalog.refresh();
    expect(await run()).toMatchObject({ added: 0, changed: 0, unchanged: 7 });
    expect(await known()).toEqual(after);
  });
});

describe("two rows that turn out to be one store", () => {
  it("takes neither the name nor the address of a store that an operator made a part of another", () => {
    const known = new KnownStores('{"internal_name":"gap","name":"Gap","domains":["gap.com","gapfactory.com"]}');
    const [row, part] = [newId("merchant"), newId("merchant")];
    const plan = planKnown([{ merchant_id: row, internal_name: "gap-factory", domain: "gapfactory.com" }], known, [
      { merchant_id: part, internal_name: "gap", domain: "gap.com" },
    ]);
    expect(plan.renames).toEqual([]);
    expect(plan.writes).toMatchObject([{ internal_name: "gap-factory", domain: "gapfactory.com", name: "Gap" }]);
  });

  it("exchange name and address without meeting on the way", () => {
    const known = new KnownStores(
      '{"internal_name":"apple","name":"Apple","domains":["apple.com","appleid.apple.com"]}\n{"internal_name":"puma","name":"PUMA","domains":["puma.com"]}\n{"internal_name":"puma-energy","name":"Puma Energy","domains":["pumaenergy.com"]}\n',
    );
    const plan = planKnown(
      [
        { merchant_id: "1", internal_name: "apple", domain: "appleid.apple.com" },
        { merchant_id: "2", internal_name: "apple-store", domain: "apple.com" },
        { merchant_id: "3", internal_name: "puma", domain: "pumaenergy.com" },
        { merchant_id: "4", internal_name: "puma-com", domain: "puma.com" },
      ],
      known,
    );
    expect(plan.merges).toEqual([{ from: "2", to: "1" }]);
    expect(plan.renames).toEqual([
      { merchant_id: "1", internal_name: "apple", domain: "apple.com" },
      { merchant_id: "2", internal_name: "apple-store", domain: "appleid.apple.com" },
      { merchant_id: "3", internal_name: "puma-energy", domain: "pumaenergy.com" },
      { merchant_id: "4", internal_name: "puma", domain: "puma.com" },
    ]);
  });
});

it("takes a list whose later part wants a name that a stranger got while known stores came into step", async () => {
  const world = emptyWorld();
  const story = await startStory(world);
  const pages = [
    [campaign("1", "Ulta Beauty", "ulta-fans.example"), campaign("2", "Ulta", "ulta.com")],
    [campaign("3", "Ulta Beauty 2", "ulta-two.example")],
  ];
  world.impact = pages.flat();
  world.files.set(`/impact/Mediapartners/${story.settings.IMPACT_ACCOUNT_SID}/Campaigns`, {
    type: "application/json",
    body: async (request) => {
      const page = Number(/Page=(\d+)/.exec(request.url ?? "")?.[1]);
      if (page > 1) await story.catalog.refresh();
      const Campaigns = pages[page - 1]?.map((one) => asCampaign(one, new URL(story.settings.IMPACT_API_URL).origin));
      return Buffer.from(JSON.stringify({ "@numpages": "2", Campaigns }));
    },
  });
  const ran = await story.catalog.importFeed("impact.programmes");
  const domains = await Promise.all(
    ["ulta-beauty", "ulta-beauty-2"].map(async (name) => (await story.shown.merchant(name))?.merchant.domain),
  );
  await story.stop();
  expect(ran).toMatchObject({ state: "complete", added: 3 });
  expect(domains).toEqual(["ulta.com", "ulta-fans.example"]);
});
