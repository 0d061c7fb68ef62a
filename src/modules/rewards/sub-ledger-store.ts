/** What credits, invitations and first-order rewards say that members have, for the ledger's verification. Schema `rewards` only. */
import type { SubLedger, SubLedgerRow } from "#ledger";
import { sql } from "#platform/sql";

export const rewardLedger: SubLedger = {
  name: "rewards",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, coalesce(sum(amount_minor) filter (where state = 'pending'), 0)::bigint as pending,
        coalesce(sum(amount_minor) filter (where state = 'earned'), 0)::bigint as settled, 0::bigint as held
      from (
        select user_id, state, amount_minor from rewards.credits
        union all select inviter_id, state, inviter_minor from rewards.referrals
        union all select friend_id, state, friend_minor from rewards.referrals
        union all select user_id, state, amount_minor from rewards.first_orders) held
      where (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};
