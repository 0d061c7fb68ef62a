/** SQL of the products' lists and pages. */
import type pg from "pg";
import type { Category } from "../catalog.types.ts";
import type { ListingRow, ProductRow } from "../shape-answers.ts";
import { shownImage } from "./media.ts";
import { countedBps, countedMinor, paysFor } from "./own-rates.ts";
import { CARD, fromStore, PRODUCT } from "./read-merchants.ts";
import { sells } from "./sellers.ts";

const ORDER = {
  popular: "d.merchants desc, d.product_id",
  price: "d.from_minor, d.product_id",
  cash_back: "d.cash_back_weight desc, d.product_id",
  name: "d.folded, d.product_id",
};

export type ProductFilter = {
  category?: string | undefined;
  subcategory?: string | undefined;
  brand?: string | undefined;
  min_minor?: number | undefined;
  max_minor?: number | undefined;
  /** Only these, in their order when none other is asked for. */
  ids?: readonly string[] | undefined;
  /** Lists of `name=value`: a product has one of each list. */
  attributes?: readonly (readonly string[])[] | undefined;
  /** Sold by this store; with `ready`, there now. */
  seller?: string | undefined;
  ready?: boolean | undefined;
  sort: keyof typeof ORDER | "found";
};

export function productWhere(filter: ProductFilter) {
  const parts = ["d.merchants > 0"];
  const values: unknown[] = [];
  const flags: string[] = [];
  const add = (flag: string, value: unknown, text: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    flags.push(flag);
    parts.push(text(`$${values.length}`));
  };
  add("c", filter.category, (place) => `d.category = ${place}`);
  add("s", filter.subcategory, (place) => `d.subcategory = ${place}`);
  add("b", filter.brand, (place) => `d.brand = ${place}`);
  add("l", filter.min_minor, (place) => `d.from_minor >= ${place}`);
  add("h", filter.max_minor, (place) => `d.from_minor <= ${place}`);
  add("i", filter.ids, (place) => `d.product_id = any(${place}::uuid[])`);
  for (const list of filter.attributes ?? []) add("a", list, (place) => `d.facets && ${place}::text[]`);
  const stock = filter.ready ? "ready_at" : "sold_by";
  add(filter.ready ? "r" : "m", filter.seller, (place) => `d.${stock} @> array[${place}::uuid]`);
  if (filter.ready && filter.seller === undefined) {
    flags.push("n");
    parts.push("d.ready_at <> '{}'");
  }
  return { where: parts.join(" and "), values, flags: flags.join("") };
}

const orderOf = ({ sort, ids }: ProductFilter, values: readonly unknown[]) =>
  sort !== "found"
    ? ORDER[sort]
    : ids
      ? `array_position($${values.indexOf(ids) + 1}::uuid[], d.product_id)`
      : ORDER.popular;

/** In the order of the ids. */
export const readProductsByIds = (pool: pg.Pool, ids: readonly string[]): Promise<ProductRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : readProducts(pool, { ids, sort: "found" }, 0, ids.length);

export async function readProducts(
  pool: pg.Pool,
  filter: ProductFilter,
  offset: number,
  most: number,
): Promise<ProductRow[]> {
  const { where, values, flags } = productWhere(filter);
  const { rows } = await pool.query<ProductRow>({
    name: `catalog-products-${flags}-${filter.sort}`,
    text: `select ${PRODUCT} from catalog.products d where ${where} order by ${orderOf(filter, values)} limit $${values.length + 1} offset $${values.length + 2}`,
    values: [...values, most, offset],
  });
  return rows;
}

/** Counts to `most` and no further: nobody pages through more, and counting a million rows is no page's work. */
export async function countProducts(pool: pg.Pool, filter: ProductFilter, most: number): Promise<number> {
  const { where, values, flags } = productWhere(filter);
  const { rows } = await pool.query<{ total: number }>({
    name: `catalog-products-count-${flags}`,
    text: `select count(*)::integer as total from (select 1 from catalog.products d where ${where} limit $${values.length + 1}) t`,
    values: [...values, most],
  });
  return rows[0]?.total ?? 0;
}

export async function readBrands(
  pool: pg.Pool,
  filter: ProductFilter,
  most: number,
): Promise<{ name: string; count: number }[]> {
  const { where, values, flags } = productWhere(filter);
  const { rows } = await pool.query<{ name: string; count: number }>({
    name: `catalog-brands-${flags}`,
    text: `select brand as name, count(*)::integer as count from (select d.brand from catalog.products d where ${where} and d.brand is not null limit 50000) t
      group by brand order by count(*) desc, brand limit $${values.length + 1}`,
    values: [...values, most],
  });
  return rows;
}

export const readTopProducts = (pool: pg.Pool, most: number): Promise<ProductRow[]> =>
  readProducts(pool, { sort: "popular" }, 0, most);

export type ProductCategoryRow = {
  category: string;
  subcategory: string;
  name_en: string;
  name_es: string;
  products: number;
};

export async function readProductCategories(pool: pg.Pool): Promise<ProductCategoryRow[]> {
  const { rows } = await pool.query<ProductCategoryRow>(
    "select category, subcategory, name_en, name_es, products from catalog.product_categories where products > 0 order by position",
  );
  return rows;
}

