/** What orders say that members have, for the ledger's verification. Schema `cashback` only. */
import type { SubLedger, SubLedgerRow } from "#ledger";
import { sql } from "#platform/sql";

export const orderLedger: SubLedger = {
  name: "orders",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, sum(posted_pending)::bigint as pending, sum(posted_confirmed)::bigint as settled, 0::bigint as held
      from cashback.orders
      where user_id is not null and (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};
