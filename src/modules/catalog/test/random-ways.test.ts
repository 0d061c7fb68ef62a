/**
 * What pages promise of a store is what the program pays by which they lead there, and no other that leads there pays more: whatever
 * ended or leads elsewhere, whether or not the settling came that brings everything else in step.
 */
import { afterEach, expect, it } from "vitest";
import { bestCommission, type CommissionGroup, compareCommissions, memberRate } from "../rules.ts";
import { type Campaign, emptyWorld, killedAtSettling, type Story, startStory } from "./networks.ts";
import { type Random, randomOf, times } from "./random.ts";

let story: Story;
afterEach(() => story.stop());

const LIST = "impact.programmes";
const STORES = 12;
const host = (store: number) => `store${store}.example`;

const OWN = "Five off with our own code";

type Programme = Campaign & { store: number; counts: number };

function makeWorld(random: Random): Programme[] {
  const numbers = times(1_000, (n) => n);
  return times(STORES, (store) =>
    times(2 + random.below(3), (): Programme => {
      const [number] = numbers.splice(random.below(numbers.length), 1);
      const rate = () => (random.often(0.3) ? `$${1 + random.below(20)}` : `${1 + random.below(9)}`);
      return {
        ...{ id: `${1_000 + (number ?? 0)}`, name: `Store ${store}`, url: `https://${host(store)}`, store },
        rates: times(1 + random.below(2), (n) => [`G${n}`, `Kind ${n}`, rate()]),
        cash_back: random.often(0.85),
        counts: random.often(0.3) ? 10 + random.below(90) : 100,
      };
    }),
  ).flat();
}

/** Some end, the best as well as others, and some lead to another store. Where more ended the list would be held. */
const change = (programmes: readonly Programme[], random: Random): Programme[] =>
  programmes
    .filter((_, n) => n % 12 > 2 || random.often(0.2))
    .map((one) => {
      const store = random.often(0.15) ? random.below(STORES) : one.store;
      return { ...one, store, url: `https://${host(store)}` };
    });

/** What a program pays for an order, as its network tells it and as much as counts of it. */
function paidBy({ rates, cash_back, counts }: Programme) {
  const groups = rates.map(([code, name, rate]): CommissionGroup => {
    const told = Number(rate.replace("$", "")) * counts;
    return rate.startsWith("$")
      ? { code, name, kind: "fixed", bps: 0, minor: BigInt(told) }
      : { code, name, kind: "percent", bps: told, minor: 0n };
  });
  return bestCommission(cash_back ? groups : []);
}

/** Of each store: what its page and lists promise, what a click does, and what is paid where that leads. */
async function ways(programmes: readonly Programme[]) {
  story.catalog.growOld();
  const { items } = await story.shown.stores({});
  const coupons = (await story.shown.coupons({})).items;
  const found = [];
  for (const store of times(STORES, (n) => n)) {
    const led = programmes.filter((one) => one.store === store);
    const name = `store-${store}`;
    const way = await story.shown.destination({ merchant: name });
    const page = (await story.shown.merchant(name))?.merchant;
    if (led.length === 0) {
      expect([way, page], name).toEqual([null, undefined]);
      continue;
    }
    const by = led.find(({ id }) => id === way?.network_programme_id);
    expect(by, `${name} is led to by one of its own`).toBeDefined();
    const paid = paidBy(by as Programme);
    const most = led
      .map((one) => paidBy(one).commission)
      .toSorted(compareCommissions)
      .at(-1);
    expect(paid.commission, `${name} by what pays best`).toEqual(most);
    const rate = memberRate(paid.commission, story.brand.member_share_bps, paid.up_to);
    const told = [way, page, ...items.filter((card) => card.internal_name === name)];
    found.push([name, ...told.map((one) => one?.rate)]);
    expect(
      told.map((one) => one?.rate),
      `${name} by ${by?.id}`,
    ).toEqual(told.map(() => rate));
    for (const { offer_id, merchant, title } of coupons.filter((one) => one.merchant.internal_name === name)) {
      const own = await story.shown.destination({ offer_id });
      expect([merchant.rate, own?.rate, own?.internal_name], `${name}'s coupon`).toEqual([rate, rate, name]);
      const by = title === OWN ? [way] : [way, { network_programme_id: title.split(" ")[0] }];
      expect(
        by.map((one) => one?.network_programme_id),
        `${name}'s ${title}`,
      ).toContain(own?.network_programme_id);
    }
  }
  return found;
}

it.each([1, 2, 3, 4])("holds in the worlds of seed %i", async (seed) => {
  const random = randomOf(seed);
  const world = emptyWorld();
  const before = makeWorld(random);
  world.impact = before;
  world.promotions = before
    .filter(() => random.often(0.3))
    .map(({ id }) => ({ id, programme: id, title: `${id} off` }));
  story = await startStory(world);
  expect(await story.catalog.importFeed(LIST)).toMatchObject({ state: "complete" });
  await story.catalog.importFeed("impact.offers");
  for (const { id, counts } of before.filter((one) => one.counts < 100)) {
    const [row] = await story.rows<{ key: string }>(
      "select 'prg_' || replace(programme_id::text, '-', '') as key from catalog.programmes where network_programme_id = $1",
      [id],
    );
    const wish = { programme: row?.key ?? "", by: "opr_ann", reason: "for a week", share: `${counts}`, from: "" };
    expect(await story.catalog.desk.setOwnRate({ ...wish, until: "2026-03-16", approved_by: null })).toMatchObject({
      ok: true,
    });
  }
  const typed = { code: "FIVE", title: OWN, title_es: "Cinco menos", from: "", until: "", by: "opr_ann", reason: "" };
  for (const store of times(STORES, (n) => `store-${n}`).filter(() => random.often(0.5)))
    expect(await story.catalog.desk.addCoupon({ ...typed, store })).toMatchObject({ ok: true });
  expect((await ways(before)).length).toBe(STORES);
  const after = change(before, random);
  world.impact = after;
  await killedAtSettling(story, () => story.catalog.importFeed(LIST));
  const [ended] = await story.rows(
    "select count(*)::integer as count from catalog.programmes where gone_at is not null",
  );
  expect(ended).toEqual({ count: before.length - after.length });
  const atOnce = await ways(after);
  await story.catalog.refresh();
  expect(await ways(after)).toEqual(atOnce);
});
