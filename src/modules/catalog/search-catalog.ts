/** Search while typing: stores, products, coupons and categories; typos, accents and unfinished words are forgiven. */
import { CATEGORY_CACHE_HOURS } from "./cached-lists.ts";
import type { SearchSuggestions } from "./catalog.types.ts";
import { listCategories, listProductCategories } from "./list-categories.ts";
import { fold } from "./names.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import type { Part } from "./search/prominent.ts";
import type { SearchIndex } from "./search/search-memory.ts";
import { narrowest, queryOf, understand } from "./search/understand.ts";
import { logoUrl, ratesOf } from "./shape-answers.ts";
import { type CouponFind, findCoupons, findProducts, LOOKED_AT, type ProductFind } from "./store/search.ts";

const SHOWN = { stores: 6, products: 5, coupons: 4, categories: 4 };
/** As many are read as could be shown after the better matches among them come first. */
const PRODUCTS_READ = 40;
/** With this many prominent ones the rare ones are not asked for. */
const PRODUCTS_ENOUGH = 12;
/** A tsquery for lists of products; null when nothing can match. */
export async function wordsQuery(deps: BareReadDeps, text: string): Promise<string | null> {
  const { parts } = await understand(deps.database.pool, await deps.search.get(), text);
  return parts === null ? null : queryOf(parts);
}

/** Ids of the stores that a text means, best first. */
export async function findStores(deps: BareReadDeps, given: string, most: number): Promise<string[]> {
  const index = await deps.search.get();
  const { text, corrected } = await understand(deps.database.pool, index, given);
  return text ? index.stores.find(text, corrected, most).map((row) => row.merchant_id) : [];
}

export async function searchCatalog(deps: ReadDeps, given: string): Promise<SearchSuggestions> {
  const index = await deps.search.get();
  const { text, corrected, parts } = await understand(deps.database.pool, index, given);
  if (!text) return { stores: [], products: [], coupons: [], categories: [] };
  const stores = index.stores.find(text, corrected, SHOWN.stores);
  // Coupons of a store are meant when its name is; a name that is only alike means other coupons.
  const named = stores
    .filter((store) => ` ${store.folded}`.includes(` ${text}`) || ` ${store.folded}`.includes(` ${corrected}`))
    .slice(0, 2)
    .map((store) => store.merchant_id);
  const [products, coupons, categories] = await Promise.all([
    productsOf(deps, index, parts),
    couponsOf(deps, index, parts, named),
    findCategories(deps, text, corrected),
  ]);
  const near = (folded: string) =>
    folded.startsWith(text) || folded.startsWith(corrected)
      ? 0
      : ` ${folded}`.includes(` ${text}`) || ` ${folded}`.includes(` ${corrected}`)
        ? 1
        : 2;
  const ordered = products.toSorted(
    (a, b) => near(a.folded) - near(b.folded) || b.merchants - a.merchants || a.folded.length - b.folded.length,
  );
  return {
    stores: stores.map((row) => ({
      name: row.name,
      internal_name: row.internal_name,
      logo_url: logoUrl(row.logo_path),
      rate: ratesOf(row, deps.brand).rate,
    })),
    products: ordered
      .slice(0, SHOWN.products)
      .map((row) => ({ name: row.name, href: `/${row.slug}-product`, price_minor: row.from_minor.toString() })),
    coupons: coupons.map((row) => ({
      title: row.title,
      merchant_name: row.merchant_name,
      href: `/${row.internal_name}-coupons`,
    })),
    categories,
  };
}

async function productsOf(
  deps: BareReadDeps,
  index: SearchIndex,
  parts: Part[] | null,
): Promise<readonly ProductFind[]> {
  if (parts === null) return [];
  const prominent = index.products.find(parts, PRODUCTS_READ);
  if (prominent.length >= PRODUCTS_ENOUGH || index.products.whole) return prominent;
  const rare = queryOf(narrowest(index.vocabulary, parts, LOOKED_AT));
  return findProducts(deps.database.pool, rare, queryOf(parts), PRODUCTS_READ);
}

/** Live coupons of the stores that were named, then the most popular whose title holds the words. */
async function couponsOf(
  deps: BareReadDeps,
  index: SearchIndex,
  parts: Part[] | null,
  named: readonly string[],
): Promise<CouponFind[]> {
  const { pool } = deps.database;
  const now = deps.clock.now();
  const live = (coupon: { starts_at: Date | null; ends_at: Date | null }) =>
    (coupon.starts_at === null || coupon.starts_at <= now) && (coupon.ends_at === null || coupon.ends_at > now);
  const prominent =
    parts === null
      ? []
      : index.coupons.find(parts, SHOWN.coupons, (coupon) => live(coupon) && !named.includes(coupon.merchant_id));
  const enough = parts === null || index.coupons.whole || prominent.length >= SHOWN.coupons;
  if (enough && named.length === 0) return prominent;
  const words = enough ? null : { rare: queryOf(narrowest(index.vocabulary, parts, LOOKED_AT)), query: queryOf(parts) };
  const found = await findCoupons(pool, words, named, now, SHOWN.coupons);
  return (enough ? [...found, ...prominent] : found).slice(0, SHOWN.coupons);
}

type FoldedCategory = { names: string[]; shown: SearchSuggestions["categories"][number] };

async function findCategories(
  deps: BareReadDeps,
  text: string,
  corrected: string,
): Promise<SearchSuggestions["categories"]> {
  const all = await deps.lists.get("search-categories", CATEGORY_CACHE_HOURS * 60, () => foldCategories(deps));
  const fits = (name: string) => name.includes(` ${text}`) || name.includes(` ${corrected}`);
  return all
    .filter((category) => category.names.some(fits))
    .slice(0, SHOWN.categories)
    .map((category) => category.shown);
}

async function foldCategories(deps: BareReadDeps): Promise<FoldedCategory[]> {
  const [merchants, products] = await Promise.all([listCategories(deps), listProductCategories(deps)]);
  const all = [
    ...merchants.map(({ slug, name_en, name_es }) => ({ name_en, name_es, href: `/stores/${slug}` })),
    ...products.flatMap((department) => [
      { name_en: department.name_en, name_es: department.name_es, href: `/products/${department.slug}` },
      ...department.subcategories.map((sub) => ({
        name_en: sub.name_en,
        name_es: sub.name_es,
        href: `/products/${department.slug}/${sub.slug}`,
      })),
    ]),
  ];
  return all.map((shown) => ({ shown, names: [` ${fold(shown.name_en)}`, ` ${fold(shown.name_es)}`] }));
}
