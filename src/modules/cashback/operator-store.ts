/** SQL of what operators look for and count. Schema `cashback` only. */
import type { Database, Tx } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { ClickRow } from "./click-store.ts";
import type { OrderRow } from "./order-store.ts";
import type { OrderState } from "./rules.ts";

export type Span = { from: Date; to: Date };
export type Counts = { clicks: bigint; orders: bigint; promised: bigint };

export async function readCounts(db: Database, { from, to }: Span): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from cashback.clicks where at >= ${from} and at < ${to}) as clicks,
      count(*) as orders, coalesce(sum(back_minor) filter (where state not in ('declined', 'reversed')), 0)::bigint as promised
    from cashback.orders where user_id is not null and reported_at >= ${from} and reported_at < ${to}`.execute(db);
  return rows[0] ?? { clicks: 0n, orders: 0n, promised: 0n };
}

/** By the number that the store gave, the network's own id or the click that brought it: each by its own index. */
export async function findOrders(db: Database, text: string, most: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    (select * from cashback.orders where order_reference = ${text} limit ${most})
    union (select * from cashback.orders where order_key = ${text} limit ${most})
    union (select * from cashback.orders where click_id = ${text} limit ${most}) limit ${most}`.execute(db);
  return rows;
}

/** Of a sale of exactly so much, the newest first. */
export async function findOrdersOfSale(db: Database, saleMinor: bigint, most: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from cashback.orders where sale_minor = ${saleMinor} order by reported_at desc limit ${most}`.execute(db);
  return rows;
}

export async function listOrders(
  db: Database,
  { state, after, most }: { state: OrderState | null; after: Place | null; most: number },
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from cashback.orders where ${state ? sql`state = ${state}` : sql`true`}
      ${after ? sql`and (reported_at, order_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by reported_at desc, order_id desc limit ${most}`.execute(db);
  return rows;
}

export async function readOrdersOf(db: Database, userId: string, most: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from cashback.orders where user_id = ${userId} order by ordered_at desc, order_id desc limit ${most}`.execute(
    db,
  );
  return rows;
}

export async function readClicksOf(db: Database, userId: string, most: number): Promise<ClickRow[]> {
  const { rows } = await sql<ClickRow>`
    select * from cashback.clicks where user_id = ${userId} order by at desc limit ${most}`.execute(db);
  return rows;
}

export async function readOrdersOfClick(db: Database, clickId: string): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`select * from cashback.orders where click_id = ${clickId}`.execute(db);
  return rows;
}

export type AssignmentRow = {
  order_id: string;
  version: number;
  from_user: string | null;
  to_user: string;
  click_id: string;
  by: string;
  reason: string;
  at: Date;
};
export async function insertAssignment(tx: Tx, row: AssignmentRow): Promise<void> {
  await sql`
    insert into cashback.order_assignments (order_id, version, from_user, to_user, click_id, by, reason, at)
    values (${row.order_id}, ${row.version}, ${row.from_user}, ${row.to_user}, ${row.click_id}, ${row.by}, ${row.reason}, ${row.at})`.execute(
    tx,
  );
}
export async function readAssignments(db: Database, orderId: string): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    select * from cashback.order_assignments where order_id = ${orderId} order by version`.execute(db);
  return rows;
}

/** What a network's payment paid for, the largest first. */
export async function readOrdersOfRemittance(
  db: Database,
  asked: { network: string; remittance: string },
  most: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.* from (select distinct order_id from cashback.commission_moves where remittance = ${asked.remittance} and kind = 'remitted') m
      join cashback.orders o using (order_id)
    where o.network = ${asked.network} order by o.commission_minor desc limit ${most}`.execute(db);
  return rows;
}
/** What a network has confirmed and not paid for, the oldest first. */
export async function readOwedOrders(db: Database, network: string, most: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from cashback.orders where network = ${network} and posted_commission <> remitted_minor order by confirmed_at limit ${most}`.execute(
    db,
  );
  return rows;
}
