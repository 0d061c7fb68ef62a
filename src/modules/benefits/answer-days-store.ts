/** SQL of when claims were first answered. Schema `benefits` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

/** Days as civil dates (UTC). `answered_on`: paid, refused or asked for something; null where nothing was said yet. */
export type AnswerDay = { sent_on: string; answered_on: string | null; claims: number };

/** Of claims that were sent in a span and not withdrawn before anybody answered. */
export async function readAnswerDays(db: Database, { from, to }: { from: Date; to: Date }): Promise<AnswerDay[]> {
  const { rows } = await sql<AnswerDay>`
    with answered as (
      select c.sent_at, c.state, (select min(e.at) from benefits.claim_events e where e.claim_id = c.claim_id
        and e.state in ('approved', 'paid', 'denied', 'asked')) as answered_at
      from benefits.claims c where c.sent_at >= ${from} and c.sent_at < ${to})
    select (sent_at at time zone 'UTC')::date::text as sent_on, (answered_at at time zone 'UTC')::date::text as answered_on,
      count(*)::int as claims
    from answered where answered_at is not null or state <> 'withdrawn' group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
