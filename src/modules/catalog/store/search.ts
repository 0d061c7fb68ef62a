/** SQL of search. Texts are folded. */
import type pg from "pg";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

/** What every find has: `called` is all that it is called, `told` what else is said of it, `tags` where it belongs, as `tagOf` of search writes them. */
type Find = { id: string; called: string; told: string; tags: string[] };
export type StoreFind = CardRow & Find & { folded: string; domain: string; aliases: string[] };

/** Every store, the most prominent first; what is a part of it now is another name of it. */
export async function readAllStoreNames(pool: pg.Pool): Promise<StoreFind[]> {
  const { rows } = await pool.query<StoreFind>(
    `select m.merchant_id as id, m.folded, m.domain, left(m.description, 200) as told, ${CARD}, n.aliases,
       concat_ws(' ', m.folded, array_to_string(n.aliases, ' ')) as called, array['s:' || m.category, 'n:' || m.internal_name] as tags
     from catalog.merchants m cross join lateral (
       select m.aliases || array(select unnest(p.folded || p.aliases) from catalog.merchants p where p.merged_into = m.merchant_id) as aliases) n
     where m.live order by m.popularity desc, m.internal_name`,
  );
  return rows;
}

/** Addresses of stores that are hidden, or a part of another: they are not missing. */
export async function readHiddenDomains(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ domain: string }>(
    "select domain from catalog.merchants where hidden or merged_into is not null",
  );
  return rows.map(({ domain }) => domain);
}

/** `id` is the path of its page. */
export type CategoryFind = Find & { name_en: string; name_es: string };

/** Categories that hold something; the names of a subcategory tell its own alone. */
export async function readCategoryNames(pool: pg.Pool): Promise<CategoryFind[]> {
  const { rows } = await pool.query<CategoryFind>(
    `select '/' || page || '/' || place as id, name_en || ' ' || name_es as called, '' as told, array[tag || ':' || place] as tags, name_en, name_es from (
       select 'stores' as page, 's' as tag, slug as place, name_en, name_es, position from catalog.merchant_categories c
       where slug <> 'other' and exists (select 1 from catalog.merchants m where m.category = c.slug and m.live)
       union all
       select 'products', 'p', concat_ws('/', category, nullif(subcategory, '')), name_en, name_es, position
       from catalog.product_categories where products > 0 and category <> 'other') every
     order by page desc, position`,
  );
  return rows;
}

export type ProductFind = Find & {
  slug: string;
  name: string;
  folded: string;
  brand: string | null;
  /** `department/subcategory`, or the department alone. */
  place: string;
  about: string;
  from_minor: bigint;
};
const PRODUCT_FIND = `product_id as id, slug, name, folded, brand, concat_ws(' ', folded, brand) as called, concat_ws('/', category, nullif(subcategory, '')) as place,
  array['p:' || concat_ws('/', category, nullif(subcategory, '')), 'd:' || category] as tags, left(description, 240) as about,
  lower(jsonb_path_query_array(specs, '$[*].value')::text) as told, from_minor`;

/** So many parts of what is kept each category has before the rest goes to what is sold most. */
const SHARES = 400;

/**
 * The most widely sold products. Each category's own come first: a text that names a kind of thing is answered from here, and
 * where many stores sell the same goods these alone would fill the list. Both halves follow an index, however many products there are.
 */
export async function readProminentProducts(pool: pg.Pool, most: number): Promise<ProductFind[]> {
  const { rows } = await pool.query<ProductFind>(
    `with fair as (
       select p.product_id from catalog.product_categories c cross join lateral (
         select product_id from catalog.products p
         where p.category = c.category and p.subcategory = c.subcategory and p.merchants > 0
         order by p.merchants desc, p.product_id limit $2) p
     ), most as (
       select product_id, row_number() over (order by merchants desc, product_id) as place from catalog.products
       where merchants > 0 order by merchants desc, product_id limit $1
     ), kept as (
       select product_id from (select product_id, 0 as place from fair union all select product_id, place from most) every
       group by product_id order by min(place), product_id limit $1
     )
     select ${PRODUCT_FIND} from kept join catalog.products using (product_id) order by merchants desc, product_id`,
    [most, Math.floor(most / SHARES)],
  );
  return rows;
}

