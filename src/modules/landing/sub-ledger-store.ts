/** What bonuses of the wheel and prizes of the draw say that members have, for the ledger's verification. Schema `landing` only. */
import type { SubLedger, SubLedgerRow } from "#ledger";
import { sql } from "#platform/sql";

export const bonusLedger: SubLedger = {
  name: "bonuses",
  async read(tx, { after, until }) {
    const result = await sql<SubLedgerRow>`
      select user_id::text as owner, sum(pending)::bigint as pending, sum(settled)::bigint as settled, 0::bigint as held from (
        select user_id, case state when 'pending' then amount_minor else 0 end as pending,
          case state when 'confirmed' then amount_minor else 0 end as settled from landing.bonuses
        union all
        select w.user_id, 0, m.prize_minor from landing.draw_winners w join landing.monthly_draws m using (brand, month) where w.state = 'given') held
      where (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id`.execute(tx);
    return result.rows;
  },
};
