/** SQL of how long withdrawals took. Schema `payouts` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { Method } from "./rules.ts";

export type PayoutSpeed = {
  method: Method;
  asked: number;
  arrived: number;
  /** Arrived, or should have by now: what of all that can be judged. */
  due: number;
  /** Arrived by the instant that was promised when they were asked for. */
  in_time: number;
  /** The amount came back to the passbook. */
  came_back: number;
  /** From the press to the arrival; what is still under way counts with the time it has taken so far. Null where all came back. */
  median_minutes: number | null;
  slowest_minutes: number | null;
};

/** Of withdrawals that were asked for in a span. `slowest_minutes`: nineteen of twenty took no longer. */
export async function readPayoutSpeed(db: Database, { from, to }: { from: Date; to: Date }): Promise<PayoutSpeed[]> {
  const { rows } = await sql<PayoutSpeed>`
    with asked as (
      select w.method, w.arrives_by, w.requested_at, w.state in ('failed', 'returned') as came_back,
        (select min(e.at) from payouts.withdrawal_events e
         where e.withdrawal_id = w.withdrawal_id and e.to_state = 'fulfilled') as arrived_at
      from payouts.withdrawals w where w.requested_at >= ${from} and w.requested_at < ${to}),
    timed as (
      select *, case when came_back then null
        else extract(epoch from coalesce(arrived_at, ${to}::timestamptz) - requested_at) / 60 end as minutes from asked)
    select method, count(*)::int as asked,
      count(*) filter (where not came_back and arrived_at is not null)::int as arrived,
      count(*) filter (where not came_back and (arrived_at is not null or arrives_by < ${to}))::int as due,
      count(*) filter (where not came_back and arrived_at <= arrives_by)::int as in_time,
      count(*) filter (where came_back)::int as came_back,
      ceil(percentile_disc(0.5) within group (order by minutes))::int as median_minutes,
      ceil(percentile_disc(0.95) within group (order by minutes))::int as slowest_minutes
    from timed group by method order by method`.execute(db);
  return rows;
}

/** All that arrived and stayed there, in cents; what coins were swapped for included. */
export async function readPaidOut(db: Database): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from payouts.withdrawals where state = 'fulfilled'`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
