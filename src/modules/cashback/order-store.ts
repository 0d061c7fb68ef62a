/** SQL of network rows, orders and their events. Everything here works on many rows at once. */
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { EventKind, NetworkRow } from "./cashback.types.ts";
import type { OrderState, ReasonCode, ReviewDecision, RowState } from "./rules.ts";

type Runner = Database | Tx;

/** Keeps the newest state of each network row: one that was read earlier never overwrites one that was read later. */
export async function upsertNetworkRows(tx: Tx, rows: readonly (NetworkRow & { fetched_at: Date })[]): Promise<void> {
  await sql`
    insert into cashback.network_rows (network, row_id, order_key, original, status, sale_minor, commission_minor, reason_code, fetched_at,
      programme_id, currency)
    select * from unnest(${rows.map((row) => row.network)}::text[], ${rows.map((row) => row.row_id)}::text[], ${rows.map((row) => row.order_key)}::text[],
      ${rows.map((row) => row.original)}::boolean[], ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.sale_minor)}::bigint[],
      ${rows.map((row) => row.commission_minor)}::bigint[], ${rows.map((row) => row.reason_code)}::text[], ${rows.map((row) => row.fetched_at)}::timestamptz[],
      ${rows.map((row) => row.programme_id)}::text[], ${rows.map((row) => row.currency)}::text[])
    on conflict (network, row_id) do update set programme_id = excluded.programme_id, currency = excluded.currency,
      status = excluded.status, sale_minor = excluded.sale_minor, commission_minor = excluded.commission_minor,
      reason_code = coalesce(excluded.reason_code, cashback.network_rows.reason_code), fetched_at = excluded.fetched_at
    where excluded.fetched_at >= cashback.network_rows.fetched_at`.execute(tx);
}

export type OrderRow = {
  order_id: string;
  network: Network;
  order_key: string;
  order_reference: string | null;
  click_id: string | null;
  user_id: string | null;
  internal_name: string | null;
  merchant_name: string | null;
  state: OrderState;
  reason_code: ReasonCode | null;
  sale_minor: bigint;
  commission_minor: bigint;
  back_minor: bigint;
  posted_pending: bigint;
  posted_confirmed: bigint;
  posted_commission: bigint;
  remitted_minor: bigint;
  version: number;
  ordered_at: Date;
  clicked_at: Date | null;
  reported_at: Date;
  expected_at: Date;
  confirmed_at: Date | null;
  paid_minor: bigint;
  paid_at: Date | null;
  review_since: Date | null;
  review_decision: ReviewDecision | null;
  review_by: string | null;
  review_at: Date | null;
};

/** A row's newest state; null of what was told before it was kept. */
export type ToldRow = RowState & { programme_id: string | null; currency: string | null };
export type OrderKey = { network: Network; order_key: string };
export const keyOf = (key: OrderKey) => `${key.network}|${key.order_key}`;

/**
 * Locks orders by name in sorted order, also those not there yet, so that two workers which both see an order for the
 * first time follow one another.
 */
