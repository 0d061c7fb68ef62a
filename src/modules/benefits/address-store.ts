/** SQL of where members get their rebates. Schema `benefits` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { RebateAddress } from "./benefits.types.ts";
import type { Runner } from "./claim-store.ts";

export const readAddress = async (runner: Runner, userId: string): Promise<RebateAddress | null> =>
  (
    await sql<RebateAddress>`
      select line1, line2, city, region, postal_code, country from benefits.addresses where user_id = ${userId}`.execute(
      runner,
    )
  ).rows[0] ?? null;

export async function saveAddress(tx: Tx, userId: string, address: RebateAddress, at: Date): Promise<void> {
  await sql`
    insert into benefits.addresses (user_id, line1, line2, city, region, postal_code, country, changed_at)
    values (${userId}, ${address.line1}, ${address.line2}, ${address.city}, ${address.region}, ${address.postal_code}, ${address.country}, ${at})
    on conflict (user_id) do update set line1 = excluded.line1, line2 = excluded.line2, city = excluded.city, region = excluded.region,
      postal_code = excluded.postal_code, country = excluded.country, changed_at = excluded.changed_at`.execute(tx);
}
