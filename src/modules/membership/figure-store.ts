/** SQL of what operators read of memberships over time. Schema `membership` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

type Span = { from: Date; to: Date };
export type Movements = { trials: bigint; converted: bigint; cancelled: bigint };

/** `converted`: trials of which the first month was paid. */
export async function readMovements(db: Database, { from, to }: Span): Promise<Movements> {
  const { rows } = await sql<Movements>`
    select (select count(*) from membership.memberships where had_trial and joined_at >= ${from} and joined_at < ${to}) as trials,
      (select count(*) from membership.charges c join membership.memberships m using (membership_id)
        where m.had_trial and c.kind = 'period' and c.paid_at >= ${from} and c.paid_at < ${to}
          and not exists (select 1 from membership.charges b where b.membership_id = c.membership_id and b.kind = 'period' and b.paid_at < c.paid_at)) as converted,
      (select count(*) from membership.membership_events where kind = 'cancelled' and at >= ${from} and at < ${to}) as cancelled`.execute(
    db,
  );
  return rows[0] ?? { trials: 0n, converted: 0n, cancelled: 0n };
}

export async function countRunning(db: Database): Promise<{ members: bigint; trials: bigint }> {
  const { rows } = await sql<{ members: bigint; trials: bigint }>`
    select count(distinct user_id) filter (where state <> 'trial') as members, count(*) filter (where state = 'trial') as trials
    from membership.memberships where state <> 'ended'`.execute(db);
  return rows[0] ?? { members: 0n, trials: 0n };
}

export type Cohort = { month: string; joined: number; stayed: readonly (number | null)[] };

/** Who joined in each month, and how many of them were there after 1, 2, 3, 6 and 12 months; null where that is to come. */
export async function readCohorts(db: Database, { from, to }: Span, months: readonly number[]): Promise<Cohort[]> {
  const { rows } = await sql<Cohort>`
    with joined as (
      select date_trunc('month', joined_at at time zone 'UTC') as month, joined_at, ended_at
      from membership.memberships where line = 'main' and joined_at >= ${from} and joined_at < ${to})
    select to_char(j.month, 'YYYY-MM') as month, count(*)::int as joined,
      (select array_agg(x.stayed order by x.after) from (
        select a.after, case when j.month + make_interval(months => a.after + 1) <= ${to}::timestamptz at time zone 'UTC' then
          (select count(*)::int from joined k where k.month = j.month
            and (k.ended_at is null or k.ended_at >= k.joined_at + make_interval(months => a.after))) end as stayed
        from unnest(${months}::int[]) as a(after)) x) as stayed
    from joined j group by j.month order by j.month desc`.execute(db);
  return rows;
}
