/** SQL of coupons that operators add and retire. A coupon that is retired is gone, whatever networks go on to list. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export const idsOf = (rows: readonly { offer_id: string }[]): string[] => rows.map(({ offer_id }) => offer_id);

export type StandingCoupon = {
  offer_id: string;
  merchant_id: string;
  network: string;
  code: string | null;
  title: string;
  title_es: string | null;
  ends_at: Date | null;
  gone_at: Date | null;
  retired_at: Date | null;
};
const COUPON = sql`select offer_id, merchant_id, network, code, title, title_es, ends_at, gone_at, retired_at from catalog.offers`;

export async function lockCoupon(tx: Tx, offerId: string): Promise<StandingCoupon | null> {
  const { rows } = await sql<StandingCoupon>`${COUPON} where offer_id = ${offerId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Those of a store that have this code, however it is written. */
export async function couponsWithCode(runner: Runner, merchantId: string, code: string): Promise<StandingCoupon[]> {
  const { rows } = await sql<StandingCoupon>`
    ${COUPON} where upper(code) = upper(${code}) and merchant_id = ${merchantId} order by created_at, offer_id`.execute(
    runner,
  );
  return rows;
}

/** The coupon, and all of its store with the same code. Answers their ids. */
export async function retireCoupons(tx: Tx, coupon: StandingCoupon, now: Date): Promise<string[]> {
  const { rows } = await sql<{ offer_id: string }>`
    update catalog.offers set retired_at = ${now}, told_gone_at = gone_at, gone_at = coalesce(gone_at, ${now}), check_asked_at = null
    where retired_at is null and (offer_id = ${coupon.offer_id}
      or (merchant_id = ${coupon.merchant_id} and upper(code) = upper(${coupon.code})))
    returning offer_id`.execute(tx);
  return idsOf(rows);
}

/** Asks shoppers for it, or no more, with all of its store that have the same code. Answers the ids of those that are listed and have one. */
export async function markForCheck(tx: Tx, coupon: StandingCoupon, at: Date | null): Promise<string[]> {
  const { rows } = await sql<{ offer_id: string }>`
    update catalog.offers set check_asked_at = ${at}
    where merchant_id = ${coupon.merchant_id} and upper(code) = upper(${coupon.code}) and gone_at is null
      and (check_asked_at is null) = ${at !== null}
    returning offer_id`.execute(tx);
  return idsOf(rows);
}

/** What networks say of them counts again. Answers the ids. */
export async function bringBackCoupons(tx: Tx, coupon: StandingCoupon): Promise<string[]> {
  const { rows } = await sql<{ offer_id: string }>`
    update catalog.offers set retired_at = null, gone_at = told_gone_at, told_gone_at = null
    where retired_at is not null and (offer_id = ${coupon.offer_id}
      or (merchant_id = ${coupon.merchant_id} and upper(code) = upper(${coupon.code})))
    returning offer_id`.execute(tx);
  return idsOf(rows);
}

