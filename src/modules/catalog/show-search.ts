/** What search found as it is shown: suggestions while typing, and the page of results. */
import type { SearchKind, SearchPage, SearchPageQuery, SearchSuggestions } from "./catalog.types.ts";
import { titleInOther } from "./coupon-words.ts";
import { keepSearch } from "./keep-searches.ts";
import { pageOf } from "./page-places.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { SEARCH_KINDS } from "./search/rank.ts";
import { look, MAX_FOUND } from "./search-catalog.ts";
import { logoUrl, ratesOf, toCard, toCoupon, toProductCard } from "./shape-answers.ts";
import { readCouponsByIds } from "./store/read-offers.ts";
import { readProductsByIds } from "./store/read-products.ts";
import type { Rows } from "./store/search.ts";

const SUGGESTED = { stores: 6, products: 5, coupons: 4, categories: 4 };
const SHOWN_OF_ALL = { stores: 6, products: 8, coupons: 4, categories: 6 };
const SHOWN_OF_ONE = 24;

/** As each reader reads it; as it was written where it says more than we understand. */
function titlesOf({ title, title_es: inSpanish }: Rows["coupons"][number]) {
  const { language, other } = titleInOther(title, inSpanish);
  const [title_en, title_es] = language === "en" ? [title, other ?? title] : [other ?? title, title];
  return { title_en, title_es };
}

const categoryOf = ({ name_en, name_es, id }: Rows["categories"][number]) => ({ name_en, name_es, href: id });

export async function searchCatalog(deps: ReadDeps, given: string): Promise<SearchSuggestions> {
  const { ranked, missing } = await look(deps, given);
  return {
    order: ranked.order,
    missing: missing && { name: missing.name },
    stores: ranked.stores.slice(0, SUGGESTED.stores).map((row) => ({
      name: row.name,
      internal_name: row.internal_name,
      logo_url: logoUrl(row.logo_path),
      rate: ratesOf(row, deps.brand).rate,
    })),
    products: ranked.products
      .slice(0, SUGGESTED.products)
      .map((row) => ({ name: row.name, href: `/${row.slug}-product`, price_minor: row.from_minor.toString() })),
    coupons: ranked.coupons.slice(0, SUGGESTED.coupons).map((row) => ({
      ...titlesOf(row),
      merchant_name: row.merchant_name,
      href: `/${row.internal_name}-coupons`,
    })),
    categories: ranked.categories.slice(0, SUGGESTED.categories).map(categoryOf),
  };
}

/** Everything that a text means, a part of each kind; or one kind whole, page by page. */
export async function showSearch(deps: ReadDeps, query: SearchPageQuery): Promise<SearchPage> {
  const { q, kind: only, language, min_minor, max_minor } = query;
  const { ranked, more, missing, ...asked } = await look(deps, q, { min_minor, max_minor });
  if (query.paying) ranked.stores = ranked.stores.filter((row) => row.rate_kind !== "none");
  if (query.by_price) ranked.products.sort((a, b) => Number(a.from_minor - b.from_minor));
  const counts = Object.fromEntries(
    SEARCH_KINDS.map((kind) => [kind, Math.min(MAX_FOUND, ranked[kind].length)]),
  ) as Record<SearchKind, number>;
  const { page, offset } = pageOf(query.page, only ? counts[only] : 0, SHOWN_OF_ONE);
  const part = <K extends SearchKind>(kind: K): Rows[K] => {
    const [from, most] = !only ? [0, SHOWN_OF_ALL[kind]] : only === kind ? [offset, SHOWN_OF_ONE] : [0, 0];
    return ranked[kind].slice(from, Math.min(from + most, MAX_FOUND)) as Rows[K];
  };
  const ids = (kind: SearchKind) => part(kind).map(({ id }) => id);
  const { pool } = deps.database;
  const now = deps.clock.now();
  const results = missing ? 0 : SEARCH_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const [products, coupons] = await Promise.all([
    readProductsByIds(pool, ids("products")),
    readCouponsByIds(pool, ids("coupons"), true),
    language && !only ? keepSearch(deps, { q, language, results }) : null,
  ]);
  return {
    counts,
    more,
    order: ranked.order,
    page,
    page_size: SHOWN_OF_ONE,
    missing: missing && { name: missing.name },
    max_minor: asked.max_minor ?? null,
    min_minor: asked.min_minor ?? null,
    stores: part("stores").map((row) => toCard(row, deps.brand)),
    products: products.map((row) => toProductCard(row, deps.brand)),
    coupons: coupons.map((row) => toCoupon(row, now, deps.brand)),
    categories: part("categories").map(categoryOf),
  };
}
