/** SQL of what browsers keep of stores and coupons, and of our own links with the networks. */
import type pg from "pg";
import type { Network } from "../catalog.types.ts";
import type { CardRow } from "../shape-answers.ts";
import { CARD } from "./read-merchants.ts";

export type BundleCouponRow = {
  code: string;
  title: string;
  title_es: string | null;
  kind: "percent" | "amount" | "shipping" | "gift" | "other";
  bps: number;
  minor: number;
  minimum_minor: number | null;
  ends_at: string | null;
  worked: number;
  tried: number;
  asked: boolean;
};
export type BundleRow = CardRow & { domains: string[]; locking_days: number | null; coupons: BundleCouponRow[] };

/** Live stores that pay or have codes that work at `now`, by name; of each its `most` best codes in their order, which is everybody's; what a check is asked of is among them, and a code stands once however it is written. As one text, which the driver reads faster. */
export async function readBundleStores(pool: pg.Pool, now: Date, most: number): Promise<BundleRow[]> {
  const { rows } = await pool.query<{ stores: BundleRow[] | null }>(
    `select json_agg(t) as stores from (
      select ${CARD}, m.domain || array(select d.domain from catalog.merchants d where d.merged_into = m.merchant_id
          and d.domain !~ '^merged[.]' order by d.domain) as domains, p.locking_days, coalesce(c.coupons, '[]') as coupons
      from catalog.merchants m
      left join catalog.programmes p on p.programme_id = m.programme_id
      left join lateral (
        select json_agg(json_build_object('code', o.code, 'title', o.title, 'title_es', o.title_es, 'kind', o.discount_kind, 'bps', o.discount_bps,
          'minor', o.discount_minor, 'minimum_minor', o.minimum_minor, 'ends_at', o.ends_at, 'worked', o.worked, 'tried', o.tried, 'asked', o.asked)
          order by o.popularity desc, o.offer_id) as coupons
        from (select * from (
          select distinct on (upper(o.code)) o.*, bool_or(o.check_asked_at is not null) over (partition by upper(o.code)) as asked
          from catalog.offers o where o.merchant_id = m.merchant_id and o.code is not null and o.gone_at is null
            and (o.ends_at is null or o.ends_at > $1) and (o.starts_at is null or o.starts_at <= $1)
          order by upper(o.code), o.popularity desc, o.offer_id) o
          order by o.asked desc, o.popularity desc, o.offer_id limit $2) o) c on true
      where m.live and (m.rate_kind <> 'none' or c.coupons is not null)
      order by m.internal_name) t`,
    [now, most],
  );
  return rows[0]?.stores ?? [];
}

/** Links of our programmes, one for each network and host: what they have in common tells our own clicks from others'. */
export async function readOwnLinks(pool: pg.Pool): Promise<{ network: Network; link: string }[]> {
  const { rows } = await pool.query<{ network: Network; link: string }>(
    `select distinct on (network, split_part(tracking_link, '/', 3)) network, tracking_link as link
     from catalog.programmes where gone_at is null
     order by network, split_part(tracking_link, '/', 3), network_programme_id`,
  );
  return rows;
}
