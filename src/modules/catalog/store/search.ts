/** SQL of search. Texts are folded. */
import type pg from "pg";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

/** `called` is all that it is called, `told` what else is said of it, `tags` where it belongs, as `tagOf` of search writes them. */
type Find = { id: string; folded: string; called: string; told: string; tags: string[] };
export type Rows = {
  stores: (Find & CardRow & { domain: string; aliases: string[]; live: boolean })[];
  /** `place` is `department/subcategory`, or the department alone. */
  products: (Find & {
    slug: string;
    name: string;
    brand: string | null;
    place: string;
    about: string;
    from_minor: bigint;
  })[];
  coupons: (Find & {
    title: string;
    title_es: string | null;
    merchant_name: string;
    internal_name: string;
    category: string;
    starts_at: Date | null;
    ends_at: Date | null;
  })[];
  /** `id` is the path of its page. */
  categories: (Find & { name_en: string; name_es: string })[];
};

const read = async <K extends keyof Rows>(pool: pg.Pool, text: string, values: unknown[] = [], name?: string) =>
  (await pool.query({ name, text, values })).rows as Rows[K];

/** Every store, the most prominent first, also what is hidden or a part of another: that is another name of the other. */
export const readStoreNames = (pool: pg.Pool) =>
  read<"stores">(
    pool,
    `select m.merchant_id as id, m.folded, m.domain, m.live, left(m.description, 200) as told, ${CARD}, n.aliases,
       concat_ws(' ', m.folded, array_to_string(n.aliases, ' ')) as called, array['s:' || m.category, 'n:' || m.internal_name] as tags
     from catalog.merchants m cross join lateral (
       select m.aliases || array(select unnest(p.folded || p.aliases) from catalog.merchants p where p.merged_into = m.merchant_id) as aliases) n
     where m.live or m.hidden or m.merged_into is not null order by m.popularity desc, m.internal_name`,
  );

/** Categories that hold something; the names of a subcategory tell its own alone. */
export const readCategoryNames = (pool: pg.Pool) =>
  read<"categories">(
    pool,
    `select '/' || page || '/' || place as id, '' as folded, name_en || ' ' || name_es as called, '' as told, array[tag || ':' || place] as tags, name_en, name_es from (
       select 'stores' as page, 's' as tag, slug as place, name_en, name_es, position from catalog.merchant_categories c
       where slug <> 'other' and exists (select 1 from catalog.merchants m where m.category = c.slug and m.live)
       union all
       select 'products', 'p', concat_ws('/', category, nullif(subcategory, '')), name_en, name_es, position
       from catalog.product_categories where products > 0 and category <> 'other') every
     order by page desc, position`,
  );

const PRODUCT = `product_id as id, slug, name, folded, brand, concat_ws(' ', folded, brand) as called, concat_ws('/', category, nullif(subcategory, '')) as place,
  array['p:' || concat_ws('/', category, nullif(subcategory, '')), 'd:' || category] as tags, jsonb_path_query_array(specs, '$[*].value')::text as told, left(description, 240) as about, from_minor`;

/** So many parts of what is kept each category has before the rest goes to what is sold most. */
const SHARES = 400;

/**
 * The most widely sold products. Each category's own come first: a text that names a kind of thing is answered from here, and
 * where many stores sell the same goods these alone would fill the list. Both halves follow an index, however many products there are.
 */
export const readProminentProducts = (pool: pg.Pool, most: number) =>
  read<"products">(
    pool,
    `with every as (
       (select p.product_id, 0 as place from catalog.product_categories c cross join lateral (
         select product_id from catalog.products p
         where p.category = c.category and p.subcategory = c.subcategory and p.merchants > 0
         order by p.merchants desc, p.product_id limit $2) p)
       union all
       (select product_id, row_number() over (order by merchants desc, product_id) from catalog.products
         where merchants > 0 order by merchants desc, product_id limit $1)
     ), kept as (select product_id from every group by product_id order by min(place), product_id limit $1)
     select ${PRODUCT} from kept join catalog.products using (product_id) order by merchants desc, product_id`,
    [most, Math.floor(most / SHARES)],
  );

/** No more rows than this are compared and put in order for one text. */
const MAX_COMPARED = 8_000;

/** What the database is asked for: all that must be held, and with what it comes first. */
export type Query = { query: string; best: string };
export type Prices = { min_minor: number; max_minor: number };

/**
 * The most widely sold products that hold the words of `query`, those of `best` first.
 * What is told of a product is read of those alone that are answers: of all that are compared it would be most of the work.
 */
export const findRareProducts = (
  pool: pg.Pool,
  { query, best }: Query,
  { min_minor, max_minor }: Prices,
  most: number,
) =>
  read<"products">(
    pool,
    `with found as materialized (
       select product_id, words, merchants, from_minor from catalog.products
       where words @@ $1::tsquery and merchants > 0 limit ${MAX_COMPARED}
     ), answers as (
       select product_id, row_number() over (order by words @@ $2::tsquery desc, merchants desc, product_id) as answer
       from found where from_minor between $3 and $4 order by answer limit $5)
     select ${PRODUCT} from answers join catalog.products using (product_id) order by answer`,
    [query, best, min_minor, max_minor, most],
    "catalog-find-rare-products",
  );

/** The words that most texts hold, each with how many; what kinds of things are called is known besides. */
export async function readSearchWords(pool: pg.Pool, most: number): Promise<{ word: string; uses: number }[]> {
  const { rows } = await pool.query("select word, uses from catalog.search_words order by uses desc limit $1", [most]);
  return rows;
}

const COUPON = `o.offer_id as id, o.title, o.title_es, o.folded, o.starts_at, o.ends_at, m.name as merchant_name, m.internal_name, m.category,
  concat_ws(' ', o.folded, m.name) as called, '' as told, array['s:' || m.category, 'n:' || m.internal_name,
    case o.discount_kind when 'percent' then o.discount_bps / 100 || 'pct' when 'amount' then o.discount_minor / 100 || 'usd' else '' end] as tags`;
/** Those that are still to begin among them. */
const LIVE = "o.gone_at is null and (o.ends_at is null or o.ends_at > $1)";

export const readProminentCoupons = (pool: pg.Pool, now: Date, most: number) =>
  read<"coupons">(
    pool,
    `select ${COUPON} from catalog.offers o join catalog.merchants m using (merchant_id)
     where ${LIVE} and m.live order by o.popularity desc, o.offer_id limit $2`,
    [now, most],
  );

/** Coupons of the stores by their internal names, then those whose title holds the words. */
export const findRareCoupons = (
  pool: pg.Pool,
  query: string | null,
  stores: readonly string[],
  now: Date,
  most: number,
) =>
  read<"coupons">(
    pool,
    `with named as (select merchant_id from catalog.merchants where internal_name = any($3))
     select ${COUPON} from (
       (select o.*, 0 as rank from catalog.offers o where o.merchant_id in (table named) and ${LIVE} order by o.popularity desc limit $4)
       union all (select * from (select o.*, 1 as rank from catalog.offers o where o.words @@ $2::tsquery and ${LIVE}
         and o.merchant_id not in (table named) limit ${MAX_COMPARED}) x order by x.popularity desc, x.offer_id limit $4)) o
     join catalog.merchants m using (merchant_id) where m.live order by o.rank, o.popularity desc, o.offer_id limit $4`,
    [now, query, stores, most],
    "catalog-find-rare-coupons",
  );
