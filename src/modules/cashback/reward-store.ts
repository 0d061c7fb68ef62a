/** SQL of what rewards ask of orders. Schema `cashback` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type RewardOrder = {
  order_id: string;
  state: "pending" | "confirmed" | "declined" | "reversed";
  expected_at: Date;
};

/** A member's orders of at least an amount, made until an instant, oldest first. */
export async function readRewardOrders(
  tx: Tx,
  wanted: { user_id: string; min_minor: bigint; until: Date },
): Promise<RewardOrder[]> {
  const result = await sql<RewardOrder>`
    select order_id, state, expected_at from cashback.orders
    where user_id = ${wanted.user_id} and state <> 'parked' and sale_minor >= ${wanted.min_minor} and ordered_at <= ${wanted.until}
    order by ordered_at, order_id`.execute(tx);
  return result.rows;
}

export type StandingOrder = {
  order_id: string;
  user_id: string | null;
  internal_name: string | null;
  merchant_name: string | null;
  order_reference: string | null;
  state: "parked" | "pending" | "confirmed" | "declined" | "reversed";
  reason_code: string | null;
  sale_minor: bigint;
  back_minor: bigint;
  ordered_at: Date;
  expected_at: Date;
};

/** Orders as they stand, by their ids. */
export async function readStanding(runner: Database | Tx, orderIds: readonly string[]): Promise<StandingOrder[]> {
  const result = await sql<StandingOrder>`
    select order_id, user_id, internal_name, merchant_name, order_reference, state, reason_code, sale_minor, back_minor, ordered_at, expected_at
    from cashback.orders where order_id = any (${[...orderIds]}::uuid[]) order by ordered_at, order_id`.execute(runner);
  return result.rows;
}

export async function readOwners(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    select distinct user_id from cashback.orders where order_id = any (${orderIds}::uuid[]) and user_id is not null order by user_id`.execute(
    db,
  );
  return result.rows.map((row) => row.user_id);
}

/** Whether an order of a member since an instant was made at the rate for Plus. */
export async function hasPlusOrder(runner: Database | Tx, userId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select 1 from cashback.orders o join cashback.clicks c using (click_id)
    where o.user_id = ${userId} and o.state <> 'parked' and c.at >= ${since} and c.rate ->> 'plus' = 'true' limit 1`.execute(
    runner,
  );
  return result.rows.length > 0;
}
