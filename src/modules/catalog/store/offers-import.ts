/** SQL of coupons as the import writes them. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";
import { idsOf, retireAlike, settleAlike } from "./coupon-decisions.ts";

export type OfferWrite = {
  offer_id: string;
  network_offer_id: string;
  network_programme_id: string;
  offer_type: "coupon" | "other";
  code: string | null;
  title: string;
  description: string;
  folded: string;
  discount_kind: string;
  discount_bps: number;
  discount_minor: string;
  condition: string | null;
  minimum_minor: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  tracking_link: string | null;
  content_hash: string;
};

export type MergeCounts = { added: number; changed: number; unchanged: number; unknown: string[] };

/** Those that are new, or that will be another than they are. */
export async function offersToWrite(tx: Tx, network: Network, offers: readonly OfferWrite[]): Promise<string[]> {
  const { rows } = await sql<{ offer_id: string }>`
    select r.offer_id from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as r(offer_id uuid, network_programme_id text, content_hash bigint)
    join catalog.programmes p on p.network = ${network} and p.network_programme_id = r.network_programme_id
    left join catalog.offers o on o.offer_id = r.offer_id
    where o.content_hash is distinct from r.content_hash or case when o.retired_at is null then o.gone_at else o.told_gone_at end is not null`.execute(
    tx,
  );
  return rows.map(({ offer_id }) => offer_id);
}

/** Merges a handful of a network's coupons. `unknown` are the ids of coupons whose programme is not known. */
export async function mergeOffers(
  tx: Tx,
  network: Network,
  offers: readonly OfferWrite[],
  now: Date,
): Promise<MergeCounts> {
  type Merged = { added: number; changed: number; unchanged: number; unknown: string[] | null; moved: string[] | null };
  const { rows } = await sql<Merged>`
    with given as (
      select r.*, p.programme_id, p.merchant_id, o.offer_id is not null as known,
        o.merchant_id <> p.merchant_id or upper(o.code) is distinct from upper(r.code) as moved,
        o.offer_id is not null and o.content_hash = r.content_hash and case when o.retired_at is null then o.gone_at else o.told_gone_at end is null as same
      from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as r(offer_id uuid, network_offer_id text, network_programme_id text,
        offer_type text, code text, title text, description text, folded text, discount_kind text, discount_bps integer, discount_minor bigint,
        condition text, minimum_minor bigint, starts_at timestamptz, ends_at timestamptz, tracking_link text, content_hash bigint)
      left join catalog.programmes p on p.network = ${network} and p.network_programme_id = r.network_programme_id
      left join catalog.offers o on o.offer_id = r.offer_id
    ), written as (
      insert into catalog.offers (offer_id, network, network_offer_id, programme_id, merchant_id, offer_type, code, title, description, folded,
        discount_kind, discount_bps, discount_minor, condition, minimum_minor, starts_at, ends_at, tracking_link, content_hash, created_at, updated_at)
      select offer_id, ${network}, network_offer_id, programme_id, merchant_id, offer_type, code, title, description, folded,
        discount_kind, discount_bps, discount_minor, condition, minimum_minor, starts_at, ends_at, tracking_link, content_hash,
        ${now}, ${now}
      from given where programme_id is not null and not same
      on conflict (offer_id) do update set programme_id = excluded.programme_id, merchant_id = excluded.merchant_id, offer_type = excluded.offer_type,
        code = excluded.code, title = excluded.title, description = excluded.description, folded = excluded.folded,
        discount_kind = excluded.discount_kind, discount_bps = excluded.discount_bps, discount_minor = excluded.discount_minor,
        condition = excluded.condition, minimum_minor = excluded.minimum_minor, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        tracking_link = excluded.tracking_link, content_hash = excluded.content_hash,
        verified_at = case when offers.code is distinct from excluded.code then null else offers.verified_at end,
        updated_at = excluded.updated_at, gone_at = case when offers.retired_at is not null then offers.gone_at end, told_gone_at = null
      returning 1
    )
    select count(*) filter (where programme_id is not null and not known)::integer as added,
      count(*) filter (where programme_id is not null and known and not same)::integer as changed,
      count(*) filter (where same)::integer as unchanged,
      array_agg(network_offer_id) filter (where programme_id is null) as unknown,
      array_agg(offer_id) filter (where programme_id is not null and known and not same and moved) as moved,
      (select count(*) from written) as written
    from given`.execute(tx);
  const counts = rows[0];
  await settleAlike(tx, counts?.moved ?? [], now);
  await retireAlike(tx, idsOf(offers), now);
  return {
    added: counts?.added ?? 0,
    changed: counts?.changed ?? 0,
    unchanged: counts?.unchanged ?? 0,
    unknown: counts?.unknown ?? [],
  };
}

/** Coupons of a network that a complete list no longer names: they have ended, and are kept. Returns how many. */
export async function retireOffers(tx: Tx, network: Network, seen: readonly string[], now: Date): Promise<number> {
  const result = await sql`
    update catalog.offers o set gone_at = coalesce(gone_at, ${now}), told_gone_at = case when retired_at is not null then ${now}::timestamptz end
    where network = ${network} and case when retired_at is null then gone_at else told_gone_at end is null
      and not exists (select 1 from unnest(${seen as string[]}::text[]) as s(id) where s.id = o.network_offer_id)`.execute(
    tx,
  );
  return result.rowCount;
}