/** A code that was retired at its store is retired however else it comes. */
export async function retireAlike(tx: Tx, offerIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update catalog.offers o set retired_at = ${now}, told_gone_at = o.gone_at, gone_at = coalesce(o.gone_at, ${now})
    where o.offer_id = any(${offerIds as string[]}::uuid[]) and o.retired_at is null and exists (
      select 1 from catalog.offers r where r.retired_at is not null and r.merchant_id = o.merchant_id and upper(r.code) = upper(o.code))`.execute(
    tx,
  );
}

/**
 * They have come to another store, or have another code: one that is retired there is gone, and what was gone only for what their former
 * store had retired is there again. What a person retired last stays so.
 */
export async function settleAlike(tx: Tx, offerIds: readonly string[], now: Date): Promise<void> {
  if (offerIds.length === 0) return;
  await sql`
    update catalog.offers o set retired_at = null, gone_at = told_gone_at, told_gone_at = null
    where o.offer_id = any(${offerIds as string[]}::uuid[]) and o.retired_at is not null and 'retired' is distinct from (
      select h.what from catalog.offer_history h where h.offer_id = o.offer_id and h.what in ('retired', 'brought back')
      order by h.entry desc limit 1)`.execute(tx);
  await retireAlike(tx, offerIds, now);
  // One that a person retired may come after those that are gone with it, which found nothing retired there.
  await sql`
    update catalog.offers o set retired_at = ${now}, told_gone_at = o.gone_at, gone_at = coalesce(o.gone_at, ${now})
    from catalog.offers r
    where r.offer_id = any(${offerIds as string[]}::uuid[]) and r.retired_at is not null and o.merchant_id = r.merchant_id
      and upper(o.code) = upper(r.code) and o.retired_at is null and 'retired with its code' = (
        select h.what from catalog.offer_history h
        where h.offer_id = o.offer_id and h.what in ('retired', 'retired with its code', 'brought back')
        order by h.entry desc limit 1)`.execute(tx);
}

/** To later imports nothing is new of them. Own ones stay with their store, and go by another programme then. */
export async function moveCoupons(tx: Tx, programmeIds: readonly string[], now: Date): Promise<void> {
  if (programmeIds.length === 0) return;
  const { rows } = await sql<{ offer_id: string }>`
    update catalog.offers o set merchant_id = p.merchant_id from catalog.programmes p
    where p.programme_id = any(${programmeIds as string[]}::uuid[]) and o.programme_id = p.programme_id
      and o.merchant_id <> p.merchant_id and o.network <> 'own' returning o.offer_id`.execute(tx);
  await settleAlike(tx, idsOf(rows), now);
}

export type OwnCoupon = {
  offer_id: string;
  merchant_id: string;
  programme_id: string;
  offer_type: "coupon" | "other";
  code: string | null;
  title: string;
  title_es: string;
  folded: string;
  discount_kind: string;
  discount_bps: number;
  discount_minor: string;
  condition: string | null;
  minimum_minor: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  content_hash: string;
};

/** One that had ended is there again, with what is said now. */
export async function saveOwnCoupon(tx: Tx, coupon: OwnCoupon, now: Date): Promise<void> {
  const c = coupon;
  await sql`
    insert into catalog.offers (offer_id, network, network_offer_id, programme_id, merchant_id, offer_type, code, title, title_es, description, folded,
      discount_kind, discount_bps, discount_minor, condition, minimum_minor, starts_at, ends_at, content_hash, created_at, updated_at)
    values (${c.offer_id}, 'own', ${c.offer_id}, ${c.programme_id}, ${c.merchant_id}, ${c.offer_type}, ${c.code}, ${c.title}, ${c.title_es},
      '', ${c.folded}, ${c.discount_kind}, ${c.discount_bps}, ${c.discount_minor}, ${c.condition}, ${c.minimum_minor},
      ${c.starts_at}, ${c.ends_at}, ${c.content_hash}, ${now}, ${now})
    on conflict (offer_id) do update set title = excluded.title, title_es = excluded.title_es, folded = excluded.folded,
      discount_kind = excluded.discount_kind, discount_bps = excluded.discount_bps, discount_minor = excluded.discount_minor,
      condition = excluded.condition, minimum_minor = excluded.minimum_minor, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      updated_at = excluded.updated_at`.execute(tx);
}

/** Coupons of our own lead by whatever programme is their store's best now. Answers how many changed. */
export async function followProgrammes(tx: Tx): Promise<number> {
  const result = await sql`
    update catalog.offers o set programme_id = m.programme_id from catalog.merchants m
    where o.network = 'own' and m.merchant_id = o.merchant_id and m.programme_id is not null and o.programme_id <> m.programme_id`.execute(
    tx,
  );
  return result.rowCount;
}

export type CouponEntry = { at: Date; by: string; what: string; reason: string };

export async function keepCouponEntries(tx: Tx, offerIds: readonly string[], entry: CouponEntry): Promise<void> {
  await sql`
    insert into catalog.offer_history (offer_id, at, by, what, reason)
    select id, ${entry.at}, ${entry.by}, ${entry.what}, ${entry.reason} from unnest(${offerIds as string[]}::uuid[]) as t(id)`.execute(
    tx,
  );
}

export async function readCouponHistory(runner: Runner, offerId: string): Promise<CouponEntry[]> {
  const { rows } = await sql<CouponEntry>`
    select at, by, what, reason from catalog.offer_history where offer_id = ${offerId} order by entry`.execute(runner);
  return rows;
}
