/** SQL of what members did at stores, as the order of stores reads it. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

/** Of merchants that were merged since: the one that they are now. */
export async function currentMerchants(tx: Tx, merchantIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ merchant_id: string; merged_into: string }>`
    select merchant_id, merged_into from catalog.merchants
    where merged_into is not null and merchant_id = any(${merchantIds as string[]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.merchant_id, row.merged_into]));
}

/** Stores that are not named have had nobody. Returns how many rows changed. */
export async function writeActivity(
  tx: Tx,
  rows: readonly { merchant_id: string; activity: number; visitors: number }[],
): Promise<number> {
  const result = await sql`
    update catalog.merchants m set activity = coalesce(r.activity, 0), visitors = coalesce(r.visitors, 0)
    from catalog.merchants o
    left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(merchant_id uuid, activity integer, visitors integer) using (merchant_id)
    where o.merchant_id = m.merchant_id
      and (m.activity, m.visitors) is distinct from (coalesce(r.activity, 0), coalesce(r.visitors, 0))`.execute(tx);
  return result.rowCount;
}
