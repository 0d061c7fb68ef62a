/** Lists of live coupons, by category and kind. */
import { CACHE_MINUTES } from "./cached-lists.ts";
import type { CatalogService, Category } from "./catalog.types.ts";
import { findCategory, listCategories } from "./list-categories.ts";
import { PAGE_SIZE, pageOf } from "./page-places.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { findIds } from "./search-catalog.ts";
import { toCoupon } from "./shape-answers.ts";
import { countCoupons, readCoupons } from "./store/read-offers.ts";

/** SPEC §2 `/coupons`, `/coupons/{category}`. The categories' counts are of coupons, not of stores. */
export async function listCoupons(
  deps: ReadDeps,
  query: Parameters<CatalogService["coupons"]>[0],
): ReturnType<CatalogService["coupons"]> {
  const { pool } = deps.database;
  const now = deps.clock.now();
  const found = query.q?.trim() ? await findIds(deps, "coupons", query.q) : undefined;
  const ids = found?.ids;
  const [all, counts] = await Promise.all([
    listCategories(deps),
    ids || query.kind
      ? countCoupons(pool, now, { kind: query.kind, ids })
      : deps.lists.get("coupon-counts", CACHE_MINUTES, () => countCoupons(pool, now)),
  ]);
  const sort = query.sort ?? (ids ? "found" : "popular");
  const wanted = query.type ? counts.filter((row) => row.offer_type === query.type) : counts;
  const sum = (rows: readonly { count: number; ending: number }[]) =>
    rows.reduce((total, row) => total + (sort === "ending" ? row.ending : row.count), 0);
  const byCategory = Map.groupBy(wanted, (row) => row.category);
  const categories: Category[] = all.flatMap((category) => {
    const count = sum(byCategory.get(category.slug) ?? []);
    return count > 0 ? [{ ...category, count }] : [];
  });
  const known = findCategory(all, query.category);
  const total = query.category ? sum(byCategory.get(query.category) ?? []) : sum(wanted);
  const { page, pages, offset } = pageOf(query.page, total);
  const rows =
    total === 0
      ? []
      : await readCoupons(
          pool,
          { category: query.category, type: query.type, kind: query.kind, ids, sort },
          now,
          offset,
          PAGE_SIZE,
        );
  return {
    items: rows.map((row) => toCoupon(row, now, deps.brand)),
    page,
    pages,
    total,
    more: found?.more ?? false,
    missing: found?.missing ?? null,
    page_size: PAGE_SIZE,
    categories,
    category: known ? { ...known, count: total } : null,
  };
}
