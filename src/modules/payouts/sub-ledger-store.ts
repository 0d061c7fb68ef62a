/** What withdrawals say that has left members or is set aside for them, for the ledger's verification. Schema `payouts` only. */
import type { SubLedger, SubLedgerRow } from "#ledger";
import { sql } from "#platform/sql";

export const withdrawalLedger: SubLedger = {
  name: "withdrawals",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, 0::bigint as pending,
        -coalesce(sum(amount_minor) filter (where state = 'fulfilled'), 0)::bigint as settled,
        coalesce(sum(amount_minor) filter (where state in ('requested', 'submitted', 'unclaimed')), 0)::bigint as held
      from payouts.withdrawals
      where coins is null and (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};

/** The same in coins: what left for a card or for cash, and what came in by a code. */
export const coinWithdrawalLedger: SubLedger = {
  name: "withdrawals with coins",
  unit: "COIN",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select owner, 0::bigint as pending, sum(settled)::bigint as settled, sum(held)::bigint as held from (
        select user_id as owner, case when state = 'fulfilled' then -coins else 0 end as settled,
          case when state in ('requested', 'submitted', 'unclaimed') then coins else 0 end as held
        from payouts.withdrawals where coins is not null
        union all
        select redeemed_by, coins, 0 from payouts.gift_codes where redeemed_by is not null) x
      where (${after}::uuid is null or owner > ${after}::uuid) and (${until}::uuid is null or owner <= ${until}::uuid)
      group by owner`.execute(tx);
    return result.rows.map((row) => ({ ...row, owner: String(row.owner) }));
  },
};
