/** What an operator sees of the jobs, and may do about those that failed for good. By the job library's public view. */
import type { Database } from "#platform/database";
import { JOBS_DEAD, JOBS_WAITING, type Metrics } from "#platform/metrics";
import { sql } from "#platform/sql";

export type TaskSummary = { task: string; waiting: number; running: number; failing: number; dead: number };
export type DeadJob = { id: string; task: string; attempts: number; last_error: string | null; failed_at: Date };

/**
 * A job is dead when it has used up its tries. One whose place a newer job has taken (it lost its key to it) is not, nor is
 * a schedule's that is tried once a slot: the next slot is its next try.
 */
const DEAD = sql`attempts >= max_attempts and max_attempts > 1 and locked_at is null and key is not null`;

export async function summarizeJobs(db: Database): Promise<TaskSummary[]> {
  return (
    await sql<TaskSummary>`
      select task_identifier as task,
        count(*) filter (where attempts = 0 and locked_at is null)::int as waiting,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where attempts > 0 and attempts < max_attempts and locked_at is null)::int as failing,
        count(*) filter (where ${DEAD})::int as dead
      from graphile_worker.jobs group by task_identifier order by task_identifier`.execute(db)
  ).rows;
}

export async function listDeadJobs(db: Database, most = 500): Promise<DeadJob[]> {
  return (
    await sql<DeadJob>`
      select id::text as id, task_identifier as task, attempts::int as attempts, last_error, updated_at as failed_at
      from graphile_worker.jobs where ${DEAD} order by updated_at desc limit ${most}`.execute(db)
  ).rows;
}

/** A job that failed for good as a person looks at it; `payload`: what it was to be done with, most often ids. */
export type SeenJob = DeadJob & { payload: unknown; created_at: Date; max_attempts: number };

export async function readDeadJob(db: Database, id: string): Promise<SeenJob | null> {
  const { rows } = await sql<SeenJob>`
    select j.id::text as id, j.task_identifier as task, j.attempts::int as attempts, j.max_attempts::int as max_attempts, j.last_error,
      j.updated_at as failed_at, j.created_at, p.payload
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.id = ${id}::bigint and j.attempts >= j.max_attempts and j.max_attempts > 1 and j.locked_at is null and j.key is not null`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Jobs that failed for good, and those whose time has come while no worker has taken them; `minutes`: for how long the oldest has. */
export async function readBacklog(db: Database): Promise<{ dead: number; waiting: number; minutes: number }> {
  const { rows } = await sql<{ dead: number; waiting: number; minutes: number }>`
    select count(*) filter (where ${DEAD})::int as dead,
      count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::int as waiting,
      coalesce(floor(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())) / 60), 0)::int as minutes
    from graphile_worker.jobs`.execute(db);
  return rows[0] ?? { dead: 0, waiting: 0, minutes: 0 };
}

/** Runs dead jobs again, from their first try: one by its id, or all of one task. Answers how many. */
export async function retryDeadJobs(db: Database, which: { id: string } | { task: string }): Promise<number> {
  const chosen = "id" in which ? sql`id = ${which.id}::bigint` : sql`task_identifier = ${which.task}`;
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where ${DEAD} and ${chosen}), run_at := now(), attempts := 0)`.execute(
    db,
  );
  return rows.length;
}

export function registerJobMetrics(metrics: Metrics, db: Database): void {
  const read = (count: (one: TaskSummary) => number) => async () =>
    (await summarizeJobs(db)).map((one) => ({ labels: { task: one.task }, value: count(one) }));
  metrics.read({ metric: JOBS_DEAD, read: read(({ dead }) => dead) });
  metrics.read({ metric: JOBS_WAITING, read: read(({ waiting, failing }) => waiting + failing) });
}