/** No more rows than this are compared and put in order for one text. */
const MAX_COMPARED = 8_000;

export type Bounds = { min_minor?: number | undefined; max_minor?: number | undefined };

/**
 * The most widely sold products that hold the words of `query`, those of `best` first.
 * What is told of a product is read of those alone that are answers: of all that are compared it would be most of the work.
 */
export async function findRareProducts(
  pool: pg.Pool,
  { query, best }: { query: string; best: string },
  { min_minor, max_minor }: Bounds,
  most: number,
): Promise<ProductFind[]> {
  const { rows } = await pool.query<ProductFind>({
    name: "catalog-find-rare-products",
    text: `with found as materialized (
       select product_id, words, merchants, from_minor from catalog.products
       where words @@ $1::tsquery and merchants > 0 limit ${MAX_COMPARED}
     ), answers as (
       select product_id, row_number() over (order by ($5 or words @@ $6::tsquery) desc, merchants desc, product_id) as answer
       from found where from_minor between $2 and $3 order by answer limit $4)
     select ${PRODUCT_FIND} from answers join catalog.products using (product_id) order by answer`,
    values: [query, min_minor ?? 0, max_minor ?? 1e15, most, best === query, best],
  });
  return rows;
}

/** The words that most texts hold, each with how many; what kinds of things are called is known besides. */
export async function readSearchWords(pool: pg.Pool, most: number): Promise<[word: string, uses: number][]> {
  const { rows } = await pool.query<{ word: string; uses: number }>(
    "select word, uses from catalog.search_words order by uses desc limit $1",
    [most],
  );
  return rows.map(({ word, uses }) => [word, uses]);
}

export type CouponFind = Find & {
  title: string;
  folded: string;
  merchant_name: string;
  internal_name: string;
  category: string;
  starts_at: Date | null;
  ends_at: Date | null;
};
const COUPON_FIND = `o.offer_id as id, o.title, o.folded, o.starts_at, o.ends_at, m.name as merchant_name, m.internal_name, m.category,
  concat_ws(' ', o.folded, m.name) as called, '' as told, array['s:' || m.category, 'n:' || m.internal_name,
    case o.discount_kind when 'percent' then o.discount_bps / 100 || 'pct' when 'amount' then o.discount_minor / 100 || 'usd' else '' end] as tags`;

/** The most popular coupons that have not ended, those that are still to begin among them. */
export async function readProminentCoupons(pool: pg.Pool, now: Date, most: number): Promise<CouponFind[]> {
  const { rows } = await pool.query<CouponFind>(
    `select ${COUPON_FIND} from catalog.offers o join catalog.merchants m using (merchant_id)
     where o.gone_at is null and (o.ends_at is null or o.ends_at > $1) and m.live
     order by o.popularity desc, o.offer_id limit $2`,
    [now, most],
  );
  return rows;
}

const LIVE =
  "o.gone_at is null and (o.starts_at is null or o.starts_at <= $1) and (o.ends_at is null or o.ends_at > $1)";

/** Live coupons of the stores by their internal names, then those whose title holds the words. */
export async function findRareCoupons(
  pool: pg.Pool,
  words: { query: string } | null,
  stores: readonly string[],
  now: Date,
  most: number,
): Promise<CouponFind[]> {
  const { rows } = await pool.query<CouponFind>({
    name: "catalog-find-rare-coupons",
    text: `with named as (select merchant_id from catalog.merchants where internal_name = any($2))
      select ${COUPON_FIND} from (
        (select o.*, 0 as rank from catalog.offers o where o.merchant_id in (table named) and ${LIVE} order by o.popularity desc limit $3)
        union all (select * from (select o.*, 1 as rank from catalog.offers o where o.words @@ $4::tsquery and ${LIVE}
          and o.merchant_id not in (table named) limit ${MAX_COMPARED}) x order by x.popularity desc, x.offer_id limit $3)) o
      join catalog.merchants m using (merchant_id) where m.live order by o.rank, o.popularity desc, o.offer_id limit $3`,
    values: [now, stores, most, words?.query ?? null],
  });
  return rows;
}
