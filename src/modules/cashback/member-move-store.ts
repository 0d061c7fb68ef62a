/** Cash back of one member becomes another's, when two accounts become one: clicks, orders with their history, visits. */
import type { Network } from "#catalog";
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { lockOrders } from "./order-store.ts";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // Who works on an order holds its name: the money of an order must not be posted to the one while it goes to the other.
  const keys = await sql<{ network: Network; order_key: string }>`
    select network, order_key from cashback.orders where user_id = ${from}`.execute(tx);
  if (keys.rows.length > 0) await lockOrders(tx, keys.rows);
  await sql`update cashback.orders set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update cashback.clicks set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update cashback.inquiries set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update cashback.visits set user_id = ${to} where user_id = ${from}`.execute(tx);
}
