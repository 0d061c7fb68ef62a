/** SQL that keeps the denormalised columns: what pages read without joins is reckoned here, set by set. */
import type { Database, Tx } from "#platform/database";
import { type Statement, sql } from "#platform/sql";
import { POPULARITY, type RatePoint } from "../rules.ts";
import { followProgrammes } from "./coupon-decisions.ts";
import { bestOf, countedBps, countedMinor, paysFor } from "./own-rates.ts";
import { sells } from "./sellers.ts";

type Runner = Database | Tx;

/**
 * `best`: the best programme of each store, or of each of `among`, and what it pays. Picks the rate as rules.ts `bestCommission` and
 * `compareCommissions` do; a test compares them. Whether it is up to so much is asked of all groups that the network pays for: where
 * next to nothing counts of one, no single rate may be promised.
 */
const best = (among: Statement) => sql`
    rated as (
      select p.programme_id, p.merchant_id, p.cash_back_allowed, p.network, p.network_programme_id,
        ${sql.raw(bestOf("r", "p"))}
      from catalog.programmes p left join catalog.programme_rates r using (programme_id)
      where p.gone_at is null ${among}
      group by p.programme_id
    ), best as (
      select distinct on (merchant_id) merchant_id, programme_id,
        case when not cash_back_allowed then 'none' when bps > 0 then 'percent' when minor > 0 then 'fixed' else 'none' end as kind,
        case when cash_back_allowed then bps else 0 end as bps,
        case when cash_back_allowed and bps = 0 then minor else 0 end as minor,
        cash_back_allowed and up_to as up_to
      from rated
      order by merchant_id, cash_back_allowed desc, (bps > 0) desc, bps desc, minor desc, network, network_programme_id
    )`;

/**
 * Stores that these programmes lead to, or that show what one of them pays, show at once who leads there best now: a click goes that way,
 * for what it pays. What else follows from it comes with the settling. Returns how many changed.
 */
export async function refreshBest(tx: Tx, programmeIds: readonly string[]): Promise<number> {
  const programmes = sql`any(${programmeIds as string[]}::uuid[])`;
  const result = await sql`
    with stores as (
      select merchant_id from catalog.programmes where programme_id = ${programmes}
      union select merchant_id from catalog.merchants where programme_id = ${programmes}
    ), ${best(sql`and p.merchant_id in (select merchant_id from stores)`)}
    update catalog.merchants m set programme_id = b.programme_id, rate_kind = coalesce(b.kind, 'none'), rate_bps = coalesce(b.bps, 0),
      rate_minor = coalesce(b.minor, 0), rate_up_to = coalesce(b.up_to, false)
    from stores s left join best b using (merchant_id)
    where m.merchant_id = s.merchant_id and (m.programme_id, m.rate_kind, m.rate_bps, m.rate_minor, m.rate_up_to)
      is distinct from (b.programme_id, coalesce(b.kind, 'none'), coalesce(b.bps, 0), coalesce(b.minor, 0), coalesce(b.up_to, false))`.execute(
    tx,
  );
  return result.rowCount;
}

/** Best programme and rate, live coupons and prominence of every merchant. Returns how many merchants changed. */
export async function refreshMerchants(tx: Tx, now: Date): Promise<number> {
  const result = await sql`
    with ${best(sql``)}, coupons as (
      select merchant_id, count(*)::integer as live from catalog.offers
      where gone_at is null and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
      group by merchant_id
    ), liked as (
      select merchant_id, count(*)::integer as members from catalog.favourites group by merchant_id
    ), stocked as (
      select distinct merchant_id from catalog.merchant_products
    ), fresh as (
      select m.merchant_id, best.merchant_id is not null and not m.hidden and m.status <> 'closed' and m.merged_into is null as live, best.programme_id, coalesce(best.kind, 'none') as kind, coalesce(best.bps, 0) as bps,
        coalesce(best.minor, 0) as minor, coalesce(best.up_to, false) as up_to, coalesce(coupons.live, 0) as coupons,
        (m.start_popularity + m.activity + coalesce(liked.members, 0) * ${sql.lit(POPULARITY.favourite)})
            / case when coalesce(best.kind, 'none') = 'none' then ${sql.lit(POPULARITY.nothing_paid_divides)} else 1 end
          + (stocked.merchant_id is not null)::integer * ${sql.lit(POPULARITY.products)}
          + least(coalesce(coupons.live, 0), ${sql.lit(POPULARITY.coupons)})
          + (m.logo_media is not null)::integer * ${sql.lit(POPULARITY.mark)} as popularity
      from catalog.merchants m
      left join best using (merchant_id) left join coupons using (merchant_id)
      left join liked using (merchant_id) left join stocked using (merchant_id)
    )
    update catalog.merchants m set live = f.live, programme_id = f.programme_id, rate_kind = f.kind, rate_bps = f.bps, rate_minor = f.minor,
      rate_up_to = f.up_to, live_coupons = f.coupons, popularity = f.popularity
    from fresh f
    where f.merchant_id = m.merchant_id
      and (m.live, m.programme_id, m.rate_kind, m.rate_bps, m.rate_minor, m.rate_up_to, m.live_coupons, m.popularity)
        is distinct from (f.live, f.programme_id, f.kind, f.bps, f.minor, f.up_to, f.coupons, f.popularity)`.execute(
    tx,
  );
  return result.rowCount;
}

