/** Products: lists by category and words, one product across merchants, one merchant's listing. */

import { CACHE_MINUTES } from "./cached-lists.ts";
import type { CatalogService } from "./catalog.types.ts";
import { readChoice, readFacets } from "./facets.ts";
import { listingId } from "./ids.ts";
import { findPlace, listProductCategories } from "./list-categories.ts";
import { PAGE_SIZE, pageOf } from "./page-places.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { findIds } from "./search-catalog.ts";
import { productImage, toListing, toListings, toProductCard } from "./shape-answers.ts";
import { readSellers, sellerId } from "./store/read-facets.ts";
import {
  countProducts,
  type ProductFilter,
  readBrands,
  readListing,
  readProductPage,
  readProducts,
} from "./store/read-products.ts";
import { shownSpec } from "./taxonomy/attribute-words.ts";

/** Past this many finds a list says no more how many there are. */
const MAX_COUNTED = 100_000;
const MAX_BRANDS = 20;

export async function listProducts(
  deps: ReadDeps,
  query: Parameters<CatalogService["products"]>[0],
): ReturnType<CatalogService["products"]> {
  const { pool } = deps.database;
  const categories = await listProductCategories(deps);
  const { category, subcategory } = findPlace(categories, query);
  const nothing = {
    items: [],
    page: 1,
    pages: 1,
    total: 0,
    more: false,
    missing: null,
    page_size: PAGE_SIZE,
    categories,
    category,
    subcategory,
    brands: [],
    facets: [],
    sellers: [],
    ready: 0,
  };
  if ((query.category && !category) || (query.subcategory && !subcategory)) return nothing;
  const place = [category?.slug, subcategory?.slug].filter(Boolean).join("/") || undefined;
  const choice = readChoice(query.choice);
  const seller = query.seller ? await sellerId(pool, query.seller.slice(0, 120)) : undefined;
  if (seller === null) return nothing;
  const filter: ProductFilter = {
    category: category?.slug,
    subcategory: subcategory?.slug,
    brand: query.brand?.trim() || undefined,
    min_minor: whole(query.min_minor),
    max_minor: whole(query.max_minor),
    attributes:
      choice.size > 0 ? [...choice].map(([name, values]) => values.map((value) => `${name}=${value}`)) : undefined,
    seller,
    ready: query.ready || undefined,
    sort: query.sort ?? (query.q?.trim() ? "found" : "popular"),
  };
  const found = query.q?.trim()
    ? await findIds(deps, "products", query.q, {
        place,
        brand: filter.brand,
        min_minor: filter.min_minor,
        max_minor: filter.max_minor,
      })
    : undefined;
  filter.ids = found?.ids;
  const { sort: _sort, ...same } = filter;
  const key = JSON.stringify(same);
  const { category: _c, subcategory: _s, ...narrowing } = same;
  const plain = Object.values(narrowing).every((value) => value === undefined);
  const shown = subcategory ?? category;
  const [told, brands, { facets, sellers, ready }] = await Promise.all([
    plain
      ? // Each product is in one category: what they count stands beside this sum.
        (shown?.count ?? categories.reduce((sum, { count }) => sum + count, 0))
      : filter.ids
        ? filter.attributes || filter.seller || filter.ready
          ? countProducts(pool, filter, MAX_COUNTED)
          : filter.ids.length
        : deps.lists.get(`products-total:${key}`, CACHE_MINUTES, () => countProducts(pool, filter, MAX_COUNTED)),
    filter.ids
      ? readBrands(pool, filter, MAX_BRANDS)
      : deps.lists.get(`brands:${key}`, CACHE_MINUTES, () => readBrands(pool, filter, MAX_BRANDS)),
    filter.ids
      ? readFacets(deps, filter, choice)
      : deps.lists.get(`facets:${key}`, CACHE_MINUTES, () => readFacets(deps, filter, choice)),
  ]);
  // While a feed comes in, what stands beside a category is behind what facets count, and no part is more than the whole.
  const total =
    plain && Math.max(ready, ...sellers.map(({ count }) => count)) > told
      ? await countProducts(pool, filter, MAX_COUNTED)
      : told;
  const names = new Map(
    (
      await deps.lists.get(`sellers:${sellers.map(({ key }) => key).join()}`, CACHE_MINUTES, () =>
        readSellers(
          pool,
          sellers.map(({ key: id }) => id),
        ),
      )
    ).map((row) => [row.merchant_id, row]),
  );
  const { page, pages, offset } = pageOf(query.page, total);
  const rows = total === 0 ? [] : await readProducts(pool, filter, offset, PAGE_SIZE);
  return {
    items: rows.map((row) => toProductCard(row, deps.brand)),
    page,
    pages,
    total,
    more: found?.more ?? false,
    missing: found?.missing ?? null,
    page_size: PAGE_SIZE,
    categories,
    category,
    subcategory,
    brands,
    facets,
    sellers: sellers.flatMap(({ key: id, count }) => {
      const found = names.get(id);
      return found ? [{ internal_name: found.internal_name, name: found.name, count }] : [];
    }),
    ready,
  };
}

const whole = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(Math.min(value, 1e12)) : undefined;

/** SPEC §2 `{product}-product`: cheapest after cash back first; what is out of stock comes last. */
export async function showProduct(deps: ReadDeps, slug: string): ReturnType<CatalogService["product"]> {
  const row = await readProductPage(deps.database.pool, slug.slice(0, 200));
  if (!row) return null;
  const listings = toListings(row.listings, deps.brand);
  const card = toProductCard(
    {
      ...row,
      merchants: listings.length,
      from_minor: 0,
      from_store: null,
      from_kind: "none",
      from_bps: 0,
      from_rate_minor: 0,
    },
    deps.brand,
  );
  return {
    product_id: card.product_id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    description: row.description,
    image_url: card.image_url,
    gtin: row.gtin,
    category: row.category,
    subcategory: row.subcategory,
    specs: row.specs.map(shownSpec),
    listings,
    similar: row.similar.map((similar) => toProductCard(similar, deps.brand)),
  };
}

/** SPEC §2 `/p/{slug}/{product_id}`; the id is a listing's, `lst_…`. */
export async function showListing(deps: ReadDeps, shownId: string): ReturnType<CatalogService["listing"]> {
  const id = listingId.read(shownId);
  const row = id ? await readListing(deps.database.pool, id) : null;
  if (!row) return null;
  return {
    product: {
      slug: row.product_slug,
      name: row.product_name,
      brand: row.product_brand,
      description: row.product_description,
      image_url: productImage(row.product_id, row.product_image),
    },
    listing: toListing(row, deps.brand),
    others: row.others,
  };
}
