/** SQL of the stores at which something can be bought through us. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

/**
 * A row of `merchants` at which members can buy: it is shown and open, and a programme leads there. Asked of the rows themselves, since
 * whoever changes them brings products in step before anything that is reckoned from them.
 */
export const sells = (
  merchant: string,
): string => `(not ${merchant}.hidden and ${merchant}.status <> 'closed' and exists (
  select 1 from catalog.programmes led where led.merchant_id = ${merchant}.merchant_id and led.gone_at is null))`;

/**
 * Notes which of these stores, or of all, sell now; `merchants.sells` is what their products show. Answers those that turned. Lists show
 * none that sells no more; one that sells again comes into them with its rate.
 */
export async function turnSells(tx: Tx, stores: readonly string[] | null): Promise<string[]> {
  const among = stores === null ? sql`` : sql`m.merchant_id = any(${[...new Set(stores)]}::uuid[]) and`;
  const { rows } = await sql<{ merchant_id: string }>`
    update catalog.merchants m set sells = not m.sells, live = m.live and not m.sells where ${among} m.sells <> ${sql.raw(sells("m"))}
    returning m.merchant_id`.execute(tx);
  return rows.map(({ merchant_id }) => merchant_id);
}
