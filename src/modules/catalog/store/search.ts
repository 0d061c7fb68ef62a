/** SQL of search: the vocabulary sets words right, words find rows, prominence orders them. Texts are folded. */
import type pg from "pg";
import { swapsOf, type WordMatch } from "../search/vocabulary.ts";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

/**
 * What the vocabulary knows of each word: whether it stands there, whether a word begins with it, and, when neither, the
 * words that are written most like it. Ranges are compared by bytes, so that the index serves a prepared statement.
 */
export async function matchWords(pool: pg.Pool, words: readonly string[]): Promise<WordMatch[]> {
  const swaps = words.map(swapsOf);
  const { rows } = await pool.query<WordMatch>({
    name: "catalog-search-words",
    text: `select t.place::integer as place, e.found as exact, p.found as prefix,
        case when e.found or p.found or length(t.word) < 3 then '[]'::jsonb else coalesce((
          select jsonb_agg(jsonb_build_object('word', s.word, 'score', s.score) order by s.score desc, s.uses desc) from (
            (select w.word, w.uses, public.similarity(w.word, t.word) as score from catalog.search_words w
            where w.word operator(public.%) t.word and w.word <> all(array(select x.swap from unnest($2::text[], $3::integer[]) as x(swap, place) where x.place = t.place))
            order by public.similarity(w.word, t.word) desc, w.uses desc limit 4)
            union all
            select w.word, w.uses, 0.95 from unnest($2::text[], $3::integer[]) as x(swap, place) join catalog.search_words w on w.word = x.swap where x.place = t.place
          ) s), '[]'::jsonb) end as similar
      from unnest($1::text[]) with ordinality as t(word, place)
      cross join lateral (select exists (select 1 from catalog.search_words w where w.word = t.word) as found) e
      cross join lateral (select exists (select 1 from catalog.search_words w where w.word ~>=~ t.word and w.word ~<~ (t.word || '~')) as found) p
      order by t.place`,
    values: [words, swaps.flat(), swaps.flatMap((list, index) => list.map(() => index + 1))],
  });
  return rows;
}

export type StoreFind = CardRow & { merchant_id: string; folded: string };

/** Every store, the most prominent first. */
export async function readAllStoreNames(pool: pg.Pool): Promise<StoreFind[]> {
  const { rows } = await pool.query<StoreFind>(
    `select m.merchant_id, m.folded, ${CARD} from catalog.merchants m where m.live order by m.popularity desc, m.internal_name`,
  );
  return rows;
}

/** The words that stand in most texts. */
export async function readVocabulary(pool: pg.Pool, most: number): Promise<{ word: string; uses: number }[]> {
  const { rows } = await pool.query<{ word: string; uses: number }>(
    "select word, uses from catalog.search_words order by uses desc, word limit $1",
    [most],
  );
  return rows;
}

export type ProductFind = {
  slug: string;
  name: string;
  folded: string;
  from_minor: bigint;
  merchants: number;
};

/** The most widely sold products. */
export async function readProminentProducts(pool: pg.Pool, most: number): Promise<ProductFind[]> {
  const { rows } = await pool.query<ProductFind>(
    `select slug, name, folded, from_minor, merchants from catalog.products
     where merchants > 0 order by merchants desc, product_id limit $1`,
    [most],
  );
  return rows;
}

/** No more rows than this are compared and put in order for one text. */
export const LOOKED_AT = 8_000;

/** The most widely sold products that hold the words of `query`; the index is asked for `rare`, a part of it. */
export async function findProducts(pool: pg.Pool, rare: string, query: string, most: number): Promise<ProductFind[]> {
  const { rows } = await pool.query<ProductFind>({
    name: "catalog-find-products",
    text: `with found as materialized (
       select product_id, slug, name, folded, words, from_minor, merchants from catalog.products
       where words @@ $1::tsquery and merchants > 0 limit ${LOOKED_AT})
     select slug, name, folded, from_minor, merchants from found
     where words @@ $2::tsquery order by merchants desc, product_id limit $3`,
    values: [rare, query, most],
  });
  return rows;
}

export type CouponFind = { title: string; merchant_name: string; internal_name: string };
export type CouponHead = CouponFind & {
  merchant_id: string;
  folded: string;
  starts_at: Date | null;
  ends_at: Date | null;
};

/** The most popular coupons that have not ended, those that are still to begin among them. */
export async function readProminentCoupons(pool: pg.Pool, now: Date, most: number): Promise<CouponHead[]> {
  const { rows } = await pool.query<CouponHead>(
    `select o.merchant_id, o.title, o.folded, o.starts_at, o.ends_at, m.name as merchant_name, m.internal_name
     from catalog.offers o join catalog.merchants m using (merchant_id)
     where o.gone_at is null and (o.ends_at is null or o.ends_at > $1) and m.live
     order by o.popularity desc, o.offer_id limit $2`,
    [now, most],
  );
  return rows;
}

const LIVE =
  "o.gone_at is null and (o.starts_at is null or o.starts_at <= $1) and (o.ends_at is null or o.ends_at > $1)";
const OF_STORES = `select 0 as rank, o.popularity, o.offer_id, o.title, m.name as merchant_name, m.internal_name
  from (select * from catalog.offers o where o.merchant_id = any($2::uuid[]) and ${LIVE} order by o.popularity desc limit $3) o
  join catalog.merchants m using (merchant_id)`;
const WITH_WORDS = `select 1, o.popularity, o.offer_id, o.title, m.name, m.internal_name
  from (select * from (
      select * from catalog.offers o where o.words @@ $4::tsquery and ${LIVE} and o.merchant_id <> all($2::uuid[]) limit ${LOOKED_AT} offset 0) o
    where o.words @@ $5::tsquery order by o.popularity desc, o.offer_id limit $3) o
  join catalog.merchants m using (merchant_id) where m.live`;
const inOrder = (rows: string) =>
  `select title, merchant_name, internal_name from (${rows}) t order by rank, popularity desc, offer_id limit $3`;

/** Live coupons of the stores found, then those whose title holds the words; the index is asked for `rare` of them. */
export async function findCoupons(
  pool: pg.Pool,
  words: { rare: string; query: string } | null,
  merchantIds: readonly string[],
  now: Date,
  most: number,
): Promise<CouponFind[]> {
  const { rows } = await pool.query<CouponFind>(
    words === null
      ? { name: "catalog-coupons-of-stores", text: inOrder(OF_STORES), values: [now, merchantIds, most] }
      : {
          name: "catalog-coupons-with-words",
          text: inOrder(`${OF_STORES} union all ${WITH_WORDS}`),
          values: [now, merchantIds, most, words.rare, words.query],
        },
  );
  return rows;
}