/** Writes a point of history for every merchant whose best rate is not its last point. Returns how many. */
export async function recordRates(tx: Tx, now: Date): Promise<number> {
  const result = await sql`
    insert into catalog.rate_history (merchant_id, since, kind, bps, minor)
    select m.merchant_id, ${now}, m.rate_kind, m.rate_bps, m.rate_minor
    from catalog.merchants m
    left join lateral (select kind, bps, minor from catalog.rate_history h where h.merchant_id = m.merchant_id order by since desc limit 1) last on true
    where (last.kind, last.bps, last.minor) is distinct from (m.rate_kind, m.rate_bps, m.rate_minor)
    on conflict (merchant_id, since) do update set kind = excluded.kind, bps = excluded.bps, minor = excluded.minor`.execute(
    tx,
  );
  return result.rowCount;
}

/** Points from before the first that was read here: these stores paid a part of today's rate since then. */
export async function recallRates(
  tx: Tx,
  { internal_names, since, share_bps }: { internal_names: readonly string[]; since: Date; share_bps: number },
): Promise<void> {
  await sql`
    insert into catalog.rate_history (merchant_id, since, kind, bps, minor)
    select m.merchant_id, ${since}, m.rate_kind, m.rate_bps * ${share_bps}::integer / 10000, m.rate_minor * ${share_bps}::integer / 10000
    from catalog.merchants m
    where m.internal_name = any(${internal_names as string[]}::text[]) and m.rate_kind <> 'none'
      and not exists (select 1 from catalog.rate_history h where h.merchant_id = m.merchant_id and h.since <= ${since})`.execute(
    tx,
  );
}

/** The history of merchants whose rate changed after `since`, and of those shown with a usual rate now; oldest point first. */
export async function changedRates(runner: Runner, since: Date): Promise<Map<string, RatePoint[]>> {
  const { rows } = await sql<RatePoint & { merchant_id: string }>`
    select h.merchant_id, h.since, h.kind, h.bps, h.minor from catalog.rate_history h
    join catalog.merchants m using (merchant_id)
    where m.was_kind <> 'none'
      or exists (select 1 from catalog.rate_history c where c.merchant_id = h.merchant_id and c.since > ${since}
        and exists (select 1 from catalog.rate_history b where b.merchant_id = c.merchant_id and b.since < c.since))
    order by h.merchant_id, h.since`.execute(runner);
  const found = new Map<string, RatePoint[]>();
  for (const { merchant_id, ...point } of rows) {
    const list = found.get(merchant_id);
    if (list) list.push(point);
    else found.set(merchant_id, [point]);
  }
  return found;
}

export async function saveUsualRates(
  tx: Tx,
  rows: readonly { merchant_id: string; kind: string; bps: number; minor: string }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const result = await sql`
    update catalog.merchants m set was_kind = r.kind, was_bps = r.bps, was_minor = r.minor
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(merchant_id uuid, kind text, bps integer, minor bigint)
    where r.merchant_id = m.merchant_id and (m.was_kind, m.was_bps, m.was_minor) is distinct from (r.kind, r.bps, r.minor)`.execute(
    tx,
  );
  return result.rowCount;
}

/** A coupon is as prominent as its merchant; codes come before deals, and what worked for members before what did not. */
export async function refreshOffers(tx: Tx): Promise<number> {
  const followed = await followProgrammes(tx);
  const result = await sql`
    update catalog.offers o set popularity = f.popularity
    from (select o.offer_id, m.popularity + (o.code is not null)::integer * 10 + (3 * o.worked - o.tried) * 2
        + case o.discount_kind when 'percent' then least(o.discount_bps, 5000) / 250 when 'amount' then 8 else 0 end as popularity
      from catalog.offers o join catalog.merchants m using (merchant_id)) f
    where f.offer_id = o.offer_id and f.popularity <> o.popularity`.execute(tx);
  return followed + result.rowCount;
}

