/** SQL of what a member reads: orders with their clicks and events, counts and sums. */
import type { Rate } from "#catalog";
import type { Database, Tx } from "#platform/database";
import type { PassbookFilter } from "#platform/describer";
import { sql } from "#platform/sql";

import type { EventRow, OrderRow } from "./order-store.ts";

export type ReadOrder = OrderRow & { rate: Rate | null; share_bps: number | null; click_at: Date | null };

const FILTERS: Record<PassbookFilter, ReturnType<typeof sql<boolean>>> = {
  all: sql`true`,
  pending: sql`o.state = 'pending'`,
  confirmed: sql`o.state = 'confirmed' and o.paid_minor < o.back_minor`,
  paid: sql`o.state = 'confirmed' and o.paid_minor >= o.back_minor`,
  reversed: sql`o.state in ('reversed', 'declined')`,
};

export async function readOrders(
  db: Database,
  userId: string,
  filter: PassbookFilter,
  page: { limit: number; offset: number },
): Promise<ReadOrder[]> {
  const result = await sql<ReadOrder>`
    select o.*, c.rate, c.share_bps, c.at as click_at from cashback.orders o left join cashback.clicks c using (click_id)
    where o.user_id = ${userId} and ${FILTERS[filter]} order by o.ordered_at desc, o.order_id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return result.rows;
}

export async function readOrder(db: Database, orderId: string): Promise<ReadOrder | null> {
  const result = await sql<ReadOrder>`
    select o.*, c.rate, c.share_bps, c.at as click_at from cashback.orders o left join cashback.clicks c using (click_id) where o.order_id = ${orderId}`.execute(
    db,
  );
  return result.rows[0] ?? null;
}

export async function readEvents(db: Database, orderIds: readonly string[]): Promise<Map<string, EventRow[]>> {
  const result =
    await sql<EventRow>`select * from cashback.order_events where order_id = any (${orderIds}::uuid[]) order by order_id, sequence`.execute(
      db,
    );
  const events = new Map<string, EventRow[]>();
  for (const event of result.rows) events.set(event.order_id, [...(events.get(event.order_id) ?? []), event]);
  return events;
}

export type Summary = { filter: PassbookFilter; n: bigint; back: bigint; spent: bigint; paid: bigint };

/** Counts and sums of every filter at once. */
export async function readSummary(db: Database, userId: string): Promise<Map<PassbookFilter, Summary>> {
  const parts = (Object.keys(FILTERS) as PassbookFilter[]).map(
    (filter) => sql`
      select ${filter}::text as filter, count(*) as n,
        coalesce(sum(case when o.state in ('reversed', 'declined') then 0 else o.back_minor end), 0)::bigint as back, coalesce(sum(o.sale_minor), 0)::bigint as spent,
        coalesce(sum(o.paid_minor), 0)::bigint as paid
      from cashback.orders o where o.user_id = ${userId} and ${FILTERS[filter]}`,
  );
  const result = await sql<Summary>`${sql.join(parts, " union all ")}`.execute(db);
  return new Map(result.rows.map((row) => [row.filter, row]));
}

/** The pending order that is due next. */
export async function readNext(
  db: Database,
  userId: string,
): Promise<{ back_minor: bigint; merchant_name: string; expected_at: Date } | null> {
  const result = await sql<{ back_minor: bigint; merchant_name: string; expected_at: Date }>`
    select back_minor, merchant_name, expected_at from cashback.orders where user_id = ${userId} and state = 'pending' order by expected_at limit 1`.execute(
    db,
  );
  return result.rows[0] ?? null;
}

/** Confirmed orders that were not paid out in whole, oldest first. */
export async function readUnpaid(tx: Tx, userId: string): Promise<OrderRow[]> {
  const result = await sql<OrderRow>`
    select * from cashback.orders where user_id = ${userId} and state = 'confirmed' and paid_minor < back_minor
    order by confirmed_at, order_id`.execute(tx);
  return result.rows;
}

/**
 * The orders that a payout paid, with what it carried of each and did not give back. What is from before payouts were known by name is
 * known by the reference that it had then.
 */
export async function readPaid(
  tx: Tx,
  { user_id, payout, reference }: { user_id: string; payout: string; reference: string },
): Promise<(OrderRow & { carried: bigint })[]> {
  const result = await sql<OrderRow & { carried: bigint }>`
    with parts as (
      select e.order_id, sum(case e.kind when 'paid' then e.back_minor else -e.back_minor end) as amount
      from cashback.orders o join cashback.order_events e using (order_id)
      where o.user_id = ${user_id} and e.kind in ('paid', 'unpaid')
        and (e.data->>'payout' = ${payout} or (e.data->>'payout' is null and e.data->>'reference' = ${reference})) group by 1)
    select o.*, least(p.amount, o.paid_minor)::bigint as carried from cashback.orders o join parts p using (order_id)
    where o.paid_minor > 0 and p.amount > 0
    order by o.paid_at desc nulls first, o.confirmed_at desc, o.order_id`.execute(tx);
  return result.rows;
}

export async function markPaid(tx: Tx, orderId: string, paid: bigint, at: Date | null): Promise<void> {
  await sql`update cashback.orders set paid_minor = ${paid}, paid_at = ${at}, version = version + 1 where order_id = ${orderId}`.execute(
    tx,
  );
}

/** Logos of stores by name, to show beside orders. */
export async function readClickedStores(
  db: Database,
  userId: string,
  limit: number,
): Promise<{ internal_name: string; merchant_name: string; at: Date }[]> {
  const result = await sql<{ internal_name: string; merchant_name: string; at: Date }>`
    select internal_name, max(merchant_name) as merchant_name, max(at) as at from cashback.clicks where user_id = ${userId} group by internal_name order by max(at) desc limit ${limit}`.execute(
    db,
  );
  return result.rows;
}
