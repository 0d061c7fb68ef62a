/** SQL of how soon people are answered. Schema `help` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export type Span = { from: Date; to: Date };

/** Messages that were written in the span. */
export async function countWritten(db: Database, { from, to }: Span): Promise<bigint> {
  const { rows } = await sql<{ n: string }>`
    select count(*)::text as n from help.messages where created_at >= ${from} and created_at < ${to}`.execute(db);
  return BigInt(rows[0]?.n ?? 0);
}

const FIRST = sql`
  select e.message_id, min(e.at) as at from help.entries e where e.kind = 'house' group by e.message_id`;

/** Messages whose first answer was given in the span. */
export async function countFirstAnswers(db: Database, { from, to }: Span): Promise<bigint> {
  const { rows } = await sql<{ n: string }>`
    select count(*)::text as n from (${FIRST}) f where f.at >= ${from} and f.at < ${to}`.execute(db);
  return BigInt(rows[0]?.n ?? 0);
}

export type FirstAnswers = { day: string; answers: number; median_minutes: number; slow_minutes: number };

/** Of each day its first answers: how many, and after how many minutes the middle one and the slowest tenth came. */
export async function readFirstAnswers(db: Database, { from, to }: Span): Promise<FirstAnswers[]> {
  const { rows } = await sql<FirstAnswers>`
    select to_char(f.at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as answers,
      round(percentile_cont(0.5) within group (order by extract(epoch from f.at - m.created_at)) / 60)::int as median_minutes,
      round(percentile_cont(0.9) within group (order by extract(epoch from f.at - m.created_at)) / 60)::int as slow_minutes
    from (${FIRST}) f join help.messages m using (message_id)
    where f.at >= ${from} and f.at < ${to} group by 1 order by 1`.execute(db);
  return rows;
}
