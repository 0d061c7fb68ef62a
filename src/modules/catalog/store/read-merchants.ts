/** SQL of the merchants' pages and lists. Named statements are prepared once on each connection. */
import type pg from "pg";
import type { Category, StoreCounts, StoreStatus, StoresQuery } from "../catalog.types.ts";
import type { BareOfferRow, CardRow, ProductRow } from "../shape-answers.ts";
import type { TrackRecord } from "../track.types.ts";
import { shownImage } from "./media.ts";
import { countedBps, countedMinor } from "./own-rates.ts";
import { PACKED_CARD, PACKED_OFFER, type PackedCard, type PackedOffer, readCard, readOffer } from "./packed-rows.ts";
import { sells } from "./sellers.ts";
import { TRACK } from "./track-health.ts";

export const CARD = `m.internal_name, m.name, m.logo_path, m.brand_hex, m.category, m.live_coupons, m.rate_kind, m.rate_bps, m.rate_minor, m.rate_up_to,
  m.was_kind, m.was_bps, m.was_minor`;

const ORDER = {
  popular: "m.popularity desc, m.internal_name",
  rate: "m.rate_bps desc, m.rate_minor desc, m.popularity desc, m.internal_name",
  name: "m.folded, m.internal_name",
  new: "m.created_at desc, m.internal_name",
};

/** Conditions of a stores query, from a closed set, so that there are few statements and each is prepared. */
function storesWhere(query: StoresQuery, ids: readonly string[] | null) {
  const parts = ["m.live"];
  const values: unknown[] = [];
  const flags: string[] = [];
  const add = (flag: string, value: unknown, text: (place: string) => string) => {
    values.push(value);
    flags.push(flag);
    parts.push(text(`$${values.length}`));
  };
  if (query.category) add("c", query.category, (place) => `m.category = ${place}`);
  if (query.country) add("l", query.country.toUpperCase(), (place) => `(m.is_global or ${place} = any(m.countries))`);
  if (ids) add("i", ids, (place) => `m.merchant_id = any(${place}::uuid[])`);
  if (query.plus) {
    flags.push("p");
    parts.push("m.rate_kind <> 'none'");
  }
  if (query.coupons) {
    flags.push("k");
    parts.push("m.live_coupons > 0");
  }
  return { where: parts.join(" and "), values, flags: flags.join("") };
}

export async function readStores(
  pool: pg.Pool,
  query: StoresQuery,
  ids: readonly string[] | null,
  offset: number,
  most: number,
): Promise<CardRow[]> {
  const { where, values, flags } = storesWhere(query, ids);
  const sort = ids && !query.sort ? "found" : (query.sort ?? "popular");
  const idsPlace = values.indexOf(ids) + 1;
  const order = sort === "found" ? `array_position($${idsPlace}::uuid[], m.merchant_id)` : ORDER[sort];
  // As one text, which costs a list a tenth less than rows that the driver reads field by field.
  const { rows } = await pool.query<{ stores: PackedCard[] | null }>({
    name: `catalog-stores-${flags}-${sort}`,
    text: `select json_agg(t.store) as stores from (select ${PACKED_CARD} as store from catalog.merchants m
      where ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}) t`,
    values: [...values, most, offset],
  });
  return (rows[0]?.stores ?? []).map(readCard);
}

export async function countStores(pool: pg.Pool, query: StoresQuery, ids: readonly string[] | null): Promise<number> {
  const { where, values, flags } = storesWhere(query, ids);
  const { rows } = await pool.query<{ total: number }>({
    name: `catalog-stores-count-${flags}`,
    text: `select count(*)::integer as total from catalog.merchants m where ${where}`,
    values,
  });
  return rows[0]?.total ?? 0;
}

export async function readCategories(pool: pg.Pool): Promise<Category[]> {
  const { rows } = await pool.query<Category>(`
    select c.slug, c.name_en, c.name_es, count(*)::integer as count
    from catalog.merchant_categories c join catalog.merchants m on m.category = c.slug and m.live
    group by c.slug order by c.position`);
  return rows;
}

export type StoreCount = StoreCounts & { category: string };

