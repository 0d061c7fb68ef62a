/** Adding jobs: in the transaction that causes them, one for each cause. */
import type { Database, Tx } from "#platform/database";
import { newSecret } from "#platform/ids";
import type { JobSpec } from "#platform/job";
import { prepare, runPrepared } from "#platform/statements";

/** A job that fails so often is dead: it is counted, told of, and waits for a person (`npm run desk -- jobs`). */
export const TRIES = 10;

/** Counted, so that what a prepared statement returns stays the same when the job library's own tables change. */
const ADD = prepare(
  "jobs_add",
  `select count(*) from graphile_worker.add_jobs(
    (select coalesce(array_agg((r.identifier, r.payload, r.queue_name, r.run_at, r.max_attempts, r.job_key, r.priority, null)::graphile_worker.job_spec), '{}')
     from jsonb_to_recordset($1::jsonb)
       as r(identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text, priority smallint, keep boolean)
     where not (r.keep and exists (select 1 from graphile_worker.jobs j where j.key = r.job_key))))`,
);

/** Adds jobs in the caller's transaction: they exist if, and only if, their cause does. */
export async function addJobs(tx: Tx | Database, specs: readonly JobSpec[]): Promise<void> {
  if (specs.length === 0) return;
  const rows = specs.map((spec) => ({
    identifier: spec.task,
    payload: spec.payload,
    queue_name: spec.queue ?? null,
    run_at: spec.run_at?.toISOString() ?? null,
    max_attempts: spec.max_attempts ?? TRIES,
    // Every job has a key: one that lost its own was replaced by a newer one, and need not be kept when it fails.
    job_key: spec.key ?? `once:${newSecret(16)}`,
    priority: spec.priority ?? null,
    keep: spec.if_there === "keep",
  }));
  await runPrepared(tx, ADD, [JSON.stringify(rows)]);
}
