/** SQL of the coupons' lists. A coupon is live by its dates at the instant asked for. */
import type pg from "pg";
import type { OfferRow } from "../shape-answers.ts";

export const OFFER = `o.offer_id, o.offer_type, o.code, o.title, o.title_es, o.description, o.discount_kind, o.discount_bps, o.discount_minor, o.condition,
  o.minimum_minor, o.starts_at, o.ends_at, o.verified_at, o.gone_at is not null as gone, o.worked, o.tried,
  m.internal_name, m.name as merchant_name, m.logo_path, m.brand_hex, m.rate_kind, m.rate_bps, m.rate_minor, m.rate_up_to`;
const LIVE =
  "o.gone_at is null and (o.starts_at is null or o.starts_at <= $1) and (o.ends_at is null or o.ends_at > $1)";

const ORDER = {
  popular: "o.popularity desc, o.offer_id",
  ending: "o.ends_at, o.offer_id",
  new: "o.created_at desc, o.offer_id",
};
export type CouponFilter = {
  /** Only these, in their order when none other is asked for. */
  ids?: readonly string[] | undefined;
  category?: string | undefined;
  type?: "coupon" | "other" | undefined;
  kind?: string | undefined;
  ends_before?: Date | undefined;
  starts_after?: Date | undefined;
};
export type CouponSort = keyof typeof ORDER | "found";

/** Conditions of a filter, from a closed set, so that there are few statements and each is prepared; `$1` is the instant. */
function couponsWhere(filter: CouponFilter, values: unknown[]): { where: string; flags: string } {
  const parts = [LIVE, "m.live"];
  let flags = "";
  if (filter.category) {
    parts.push(`m.category = $${values.push(filter.category)}`);
    flags += "c";
  }
  if (filter.type) {
    parts.push(`o.offer_type = $${values.push(filter.type)}`);
    flags += "t";
  }
  if (filter.kind) {
    parts.push(`o.discount_kind = $${values.push(filter.kind)}`);
    flags += "k";
  }
  if (filter.ends_before) {
    parts.push(`o.ends_at < $${values.push(filter.ends_before)}`);
    flags += "e";
  }
  if (filter.starts_after) {
    parts.push(`o.starts_at >= $${values.push(filter.starts_after)}`);
    flags += "s";
  }
  if (filter.ids) {
    parts.push(`o.offer_id = any($${values.push(filter.ids)}::uuid[])`);
    flags += "i";
  }
  return { where: parts.join(" and "), flags };
}

export async function readCoupons(
  pool: pg.Pool,
  filter: CouponFilter & { sort: CouponSort },
  now: Date,
  offset: number,
  max: number,
): Promise<OfferRow[]> {
  const values: unknown[] = [now, max, offset];
  const { where, flags } = couponsWhere(filter, values);
  const order =
    filter.sort !== "found"
      ? ORDER[filter.sort]
      : filter.ids
        ? `array_position($${values.indexOf(filter.ids) + 1}::uuid[], o.offer_id)`
        : ORDER.popular;
  const dated = filter.sort === "ending" ? " and o.ends_at is not null" : "";
  const { rows } = await pool.query<OfferRow>({
    name: `catalog-coupons-${flags}-${filter.sort}`,
    text: `select ${OFFER} from catalog.offers o join catalog.merchants m using (merchant_id) where ${where}${dated} order by ${order} limit $2 offset $3`,
    values,
  });
  return rows;
}

/** In the order of the ids. `live`: only of stores that lists show; what is kept for search may be older than a store's end. */
export async function readCouponsByIds(pool: pg.Pool, ids: readonly string[], live = false): Promise<OfferRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<OfferRow>({
    name: "catalog-coupons-by-ids",
    text: `select ${OFFER} from catalog.offers o join catalog.merchants m using (merchant_id)
      where o.offer_id = any($1::uuid[]) and not m.hidden and (m.live or not $2) and o.retired_at is null order by array_position($1::uuid[], o.offer_id)`,
    values: [ids, live],
  });
  return rows;
}

export type CouponCount = { category: string; offer_type: "coupon" | "other"; count: number; ending: number };

/** How many there are of each category, whatever category and type are shown. */
export async function countCoupons(
  pool: pg.Pool,
  now: Date,
  { kind, ids }: Pick<CouponFilter, "kind" | "ids"> = {},
): Promise<CouponCount[]> {
  const values: unknown[] = [now];
  const { where, flags } = couponsWhere({ kind, ids }, values);
  const { rows } = await pool.query<CouponCount>({
    name: `catalog-coupons-count-${flags}`,
    text: `select m.category, o.offer_type, count(*)::integer as count, count(o.ends_at)::integer as ending
      from catalog.offers o join catalog.merchants m using (merchant_id) where ${where} group by m.category, o.offer_type`,
    values,
  });
  return rows;
}