/** How many stores of each category a list has, whatever category it shows; and how many of them pay, or only have coupons. */
export async function countStoresByCategory(pool: pg.Pool, query: StoresQuery): Promise<StoreCount[]> {
  const { where, values, flags } = storesWhere({ ...query, category: undefined }, null);
  const { rows } = await pool.query<StoreCount>({
    name: `catalog-stores-counts-${flags}`,
    text: `select m.category, count(*)::integer as total, count(*) filter (where m.rate_kind <> 'none')::integer as paying,
        count(*) filter (where m.rate_kind = 'none' and m.live_coupons > 0)::integer as coupons_only
      from catalog.merchants m where ${where} group by m.category`,
    values,
  });
  return rows;
}

/** The first `most` cards of a rule; rules are this file's own texts, never a caller's. */
const RULES = {
  popular: "m.rate_kind <> 'none' order by m.popularity desc, m.internal_name",
  cash_back:
    "m.rate_kind = 'percent' order by (m.start_popularity > 0 or m.activity > 0) desc, m.rate_bps desc, m.popularity desc, m.internal_name",
  loved:
    "m.rate_kind <> 'none' and m.live_coupons > 0 order by (select count(*) from catalog.favourites f where f.merchant_id = m.merchant_id) desc, (m.start_popularity > 0 or m.activity > 0) desc, m.live_coupons desc, m.popularity desc, m.internal_name",
  raised: "m.was_kind <> 'none' order by m.popularity desc, m.internal_name",
  visited: "m.visitors >= 3 order by m.visitors desc, m.popularity desc, m.internal_name",
};
export type StoreRule = keyof typeof RULES;

export async function readStoresByRule(pool: pg.Pool, rule: StoreRule, most: number): Promise<CardRow[]> {
  const { rows } = await pool.query<CardRow>({
    name: `catalog-rule-${rule}`,
    text: `select ${CARD} from catalog.merchants m where m.live and ${RULES[rule]} limit $1`,
    values: [most],
  });
  return rows;
}

export async function readStoresByName(pool: pg.Pool, names: readonly string[]): Promise<CardRow[]> {
  const { rows } = await pool.query<CardRow>({
    name: "catalog-stores-by-name",
    text: `select ${CARD} from catalog.merchants m where m.live and m.internal_name = any($1::text[]) order by array_position($1::text[], m.internal_name)`,
    values: [names],
  });
  return rows;
}

/** When a raise of our own is over, of the store `m` at `$2`; networks tell no end of theirs. */
const RATE_ENDS = `(select o.ends_at from catalog.own_rates o where o.programme_id = m.programme_id and o.ended_at is null
  and o.starts_at <= $2 and o.ends_at > $2 and o.counts_bps > 10000 order by o.ends_at limit 1)`;

/** When each of these stores' rates rose from the usual one, null for those that came there by way of another rate, and when that ends. */
export async function readRaisedDays(
  pool: pg.Pool,
  names: readonly string[],
  now: Date,
): Promise<Map<string, { since: Date | null; ends: Date | null }>> {
  const { rows } = await pool.query<{ internal_name: string; since: Date | null; ends: Date | null }>({
    name: "catalog-raised-days",
    text: `select m.internal_name, r.since, ${RATE_ENDS} as ends from catalog.merchants m left join lateral (
        select h.since, lag((h.kind, h.bps, h.minor)) over w as before, row_number() over (order by h.since desc) as place
        from catalog.rate_history h where h.merchant_id = m.merchant_id window w as (order by h.since)) r
        on r.place = 1 and r.before = (m.was_kind, m.was_bps, m.was_minor)
      where m.internal_name = any($1::text[])`,
    values: [names, now],
  });
  return new Map(rows.map(({ internal_name, ...days }) => [internal_name, days]));
}

/** The most prominent stores with cash back of the most prominent categories, for the front page's rate card. */
export async function readRateCard(pool: pg.Pool, categories: number, stores: number): Promise<CardRow[]> {
  const { rows } = await pool.query<CardRow>({
    name: "catalog-rate-card",
    text: `with weighed as (
        select c.slug as category from catalog.merchant_categories c cross join lateral (
          select popularity from catalog.merchants m where m.live and m.category = c.slug and m.rate_kind <> 'none' order by m.popularity desc, m.internal_name limit $2) t
        group by c.slug having count(*) = $2 order by sum(popularity) desc, c.slug limit $1
      )
      select ${CARD} from weighed w cross join lateral (
        select * from catalog.merchants s where s.live and s.category = w.category and s.rate_kind <> 'none'
        order by s.popularity desc, s.internal_name limit $2) m`,
    values: [categories, stores],
  });
  return rows;
}

