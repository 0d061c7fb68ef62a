/** SQL of what operators look for among stores, coupons and programmes. Schema `catalog` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";

export type StoreFacts = {
  merchant_id: string;
  internal_name: string;
  name: string;
  domain: string;
  category: string;
  live: boolean;
  hidden: boolean;
  /** The store that it is a part of. */
  now_name: string | null;
  aliases: string[];
  start_popularity: number;
  live_coupons: number;
  rate_kind: string;
  rate_bps: number;
  rate_minor: bigint;
  rate_up_to: boolean;
  created_at: Date;
  logo_path: string | null;
};
const STORES = sql`select merchant_id, internal_name, name, domain, category, live, hidden,
  (select k.internal_name from catalog.merchants k where k.merchant_id = merchants.merged_into) as now_name, aliases, start_popularity, live_coupons, rate_kind, rate_bps, rate_minor, rate_up_to, created_at, logo_path
  from catalog.merchants`;
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

export async function findStores(db: Database, text: string, most: number): Promise<StoreFacts[]> {
  const folded = literal(text.toLowerCase());
  const { rows } = await sql<StoreFacts>`
    (${STORES} where internal_name = ${text.toLowerCase()})
    union (${STORES} where folded like ${`${folded}%`} limit ${most}) limit ${most}`.execute(db);
  return rows;
}

export const STORE_SIGHTS = ["shown", "hidden", "decided", "not shown"] as const;

/** The best known first. */
export async function listStoreFacts(
  db: Database,
  asked: {
    sight: (typeof STORE_SIGHTS)[number] | null;
    after: { popularity: number; name: string } | null;
    most: number;
  },
): Promise<(StoreFacts & { popularity: number })[]> {
  const { sight, after, most } = asked;
  const where = {
    shown: sql`s.live`,
    hidden: sql`s.hidden`,
    decided: sql`exists (select 1 from catalog.store_decisions d where d.merchant_id = s.merchant_id)`,
    "not shown": sql`not s.live`,
  };
  const { rows } = await sql<StoreFacts & { popularity: number }>`
    select s.*, m.popularity from (${STORES}) s join catalog.merchants m using (merchant_id)
    where ${sight === null ? sql`true` : where[sight]}
      and (${after?.name ?? null}::text is null or (-m.popularity, s.internal_name) > (-${after?.popularity ?? 0}::integer, ${after?.name ?? null}))
    order by -m.popularity, s.internal_name limit ${most}`.execute(db);
  return rows;
}

export type ProgrammeFacts = {
  programme_id: string;
  network: string;
  network_programme_id: string;
  name: string;
  url: string;
  cash_back_allowed: boolean;
  locking_days: number | null;
  terms: string | null;
  updated_at: Date;
  gone_at: Date | null;
  internal_name: string;
  merchant_name: string;
};
const PROGRAMMES = sql`select p.programme_id, p.network, p.network_programme_id, p.name, p.url, p.cash_back_allowed, p.locking_days, p.terms,
    p.updated_at, p.gone_at, m.internal_name, m.name as merchant_name
  from catalog.programmes p join catalog.merchants m using (merchant_id)`;
export async function readProgrammesOf(db: Database, merchantId: string): Promise<ProgrammeFacts[]> {
  const { rows } =
    await sql<ProgrammeFacts>`${PROGRAMMES} where p.merchant_id = ${merchantId} order by p.network`.execute(db);
  return rows;
}
/** By our id, or by the one that a network calls it. */
export async function findProgrammes(
  db: Database,
  asked: { id: string | null; text: string },
  most: number,
): Promise<ProgrammeFacts[]> {
  const { rows } = await sql<ProgrammeFacts>`
    (${PROGRAMMES} where p.programme_id = ${asked.id}::uuid)
    union all (${PROGRAMMES} where p.network in ('impact', 'cj', 'awin') and p.network_programme_id = ${asked.text}) limit ${most}`.execute(
    db,
  );
  return rows;
}
export async function readProgrammeHistory(
  db: Database,
  programmeId: string,
): Promise<{ at: Date; by: string; decision: string; locking_days: number | null }[]> {
  const { rows } = await sql<{ at: Date; by: string; decision: string; locking_days: number | null }>`
    select at, by, decision, locking_days from catalog.programme_decision_history
    where programme_id = ${programmeId} order by at, entry`.execute(db);
  return rows;
}

export type CouponFacts = {
  offer_id: string;
  network: string;
  network_offer_id: string;
  code: string | null;
  title: string;
  title_es: string | null;
  retired_at: Date | null;
  check_asked_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
  worked: number;
  tried: number;
  verified_at: Date | null;
  created_at: Date;
  gone_at: Date | null;
  internal_name: string;
  merchant_name: string;
  programme_id: string;
};
const COUPONS = sql`select o.offer_id, o.network, o.network_offer_id, o.code, o.title, o.title_es, o.retired_at, o.check_asked_at, o.starts_at, o.ends_at, o.worked, o.tried, o.verified_at,
    o.created_at, o.gone_at, o.programme_id, m.internal_name, m.name as merchant_name
  from catalog.offers o join catalog.merchants m using (merchant_id)`;
export async function findCoupons(
  db: Database,
  asked: { id: string | null; code: string },
  most: number,
): Promise<CouponFacts[]> {
  const { rows } = await sql<CouponFacts>`
    (${COUPONS} where o.offer_id = ${asked.id}::uuid)
    union all (${COUPONS} where upper(o.code) = ${asked.code} limit ${most}) limit ${most}`.execute(db);
  return rows;
}

export const COUPON_SOURCES = ["own", "impact", "cj", "awin"] as const;
export const COUPON_STATES = ["listed", "gone", "retired"] as const;

export async function listCoupons(
  db: Database,
  asked: {
    source: (typeof COUPON_SOURCES)[number] | null;
    state: (typeof COUPON_STATES)[number] | null;
    after: Place | null;
    most: number;
  },
): Promise<CouponFacts[]> {
  const { source, state, after, most } = asked;
  const { rows } = await sql<CouponFacts>`
    ${COUPONS}
    where (${source}::text is null or o.network = ${source})
      and (${state}::text is null or ${state} = case when o.retired_at is not null then 'retired' when o.gone_at is not null then 'gone' else 'listed' end)
      and (${after?.at ?? null}::timestamptz is null or (date_trunc('milliseconds', o.created_at), o.offer_id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
    order by date_trunc('milliseconds', o.created_at) desc, o.offer_id desc limit ${most}`.execute(db);
  return rows;
}
