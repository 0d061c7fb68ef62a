/** What withdrawals say that has left members or is set aside for them, for the ledger's verification. Schema `payouts` only. */
import { sql } from "kysely";
import type { SubLedger, SubLedgerRow } from "#ledger";

export const withdrawalLedger: SubLedger = {
  name: "withdrawals",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, 0::bigint as pending,
        -coalesce(sum(amount_minor) filter (where state = 'fulfilled'), 0)::bigint as settled,
        coalesce(sum(amount_minor) filter (where state in ('requested', 'submitted', 'unclaimed')), 0)::bigint as held
      from payouts.withdrawals
      where (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};