export type ProductPageRow = {
  product_id: string;
  slug: string;
  name: string;
  brand: string | null;
  description: string;
  image_url: string | null;
  gtin: string | null;
  category: Category | null;
  subcategory: Category | null;
  specs: { name: string; value: string }[];
  listings: ListingRow[];
  similar: ProductRow[];
};

const LISTING = `l.listing_id, l.currency, l.price_minor, l.list_price_minor, l.availability, l.condition, l.updated_at, ${paysFor("l", "g")} as cash_back_allowed,
  r.kind as group_kind, ${countedBps("r", "g")} as group_bps, ${countedMinor("r", "g")} as group_minor, ${CARD}`;
const LISTING_JOINS = `join catalog.merchants m on m.merchant_id = l.merchant_id
  join catalog.programmes g on g.programme_id = l.programme_id
  left join catalog.programme_rates r on r.programme_id = l.programme_id and r.group_code = l.rate_group`;
const LISTINGS = `coalesce((select jsonb_agg(to_jsonb(t)) from (select ${LISTING} from catalog.listings l ${LISTING_JOINS}
          where l.product_id = d.product_id and l.gone_at is null and l.currency = 'USD' and ${sells("m")} order by l.price_minor limit 50) t), '[]') as listings`;
const CATEGORY =
  "jsonb_build_object('slug', case when c.subcategory = '' then c.category else c.subcategory end, 'name_en', c.name_en, 'name_es', c.name_es, 'count', c.products)";

export async function readProductPage(pool: pg.Pool, slug: string): Promise<ProductPageRow | null> {
  const { rows } = await pool.query<ProductPageRow>({
    name: "catalog-product-page",
    text: `select d.product_id, d.slug, d.name, d.brand, d.description, ${shownImage("d")} as image_url, d.gtin, d.specs,
        (select ${CATEGORY} from catalog.product_categories c where c.category = d.category and c.subcategory = '') as category,
        (select ${CATEGORY} from catalog.product_categories c where c.category = d.category and c.subcategory = d.subcategory and d.subcategory <> '') as subcategory,
        ${LISTINGS},
        coalesce((select jsonb_agg(to_jsonb(t)) from (select s.product_id, s.slug, s.name, s.brand, ${shownImage("s")} as image_url, s.merchants, s.from_minor, s.from_kind, s.from_bps,
            s.from_rate_minor, ${fromStore("s")} from catalog.products s
          where s.category = d.category and s.subcategory = d.subcategory and s.merchants > 0 and s.product_id <> d.product_id
          order by s.merchants desc, s.product_id limit 8) t), '[]') as similar
      from catalog.products d where d.slug = $1 and d.merged_into is null`,
    values: [slug],
  });
  return rows[0] ?? null;
}

/** Of a product that a store has: by its key, by which there is an index, and its number, which the key only hashes. */
export async function readSlugByKey(pool: pg.Pool, mergeKey: string, gtin: string): Promise<string | null> {
  const { rows } = await pool.query<{ slug: string }>({
    name: "catalog-product-by-gtin",
    text: `select k.slug from catalog.products p join catalog.products k on k.product_id = coalesce(p.merged_into, p.product_id)
      where p.merge_key = $1 and p.gtin = $2 and k.merchants > 0 limit 1`,
    values: [mergeKey, gtin],
  });
  return rows[0]?.slug ?? null;
}

export type ComparedRow = ProductRow & {
  category: string;
  subcategory: string;
  ready: boolean;
  specs: { name: string; value: string }[];
  listings: ListingRow[];
};

/** In the order of the ids. */
export async function readCompared(pool: pg.Pool, ids: readonly string[]): Promise<ComparedRow[]> {
  const { rows } = await pool.query<ComparedRow>({
    name: "catalog-compared",
    text: `select ${PRODUCT}, d.category, d.subcategory, d.ready_at <> '{}' as ready, d.specs, ${LISTINGS} from catalog.products d
      where d.product_id = any($1::uuid[]) order by array_position($1::uuid[], d.product_id)`,
    values: [ids],
  });
  return rows;
}

export type ListingPageRow = ListingRow & {
  product_id: string;
  product_slug: string;
  product_name: string;
  product_brand: string | null;
  product_description: string;
  product_image: string | null;
  others: number;
};

export async function readListing(pool: pg.Pool, listingId: string): Promise<ListingPageRow | null> {
  const { rows } = await pool.query<ListingPageRow>({
    name: "catalog-listing-page",
    text: `select ${LISTING}, d.product_id, d.slug as product_slug, d.name as product_name, d.brand as product_brand, d.description as product_description,
        ${shownImage("d")} as product_image,
        (select count(*)::integer from catalog.listings o join catalog.merchants n on n.merchant_id = o.merchant_id and ${sells("n")}
          where o.product_id = d.product_id and o.gone_at is null and o.currency = 'USD' and o.listing_id <> l.listing_id) as others
      from catalog.listings l ${LISTING_JOINS} join catalog.products d on d.product_id = l.product_id
      where l.listing_id = $1 and l.gone_at is null and ${sells("m")}`,
    values: [listingId],
  });
  return rows[0] ?? null;
}