export async function lockOrders(tx: Tx, keys: readonly OrderKey[]): Promise<void> {
  const names = [...new Set(keys.map(keyOf))].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(k, 742)) from unnest(${names}::text[]) as k`.execute(tx);
}

/** Orders and the newest state of all their rows, by `network|order_key`. */
export async function readOrders(
  tx: Tx,
  keys: readonly OrderKey[],
): Promise<{ orders: Map<string, OrderRow>; rows: Map<string, ToldRow[]> }> {
  const networks = keys.map((key) => key.network);
  const orderKeys = keys.map((key) => key.order_key);
  const found = await sql<OrderRow>`
    select o.* from cashback.orders o join (select distinct * from unnest(${networks}::text[], ${orderKeys}::text[]) as k(network, order_key)) k
      using (network, order_key)`.execute(tx);
  const states = await sql<ToldRow & OrderKey>`
    select r.network, r.order_key, r.original, r.status, r.sale_minor, r.commission_minor, r.reason_code, r.programme_id, r.currency from cashback.network_rows r
    join (select distinct * from unnest(${networks}::text[], ${orderKeys}::text[]) as k(network, order_key)) k using (network, order_key)
    order by r.fetched_at, r.row_id`.execute(tx);
  const rows = new Map<string, ToldRow[]>();
  for (const state of states.rows) rows.set(keyOf(state), [...(rows.get(keyOf(state)) ?? []), state]);
  return { orders: new Map(found.rows.map((order) => [keyOf(order), order])), rows };
}

export async function findOrder(runner: Runner, orderId: string): Promise<OrderKey | null> {
  const result = await sql<OrderKey>`
    select network, order_key from cashback.orders where order_id = ${orderId}`.execute(runner);
  return result.rows[0] ?? null;
}

const byId = (a: OrderRow, b: OrderRow) => (a.order_id < b.order_id ? -1 : 1);
/** Whoever holds rows of several orders takes them by their ids: a network's payment does, and knows no names. */
const inRowOrder = (orders: readonly OrderRow[]): OrderRow[] => [...orders].sort(byId);

export async function saveOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    insert into cashback.orders as o select r.* from jsonb_populate_recordset(null::cashback.orders, ${toJson(inRowOrder(orders))}::jsonb) as r
    on conflict (order_id) do update set
      order_reference = excluded.order_reference, click_id = excluded.click_id, user_id = excluded.user_id, internal_name = excluded.internal_name,
      merchant_name = excluded.merchant_name, state = excluded.state, reason_code = excluded.reason_code, sale_minor = excluded.sale_minor,
      commission_minor = excluded.commission_minor, back_minor = excluded.back_minor, posted_pending = excluded.posted_pending,
      posted_confirmed = excluded.posted_confirmed, posted_commission = excluded.posted_commission, version = excluded.version,
      clicked_at = excluded.clicked_at, expected_at = excluded.expected_at, confirmed_at = excluded.confirmed_at,
      review_since = excluded.review_since, review_decision = excluded.review_decision, review_by = excluded.review_by, review_at = excluded.review_at`.execute(
    tx,
  );
}

export type EventRow = {
  order_id: string;
  sequence: number;
  kind: EventKind;
  from_state: OrderState | null;
  to_state: OrderState;
  back_minor: bigint;
  sale_minor: bigint;
  reason_code: ReasonCode | null;
  data: Record<string, string>;
  at: Date;
};

export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await sql`insert into cashback.order_events select r.* from jsonb_populate_recordset(null::cashback.order_events, ${toJson(events)}::jsonb) as r`.execute(
    tx,
  );
}

/** Amounts are bigints, which JSON does not know: they travel as strings and PostgreSQL reads them as numbers again. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === "bigint" ? entry.toString() : entry));

export async function readCursor(runner: Runner, name: string): Promise<Date | null> {
  const result = await sql<{ at: Date }>`select at from cashback.cursors where name = ${name}`.execute(runner);
  return result.rows[0]?.at ?? null;
}

export async function moveCursor(runner: Runner, name: string, at: Date): Promise<void> {
  await sql`insert into cashback.cursors (name, at) values (${name}, ${at}) on conflict (name) do update set at = greatest(excluded.at, cashback.cursors.at)`.execute(
    runner,
  );
}

export type ReviewRow = {
  order_id: string;
  network: Network;
  order_key: string;
  merchant_name: string | null;
  sale_minor: bigint;
  commission_minor: bigint;
  back_minor: bigint;
  review_since: Date;
};
/** Orders that wait for a person, longest first. */
export async function readInReview(runner: Runner, most: number): Promise<ReviewRow[]> {
  const result = await sql<ReviewRow>`
    select order_id, network, order_key, merchant_name, sale_minor, commission_minor, back_minor, review_since
    from cashback.orders where review_since is not null and review_decision is null order by review_since limit ${most}`.execute(
    runner,
  );
  return result.rows;
}

export async function countParked(runner: Runner): Promise<number> {
  const result = await sql<{ n: bigint }>`select count(*) as n from cashback.orders where state = 'parked'`.execute(
    runner,
  );
  return Number(result.rows[0]?.n ?? 0n);
}