/** Prices, cash back and merchant counts of the products in `$1`, in dollars; the cheapest listing in stock leads. Who sells is asked once of each. */
export const REFRESH_PRODUCTS = `
  update catalog.products p set merchants = f.merchants, sold_by = f.sold_by, ready_at = f.ready_at, from_minor = f.from_minor, from_kind = f.kind, from_bps = f.bps, from_rate_minor = f.minor
  from (
    select ids.product_id, cardinality(coalesce(n.sold_by, '{}')) as merchants, coalesce(n.sold_by, '{}') as sold_by,
      coalesce(n.ready_at, '{}') as ready_at, coalesce(c.price_minor, 0) as from_minor,
      coalesce(c.kind, 'none') as kind, coalesce(c.bps, 0) as bps, coalesce(c.minor, 0) as minor
    from unnest($1::uuid[]) as ids(product_id)
    left join lateral (
      select array_agg(distinct l.merchant_id) filter (where l.availability <> 'out_of_stock') as sold_by,
        array_agg(distinct l.merchant_id) filter (where l.availability = 'in_stock') as ready_at,
        (array_agg(l.listing_id order by l.availability = 'out_of_stock', l.price_minor, l.listing_id))[1] as leader
      from catalog.listings l join catalog.merchants m on m.merchant_id = l.merchant_id and ${sells("m")}
      where l.product_id = ids.product_id and l.gone_at is null and l.currency = 'USD') n on true
    left join lateral (
      select l.price_minor, r.kind, case when r.kind is not null then ${countedBps("r", "g")} end as bps, ${countedMinor("r", "g")} as minor
      from catalog.listings l join catalog.programmes g on g.programme_id = l.programme_id
      left join catalog.programme_rates r on r.programme_id = l.programme_id and r.group_code = l.rate_group and ${paysFor("l", "g")}
      where l.listing_id = n.leader limit 1) c on true
  ) f
  where f.product_id = p.product_id
    and (p.sold_by, p.ready_at, p.from_minor, p.from_kind, p.from_bps, p.from_rate_minor) is distinct from (f.sold_by, f.ready_at, f.from_minor, f.kind, f.bps, f.minor)`;

/** Returns how many of the products changed. */
export async function refreshProducts(tx: Tx, productIds: readonly string[]): Promise<number> {
  if (productIds.length === 0) return 0;
  const result = await tx.ask({ text: REFRESH_PRODUCTS, values: [productIds] });
  return result.rowCount;
}

/** Products that are for sale at programmes whose rates changed; read in handfuls by the caller. */
export async function productsOf(
  runner: Runner,
  programmeIds: readonly string[],
  after: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct product_id from catalog.listings
    where programme_id = any(${programmeIds as string[]}::uuid[]) and gone_at is null and product_id > ${after}::uuid
    order by product_id limit ${most}`.execute(runner);
  return rows.map((row) => row.product_id);
}

const SHOWN_PRODUCTS = 12;

/** The products that a merchant's page shows: in stock, sold by most merchants first. */
export async function refreshMerchantProducts(tx: Tx, merchantId: string): Promise<void> {
  await sql`delete from catalog.merchant_products where merchant_id = ${merchantId}`.execute(tx);
  await sql`
    insert into catalog.merchant_products (merchant_id, position, product_id)
    select ${merchantId}, row_number() over (order by merchants desc, product_id), product_id
    from (select distinct p.product_id, p.merchants from catalog.listings l join catalog.products p using (product_id)
      where l.merchant_id = ${merchantId} and l.gone_at is null and l.availability = 'in_stock' and l.currency = 'USD'
      order by p.merchants desc, p.product_id limit ${SHOWN_PRODUCTS}) best`.execute(tx);
}

export async function refreshProductCategories(tx: Tx): Promise<void> {
  await sql`
    with counted as (
      select category, case when grouping(subcategory) = 1 then '' else subcategory end as subcategory, count(*)::integer as products
      from catalog.products where merchants > 0
      group by grouping sets ((category), (category, subcategory))
      having grouping(subcategory) = 1 or subcategory <> ''
    )
    update catalog.product_categories c set products = coalesce(n.products, 0)
    from catalog.product_categories o left join counted n using (category, subcategory)
    where o.category = c.category and o.subcategory = c.subcategory and c.products <> coalesce(n.products, 0)`.execute(
    tx,
  );
}

export async function lacksWords(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ lacking: boolean }>`
    select not exists (select 1 from catalog.search_words) and exists (select 1 from catalog.merchants) as lacking`.execute(
    tx,
  );
  return rows[0]?.lacking ?? false;
}

/** The vocabulary of search: every word that stands in a merchant's, coupon's or product's text. */
export async function refreshWords(tx: Tx): Promise<void> {
  await sql`
    with found as (
      select word, sum(ndoc)::integer as uses from (
        select word, ndoc from ts_stat('select words from catalog.products where merchants > 0')
        union all select word, ndoc from ts_stat('select words from catalog.offers where gone_at is null')
        union all select word, 20 from catalog.merchants m, unnest(string_to_array(concat_ws(' ', m.folded, array_to_string(m.aliases, ' ')), ' ')) as t(word) where m.live
      ) every
      where length(word) between 2 and 40 group by word
    ), dropped as (
      delete from catalog.search_words w where not exists (select 1 from found f where f.word = w.word)
    )
    insert into catalog.search_words as w (word, uses) select word, uses from found
    on conflict (word) do update set uses = excluded.uses where w.uses <> excluded.uses`.execute(tx);
}
