/** SQL of what rewards ask of memberships. Schema `membership` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";

/** Whether a member has paid a whole month of a main membership since an instant, and nothing of it was given back. */
export async function hasPaidMonth(runner: Database | Tx, userId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select 1 from membership.memberships m join membership.charges c using (membership_id)
    where m.user_id = ${userId} and m.line = 'main' and c.kind = 'period' and c.state = 'succeeded' and c.amount_minor > 0
      and c.paid_at >= ${since} and not exists (select 1 from membership.refunds r where r.charge_id = c.charge_id)
    limit 1`.execute(runner);
  return result.rows.length > 0;
}

/** Hashes of the fingerprints of the cards that a member joined with: the same card has the same, whoever uses it. */
export async function readCardKeys(runner: Database | Tx, userId: string): Promise<string[]> {
  const result = await sql<{ card_key: string }>`
    select distinct card_key from membership.joins where user_id = ${userId} and state = 'joined' and card_key is not null order by card_key`.execute(
    runner,
  );
  return result.rows.map((row) => row.card_key);
}
