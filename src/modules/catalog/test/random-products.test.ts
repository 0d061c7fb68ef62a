/** What products show is what a plain reckoning of their listings says, whatever stores and programs are like. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { turnStores } from "../refresh-rates.ts";
import { refreshProducts } from "../store/refresh.ts";
import { type Random, randomOf, times } from "./random.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
  await base.handle.pool.query("insert into catalog.merchant_categories values ('c', 'C', 'C', 1)");
});
afterAll(() => base.drop());

const NOW = "2026-03-10T12:00:00Z";
const uuid = (kind: number, n: number) => `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

function makeWorld(random: Random) {
  const merchants = times(8, (n) => ({
    merchant_id: uuid(1, n),
    hidden: random.often(0.15),
    status: random.often(0.15) ? "closed" : "open",
    merged_into: n > 0 && random.often(0.15) ? uuid(1, random.below(n)) : null,
  }));
  const programmes = times(10, (n) => ({
    programme_id: uuid(2, n),
    merchant_id: random.one(merchants).merchant_id,
    gone_at: random.often(0.25) ? NOW : null,
    cash_back_allowed: random.often(0.8),
    counts_bps: random.often(0.3) ? 1 + random.below(20_000) : 10_000,
  }));
  const rates = programmes.flatMap(({ programme_id }) =>
    ["a", "b"].flatMap((group_code, position) => {
      if (random.often(0.2)) return [];
      const fixed = random.often(0.3);
      const [bps, minor] = fixed ? [0, random.below(2_000)] : [random.below(10_001), 0];
      return [{ programme_id, group_code, position, kind: fixed ? "fixed" : "percent", bps, minor }];
    }),
  );
  const products = times(30, (n) => uuid(3, n));
  const listings = times(100, (n) => {
    const programme = random.one(programmes);
    // A file of the shop's own stays with it when its program leads elsewhere.
    const own = random.below(5) === 0 ? random.below(merchants.length) : null;
    return {
      listing_id: uuid(4, n),
      product_id: random.one(products),
      merchant_id: own === null ? programme.merchant_id : uuid(1, own),
      feed_id: own ?? -1,
      programme_id: programme.programme_id,
      currency: random.often(0.85) ? "USD" : "CAD",
      price_minor: 100 + random.below(5),
      availability: random.one(["in_stock", "in_stock", "out_of_stock", "preorder", "backorder"]),
      gone_at: random.often(0.15) ? NOW : null,
      rate_group: random.one(["a", "b", "none"]),
    };
  });
  return { merchants, programmes, rates, products, listings };
}
type World = ReturnType<typeof makeWorld>;

const sorted = (stores: Iterable<string>) => [...new Set(stores)].sort();

/** As the README tells it, one product after the other. */
function reckon({ merchants, programmes, rates, listings }: World, product_id: string) {
  const sells = new Set(
    merchants
      .filter(({ hidden, status }) => !hidden && status !== "closed")
      .map(({ merchant_id }) => merchant_id)
      .filter((id) => programmes.some((one) => one.merchant_id === id && one.gone_at === null)),
  );
  const there = listings
    .filter((one) => one.product_id === product_id && one.gone_at === null && one.currency === "USD")
    .filter(({ merchant_id }) => sells.has(merchant_id));
  const of = (which: (availability: string) => boolean) =>
    sorted(there.filter(({ availability }) => which(availability)).map(({ merchant_id }) => merchant_id));
  const sold_by = of((availability) => availability !== "out_of_stock");
  const rank = (one: (typeof there)[number]) => Number(one.availability === "out_of_stock");
  const [first] = there.toSorted(
    (a, b) => rank(a) - rank(b) || a.price_minor - b.price_minor || (a.listing_id < b.listing_id ? -1 : 1),
  );
  const by = programmes.find(({ programme_id }) => programme_id === first?.programme_id);
  const paid = first && by?.cash_back_allowed && by.gone_at === null && by.merchant_id === first.merchant_id;
  const rate = paid
    ? rates.find((one) => one.programme_id === by.programme_id && one.group_code === first.rate_group)
    : undefined;
  const counted = (amount: number) => Math.floor((amount * (by?.counts_bps ?? 0)) / 10_000);
  return {
    ...{ product_id, merchants: sold_by.length, sold_by, ready_at: of((availability) => availability === "in_stock") },
    ...{ from_minor: first?.price_minor ?? 0, from_kind: rate?.kind ?? "none" },
    ...{ from_bps: rate ? Math.min(10_000, counted(rate.bps)) : 0, from_rate_minor: rate ? counted(rate.minor) : 0 },
  };
}