export type AllStoresRow = Pick<
  CardRow,
  "internal_name" | "name" | "rate_kind" | "rate_bps" | "rate_minor" | "rate_up_to"
> & { folded: string };

export async function readAllStores(pool: pg.Pool): Promise<AllStoresRow[]> {
  // As one text: the driver reads ten thousand rows far slower than JSON does.
  const { rows } = await pool.query<{ stores: AllStoresRow[] | null }>({
    name: "catalog-all-stores",
    text: `select json_agg(t) as stores from (
      select internal_name, name, folded, rate_kind, rate_bps, rate_minor, rate_up_to from catalog.merchants where live order by folded, internal_name) t`,
  });
  return rows[0]?.stores ?? [];
}

/** When each network's programmes were last read in full. */
export async function ratesCheckedAt(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    "select max(last_complete_at) as at from catalog.feeds where kind = 'programmes'",
  );
  return rows[0]?.at ?? null;
}

/** As it comes out of JSON: instants are texts. */
export type MerchantPageRow = CardRow & {
  domain: string;
  description: string;
  category_en: string;
  category_es: string;
  countries: string[];
  is_global: boolean;
  cash_back_allowed: boolean;
  locking_days: number | null;
  status: StoreStatus;
  description_es: string;
  rate_since: string | null;
  rate_ends: string | null;
  checked_at: string | null;
  track: TrackRecord | null;
  rates: { name: string; kind: "percent" | "fixed"; bps: number; minor: number }[];
  offers: BareOfferRow[];
  ended: BareOfferRow[];
  also: CardRow[];
  products: ProductRow[];
  abroad: { slug: string; name: string; currency: string; price_minor: number }[];
};
type PackedPage = Omit<MerchantPageRow, "offers" | "ended" | "also"> & {
  offers: PackedOffer[];
  ended: PackedOffer[];
  also: PackedCard[];
};

export async function hasMerchants(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select exists (select 1 from catalog.merchants where live) as found",
  );
  return rows[0]?.found ?? false;
}

/** Where an old name leads: stores that were merged or renamed. */
export async function readNameNow(pool: pg.Pool, formerName: string): Promise<string | null> {
  const { rows } = await pool.query<{ internal_name: string }>({
    name: "catalog-name-now",
    text: `select m.internal_name from catalog.former_names f join catalog.merchants m using (merchant_id)
      where f.former_name = $1 and m.live and not exists (select 1 from catalog.merchants n where n.live and n.internal_name = $1)`,
    values: [formerName],
  });
  return rows[0]?.internal_name ?? null;
}

/**
 * Six stores of the same category as `a`. A store without coupons is left for one that has some: those lead then, and both
 * halves walk the index by popularity, so that the largest category costs no more than a small one.
 */
const SIMILAR_PART = (
  part: number,
  which: string,
) => `(select ${PACKED_CARD} as card, ${part} as part, m.popularity, m.internal_name from catalog.merchants m
  where m.live and m.category = a.category and m.merchant_id <> a.merchant_id and ${which}
  order by m.popularity desc, m.internal_name limit 6)`;
const SIMILAR = `${SIMILAR_PART(1, "a.live_coupons = 0 and m.live_coupons > 0")}
  union all ${SIMILAR_PART(2, "(a.live_coupons > 0 or m.live_coupons = 0)")} order by part, popularity desc, internal_name limit 6`;

/** What a store sells for other money than dollars, newest first. */
const ABROAD = `select d.slug, d.name, l.currency, l.price_minor from catalog.listings l join catalog.products d using (product_id)
  where l.merchant_id = m.merchant_id and l.currency <> 'USD' and l.gone_at is null and l.availability = 'in_stock'
  order by l.added_run desc, l.listing_id limit 12`;

/**
 * Everything of a merchant's page in one statement and one text of JSON, which the driver reads in one piece: `jsonb` would be built
 * twice, and forty fields cost more than their names. `now` parts live from ended coupons.
 */
