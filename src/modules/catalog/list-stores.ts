/** Lists of stores: by category and filter, A to Z, and the front page. */
import { CACHE_MINUTES } from "./cached-lists.ts";
import type {
  CatalogService,
  HomePage,
  MaybeMissing,
  MerchantCard,
  Page,
  StoreCounts,
  StoresAround,
  StoresQuery,
} from "./catalog.types.ts";
import { findCategory, listCategories } from "./list-categories.ts";
import { PAGE_SIZE, pageOf } from "./page-places.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { memberRate } from "./rules.ts";
import { findIds } from "./search-catalog.ts";
import { toCard, toCoupon } from "./shape-answers.ts";
import { listSections, readHomeParts, readStoresOf } from "./show-section.ts";
import {
  countStores,
  countStoresByCategory,
  ratesCheckedAt,
  readAllStores,
  readRateCard,
  readStores,
  type StoreCount,
} from "./store/read-merchants.ts";
import { readCoupons } from "./store/read-offers.ts";

/** SPEC §2 `/stores`, `/stores/{category}`, `/spstores`. An unknown category gives no stores and `category: null`. */
export async function listStores(
  deps: ReadDeps,
  query: StoresQuery,
): Promise<Page<MerchantCard> & StoresAround & MaybeMissing> {
  const { pool } = deps.database;
  const [all, counted, lists] = await Promise.all([listCategories(deps), countsOf(deps, query), listSections(deps)]);
  const byCategory = new Map(counted.map((row) => [row.category, row.total]));
  const known = findCategory(all, query.category);
  const category = known ? { ...known, count: byCategory.get(known.slug) ?? 0 } : null;
  const categories = all.flatMap((each) => {
    const count = byCategory.get(each.slug) ?? 0;
    return count > 0 || each === known ? [{ ...each, count }] : [];
  });
  const counts = sumOf(query.category ? counted.filter((row) => row.category === query.category) : counted);
  const found = query.q?.trim() ? await findIds(deps, "stores", query.q) : null;
  const ids = found?.ids ?? null;
  const total = ids ? await countStores(pool, query, ids) : counts.total;
  const { page, pages, offset } = pageOf(query.page, total);
  const rows = total === 0 ? [] : await readStores(pool, query, ids, offset, PAGE_SIZE);
  return {
    items: rows.map((row) => toCard(row, deps.brand)),
    page,
    pages,
    total,
    more: found?.more ?? false,
    missing: found?.missing ?? null,
    page_size: PAGE_SIZE,
    categories,
    category,
    counts,
    lists,
  };
}

/** Counts of what the filters leave, by category: the same words then stand beside the list that they are true of. */
const countsOf = (deps: ReadDeps, { country, plus, coupons }: StoresQuery): Promise<StoreCount[]> =>
  deps.lists.get(`stores-counts:${JSON.stringify([country, plus, coupons])}`, CACHE_MINUTES, () =>
    countStoresByCategory(deps.database.pool, { country, plus, coupons }),
  );

const sumOf = (rows: readonly StoreCounts[]): StoreCounts => ({
  total: rows.reduce((sum, row) => sum + row.total, 0),
  paying: rows.reduce((sum, row) => sum + row.paying, 0),
  coupons_only: rows.reduce((sum, row) => sum + row.coupons_only, 0),
});

/** SPEC §2 `/MerchantList`: every store by first letter; names that begin with a figure come last, as "#". */
export const listAllStores = (deps: ReadDeps): ReturnType<CatalogService["merchantList"]> =>
  deps.lists.get("merchant-list", CACHE_MINUTES, async () => {
    const groups = new Map<string, { internal_name: string; name: string; rate: MerchantCard["rate"] }[]>();
    // Thousands of stores share a few dozen rates.
    const rates = new Map<string, MerchantCard["rate"]>();
    for (const row of await readAllStores(deps.database.pool)) {
      const first = row.folded[0]?.toUpperCase() ?? "#";
      const letter = /[A-Z]/.test(first) ? first : "#";
      const same = `${row.rate_kind} ${row.rate_bps} ${row.rate_minor} ${row.rate_up_to}`;
      const commission = { kind: row.rate_kind, bps: row.rate_bps, minor: BigInt(row.rate_minor) };
      const rate = rates.get(same) ?? memberRate(commission, deps.brand.member_share_bps, row.rate_up_to);
      rates.set(same, rate);
      const group = groups.get(letter) ?? [];
      group.push({ internal_name: row.internal_name, name: row.name, rate });
      groups.set(letter, group);
    }
    return [...groups]
      .sort(([a], [b]) => (a === "#" ? 1 : b === "#" ? -1 : a.localeCompare(b)))
      .map(([letter, stores]) => ({ letter, stores }));
  });

const RATE_CARD = { categories: 6, stores: 5 };

export const showHome = (deps: ReadDeps): Promise<HomePage> =>
  deps.lists.get("home", CACHE_MINUTES, async () => {
    const { pool } = deps.database;
    const now = deps.clock.now();
    const [categories, card, popular, coupons, counted, checked, parts] = await Promise.all([
      listCategories(deps),
      readRateCard(pool, RATE_CARD.categories, RATE_CARD.stores),
      readStoresOf(deps, "top-stores", "popular", 12),
      readCoupons(pool, { sort: "popular" }, now, 0, PAGE_SIZE),
      countsOf(deps, {}),
      ratesCheckedAt(pool),
      readHomeParts(deps),
    ]);
    const byCategory = Map.groupBy(card, (row) => row.category);
    const rate_card = [...byCategory].flatMap(([slug, rows]) => {
      const category = categories.find((candidate) => candidate.slug === slug);
      return category ? [{ category, stores: rows.map((row) => toCard(row, deps.brand)) }] : [];
    });
    // One coupon of a store at most, or the store with most codes would fill the page.
    const shown = [
      ...new Map(coupons.toReversed().map((coupon) => [coupon.internal_name, coupon])).values(),
    ].toReversed();
    return {
      parts,
      rate_card,
      rates_checked_at: (checked ?? now).toISOString(),
      popular: popular.stores.map((row) => toCard(row, deps.brand)),
      coupons: shown.slice(0, 8).map((coupon) => toCoupon(coupon, now, deps.brand)),
      stores: sumOf(counted),
    };
  });
