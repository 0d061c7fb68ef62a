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

/** A main membership from a day on: whether a full month of it was paid, and whether one runs or has ended since. */
export type FirstMonth = { user_id: string; paid: boolean; runs: boolean; ended: boolean };

/** How it went on for members who began on their way to something, all at once. Days are civil dates. */
export async function readFirstMonths(
  runner: Database | Tx,
  asked: readonly { user_id: string; first_charge_on: string; since: Date }[],
): Promise<FirstMonth[]> {
  const result = await sql<FirstMonth>`
    select a.user_id,
      coalesce(bool_or(exists (
        select 1 from membership.charges c where c.membership_id = m.membership_id and c.kind = 'period' and c.state = 'succeeded' and c.number is not null
          and c.period_start >= a.first_charge_on
          and not exists (select 1 from membership.refunds r where r.charge_id = c.charge_id))), false) as paid,
      coalesce(bool_or(m.state <> 'ended'), false) as runs,
      coalesce(bool_or(m.state = 'ended' and m.ended_at >= a.since), false) as ended
    from unnest(${asked.map((one) => one.user_id)}::uuid[], ${asked.map((one) => one.first_charge_on)}::date[],
      ${asked.map((one) => one.since)}::timestamptz[]) as a (user_id, first_charge_on, since)
    left join membership.memberships m on m.user_id = a.user_id and m.line = 'main'
    group by a.user_id`.execute(runner);
  return result.rows;
}

/** Hashes of the fingerprints of the cards that a member joined with: the same card has the same, whoever uses it. */
export async function readCardKeys(runner: Database | Tx, userId: string): Promise<string[]> {
  const result = await sql<{ card_key: string }>`
    select distinct card_key from membership.joins where user_id = ${userId} and state = 'joined' and card_key is not null order by card_key`.execute(
    runner,
  );
  return result.rows.map((row) => row.card_key);
}