export async function readMerchantPage(
  pool: pg.Pool,
  internalName: string,
  now: Date,
): Promise<MerchantPageRow | null> {
  const { rows } = await pool.query<{ page: PackedPage }>({
    name: "catalog-merchant-page",
    text: `select row_to_json(page) as page from (select ${CARD}, m.domain, m.description, m.description_es, m.status, c.name_en as category_en, c.name_es as category_es, m.countries, m.is_global,
        coalesce(p.cash_back_allowed, false) as cash_back_allowed, p.locking_days,
        (select r.since from (select h.since, lag((h.kind, h.bps, h.minor)) over w as before, row_number() over (order by h.since desc) as place
            from catalog.rate_history h where h.merchant_id = m.merchant_id window w as (order by h.since)) r
          where r.place = 1 and r.before = (m.was_kind, m.was_bps, m.was_minor)) as rate_since,
        ${RATE_ENDS} as rate_ends, f.last_complete_at as checked_at, ${TRACK},
        coalesce((select json_agg(json_build_object('name', r.name, 'kind', r.kind, 'bps', ${countedBps("r", "p")}, 'minor', ${countedMinor("r", "p")}) order by r.bps desc, r.minor desc, r.position)
          from catalog.programme_rates r where r.programme_id = m.programme_id), '[]') as rates,
        coalesce((select json_agg(t.offer) from (select ${PACKED_OFFER} as offer from catalog.offers o
          where o.merchant_id = m.merchant_id and o.gone_at is null and (o.ends_at is null or o.ends_at > $2)
          order by o.starts_at > $2, o.popularity desc, o.offer_id limit 100) t), '[]') as offers,
        coalesce((select json_agg(t.offer) from (select ${PACKED_OFFER} as offer from catalog.offers o
          where o.merchant_id = m.merchant_id and (o.gone_at is not null or o.ends_at <= $2) and o.retired_at is null
          order by least(o.gone_at, o.ends_at) desc, o.offer_id limit 12) t), '[]') as ended,
        coalesce((select json_agg(t.card) from (${SIMILAR}) t), '[]') as also,
        coalesce((select json_agg(t) from (select ${PRODUCT} from catalog.merchant_products s join catalog.products d using (product_id)
          where s.merchant_id = m.merchant_id and d.sold_by @> array[m.merchant_id] order by s.position limit 8) t), '[]') as products,
        coalesce((select json_agg(t) from (${ABROAD}) t), '[]') as abroad
      from catalog.merchants m
      cross join lateral (select m.category, m.merchant_id, m.live_coupons) a
      join catalog.merchant_categories c on c.slug = m.category
      left join catalog.programmes p on p.programme_id = m.programme_id
      left join catalog.feeds f on f.feed_name = p.network || '.programmes'
      where m.internal_name = $1 and (m.live or (m.status = 'closed' and not m.hidden and m.merged_into is null))) page`,
    values: [internalName, now],
  });
  const page = rows[0]?.page;
  if (!page) return null;
  return {
    ...page,
    offers: page.offers.map(readOffer),
    ended: page.ended.map(readOffer),
    also: page.also.map(readCard),
  };
}

/** Whose price leads, by the order in which `REFRESH_PRODUCTS` chose it. */
export const fromStore = (product: "d" | "s") => `(select m.name from catalog.listings l
    join catalog.merchants m on m.merchant_id = l.merchant_id and ${sells("m")}
    where l.product_id = ${product}.product_id and l.gone_at is null and l.currency = 'USD'
    order by l.availability = 'out_of_stock', l.price_minor, l.listing_id limit 1) as from_store`;

export const PRODUCT = `d.product_id, d.slug, d.name, d.brand, ${shownImage("d")} as image_url, d.merchants, d.from_minor, d.from_kind, d.from_bps, d.from_rate_minor,
  ${fromStore("d")}`;

/** Stores by their own hosts, in whatever state they are: their mails are theirs all the same. */
export async function readStoresByDomain(
  pool: pg.Pool,
  domains: readonly string[],
): Promise<{ merchant_id: string; name: string; domain: string }[]> {
  const { rows } = await pool.query<{ merchant_id: string; name: string; domain: string }>(
    `select coalesce(m.merged_into, m.merchant_id) as merchant_id, m.name, m.domain from catalog.merchants m where m.domain = any ($1)`,
    [domains],
  );
  return rows;
}
