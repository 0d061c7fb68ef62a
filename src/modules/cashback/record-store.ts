/** SQL of what became of orders, over all members. Schema `cashback` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { Span } from "./operator-store.ts";
import type { ReasonCode } from "./rules.ts";

export type Decided = { kind: "confirmed" | "declined" | "reversed"; reason_code: ReasonCode | null; orders: number };

/** What networks decided in a span, by the last decision of each order in it. */
export async function readDecided(db: Database, { from, to }: Span): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    with last as (
      select distinct on (order_id) order_id, kind, reason_code from cashback.order_events
      where kind in ('confirmed', 'declined', 'reversed') and at >= ${from} and at < ${to}
      order by order_id, sequence desc)
    select kind, case when kind = 'confirmed' then null else reason_code end as reason_code, count(*)::int as orders
    from last group by 1, 2 order by orders desc, 1, 2`.execute(db);
  return rows;
}

/** From the order to its confirmation, of orders confirmed in a span; null when there is none. */
export async function readConfirmDays(db: Database, { from, to }: Span): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select ceil(extract(epoch from percentile_disc(0.5) within group (order by confirmed_at - ordered_at)) / 86400)::int as days
    from cashback.orders where state = 'confirmed' and confirmed_at >= ${from} and confirmed_at < ${to}`.execute(db);
  return rows[0]?.days ?? null;
}

export type StoreRecord = {
  internal_name: string;
  merchant_name: string;
  orders: number;
  /** In the passbook within a day of the order. */
  within_day: number;
  confirmed: number;
  refused: number;
  /** From the order to the passbook, the middle one. */
  median_hours: number;
};

/** How stores tell of orders that were reported in a span; only stores with enough orders of enough people. */
export async function readStoreRecords(
  db: Database,
  { from, to }: Span,
  least: { orders: number; members: number },
): Promise<StoreRecord[]> {
  const { rows } = await sql<StoreRecord>`
    select internal_name, max(merchant_name) as merchant_name, count(*)::int as orders,
      count(*) filter (where reported_at <= ordered_at + interval '1 day')::int as within_day,
      count(*) filter (where state = 'confirmed')::int as confirmed,
      count(*) filter (where state in ('declined', 'reversed'))::int as refused,
      ceil(extract(epoch from percentile_disc(0.5) within group (order by reported_at - ordered_at)) / 3600)::int as median_hours
    from cashback.orders
    where internal_name is not null and user_id is not null and reported_at >= ${from} and reported_at < ${to}
    group by internal_name having count(*) >= ${least.orders} and count(distinct user_id) >= ${least.members}
    order by internal_name`.execute(db);
  return rows;
}
