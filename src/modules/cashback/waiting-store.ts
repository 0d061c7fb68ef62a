/** SQL of what the polls of networks need to know: which rows may still change. */
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

/**
 * Ids of the first rows of orders that are not settled, those due first. CJ is asked by the row's own id (`commissionIds`); the
 * order's key is the action's, which finds nothing there.
 */
export async function findWaitingRows(
  runner: Runner,
  network: Network,
  parkedSince: Date,
  most: number,
): Promise<string[]> {
  const result = await sql<{ row_id: string }>`
    with waiting as (
      (select order_key, expected_at from cashback.orders where network = ${network} and state = 'pending' order by expected_at limit ${most})
      union all
      (select order_key, expected_at from cashback.orders
        where network = ${network} and state = 'parked' and reported_at > ${parkedSince} order by expected_at limit ${most})
    )
    select r.row_id from waiting w join cashback.network_rows r on r.network = ${network} and r.order_key = w.order_key
    where r.original order by w.expected_at, r.row_id limit ${most}`.execute(runner);
  return result.rows.map((row) => row.row_id);
}