const insert = (table: string, rows: readonly object[], besides: string) =>
  base.handle.pool.query(
    `insert into catalog.${table} select r.* from jsonb_array_elements($1::jsonb) with ordinality as t(row, n),
     jsonb_populate_record(null::catalog.${table}, jsonb_build_object(${besides}) || row) r`,
    [JSON.stringify(rows)],
  );

async function write({ merchants, programmes, rates, listings }: World): Promise<void> {
  await base.handle.pool.query(
    "truncate catalog.merchants, catalog.programmes, catalog.programme_rates, catalog.listings cascade",
  );
  const names = "'internal_name', 's' || n, 'domain', 's' || n, 'name', 's' || n, 'folded', 's' || n";
  await insert(
    "merchants",
    merchants,
    `${names}, 'description', '', 'category', 'c', 'countries', array[]::text[], 'is_global', true, 'created_at', now(), 'live', true,
     'popularity', 0, 'live_coupons', 0, 'rate_kind', 'none', 'rate_bps', 0, 'rate_minor', 0, 'rate_up_to', false, 'was_kind', 'none', 'was_bps', 0,
     'was_minor', 0, 'description_es', '', 'aliases', array[]::text[], 'start_popularity', 0, 'activity', 0, 'visitors', 0, 'sells', n % 2 = 0`,
  );
  await insert(
    "programmes",
    programmes,
    "'network', 'impact', 'network_programme_id', n, 'name', '', 'url', '', 'tracking_link', '', 'content_hash', 0, 'updated_at', now()",
  );
  await insert("programme_rates", rates, "'name', ''");
  await base.handle.pool.query(
    `insert into catalog.feeds (feed_id, feed_name, kind, network, merchant_id) overriding system value
     select n - 1, 'shop.' || n, 'products', 'impact', id from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [merchants.map(({ merchant_id }) => merchant_id)],
  );
  await insert(
    "listings",
    listings,
    "'external_id', n, 'condition', 'new', 'tracking_link', '', 'content_hash', 0, 'written_run', 0, 'updated_at', now(), 'added_run', 0",
  );
}

const shown = async () =>
  (
    await base.handle.pool.query(
      `select product_id, merchants, sold_by, ready_at, from_minor::integer, from_kind, from_bps, from_rate_minor::integer
       from catalog.products order by product_id`,
    )
  ).rows.map((row) => ({ ...row, sold_by: sorted(row.sold_by), ready_at: sorted(row.ready_at) }));

it.each([1, 2, 3, 4, 5])("shows what is so (seed %i)", async (seed) => {
  const random = randomOf(seed);
  const { products } = makeWorld(random);
  const { pool } = base.handle;
  await pool.query("truncate catalog.products cascade");
  await pool.query(
    `insert into catalog.products (product_id, slug, name, folded, description, category, subcategory, source_listing)
     select id, id::text, '', '', '', 'c', '', id from unnest($1::uuid[]) id`,
    [products],
  );
  // Each world after the other, so that every product is seen to turn from one into another.
  for (let turn = 0; turn < 3; turn += 1) {
    const world = makeWorld(random);
    await write(world);
    await base.handle.transaction((tx) => refreshProducts(tx, products));
    expect(await shown()).toEqual(products.map((product) => reckon(world, product)));
    await base.handle.transaction((tx) => turnStores(tx));
    // Then what changes is found by what differs: of a store at a time, as operators and editions say it.
    for (let change = 0; change < 4; change += 1) {
      const store = random.one(world.merchants);
      if (random.often(0.5)) store.hidden = !store.hidden;
      else store.status = store.status === "open" ? "closed" : "open";
      await pool.query("update catalog.merchants set hidden = $2, status = $3 where merchant_id = $1", [
        ...[store.merchant_id, store.hidden, store.status],
      ]);
      await base.handle.transaction((tx) => turnStores(tx));
      expect(await shown()).toEqual(products.map((product) => reckon(world, product)));
    }
  }
});
