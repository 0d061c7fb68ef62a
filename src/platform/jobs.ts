/**
 * Jobs, schedules and events on graphile-worker. A job is added inside the transaction that causes it. An event is one
 * job per listener, so that one listener's failure never repeats another's work.
 */
import { EventEmitter } from "node:events";
import { Logger, parseCronItems, type Runner, run, runMigrations, runOnce, type Task } from "graphile-worker";
import { sql } from "kysely";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import type { Log } from "#platform/log";
import { assert } from "#platform/outcome";
import { createSteadyPool } from "#platform/steady-pool";

export type JobHandler = (payload: never, context: { log: Log; attempt: number }) => Promise<void>;
export type JobDefinition = { handler: JobHandler; max_attempts?: number };
export type Schedule = { task: string; every_seconds?: number; cron?: string };
export type JobSpec = {
  task: string;
  payload: unknown;
  key?: string;
  run_at?: Date;
  queue?: string;
  max_attempts?: number;
  /** Lower runs first; 0 when absent. */
  priority?: number;
};

export type Registry = {
  jobs: Map<string, JobDefinition>;
  listeners: Map<string, string[]>;
  schedules: Schedule[];
};

export const createRegistry = (): Registry => ({ jobs: new Map(), listeners: new Map(), schedules: [] });

export function defineJob(registry: Registry, task: string, definition: JobDefinition) {
  assert(!registry.jobs.has(task), `the job ${task} is defined twice`);
  registry.jobs.set(task, definition);
}

/** `listener` names the job that runs for each event, `<module>.<verb>`. */
export function listen(registry: Registry, event: string, listener: string, handler: JobHandler) {
  defineJob(registry, listener, { handler });
  registry.listeners.set(event, [...(registry.listeners.get(event) ?? []), listener]);
}

/** Adds jobs in the caller's transaction: they exist if, and only if, their cause does. */
export async function addJobs(tx: Tx | Database, specs: readonly JobSpec[]): Promise<void> {
  if (specs.length === 0) return;
  const rows = specs.map((spec) => ({
    identifier: spec.task,
    payload: spec.payload ?? {},
    queue_name: spec.queue ?? null,
    run_at: spec.run_at?.toISOString() ?? null,
    max_attempts: spec.max_attempts ?? 25,
    job_key: spec.key ?? null,
    priority: spec.priority ?? null,
  }));
  await sql`
    select graphile_worker.add_jobs(
      (select coalesce(array_agg((r.identifier, r.payload, r.queue_name, r.run_at, r.max_attempts, r.job_key, r.priority, null)::graphile_worker.job_spec), '{}')
       from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
         as r(identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text, priority smallint))
    )`.execute(tx);
}

export async function emit(tx: Tx, registry: Registry, event: string, payload: unknown): Promise<void> {
  await addJobs(
    tx,
    (registry.listeners.get(event) ?? []).map((task) => ({ task, payload })),
  );
}

export type Worker = { stop(): Promise<void>; running(): boolean };

export async function startWorker(
  handle: DatabaseHandle,
  registry: Registry,
  log: Log,
  options: { concurrency: number },
): Promise<Worker> {
  const taskList: Record<string, Task> = {};
  for (const [task, definition] of registry.jobs) {
    taskList[task] = async (payload, helpers) => {
      const context = { log: log.child({ job: task, job_id: helpers.job.id }), attempt: helpers.job.attempts };
      try {
        // Each job's payload was checked when it was added; the list of all of them forgets whose it is.
        await definition.handler(payload as never, context);
      } catch (error) {
        context.log.warn(
          { err: error, attempt: context.attempt, of: helpers.job.max_attempts },
          "job failed, it will be tried again",
        );
        throw error;
      }
    };
  }
  let alive = true;
  const presence = await announceWorker(handle, log);
  const { events, held } = followJobs();
  const steady = createSteadyPool(handle.jobsPool, log, async (client, statement) => {
    // Jobs that were handed out in an answer which got lost are locked by us, yet we know nothing of them.
    if (!/\blocked_by\b/.test(statement) || !held.pool) return;
    await client.query(
      "update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0) where locked_by = $1 and id <> all ($2::bigint[])",
      [held.pool, [...held.jobs]],
    );
  });
  const runner: Runner = await run({
    pgPool: steady.pool,
    events,
    taskList,
    parsedCronItems: parseCronItems(
      registry.schedules
        .filter((schedule) => schedule.cron)
        .map((schedule) => ({ task: schedule.task, match: schedule.cron ?? "", options: { backfillPeriod: 0 } })),
    ),
    noHandleSignals: true,
    // The worker library's own messages are of no use to an operator: jobs are logged by us.
    logger: new Logger(() => () => {}),
    preset: {
      worker: {
        concurrentJobs: options.concurrency,
        // A job that is added while others are being fetched is now and then found by the next look only.
        pollInterval: 250,
        localQueue: {
          size: options.concurrency * 8,
          ttl: 60_000,
          refetchDelay: { durationMs: 20, threshold: 0, maxAbortThreshold: 50 },
        },
        completeJobBatchDelay: 2,
        failJobBatchDelay: 2,
      },
    },
  } as Parameters<typeof run>[0]);
  runner.promise
    .catch((error) => log.error({ err: error }, "the worker stopped"))
    .finally(() => {
      alive = false;
    });
  const timers = registry.schedules.flatMap((schedule) => {
    const seconds = schedule.every_seconds;
    if (!seconds) return [];
    // Schedules finer than a minute: the key keeps one job waiting however many processes add it.
    const add = () =>
      addJobs(handle.db, [
        { task: schedule.task, payload: {}, key: `schedule:${schedule.task}`, max_attempts: 1 },
      ]).catch((error) => log.warn({ err: error }, "schedule not added"));
    const timer = setInterval(add, seconds * 1_000);
    timer.unref();
    return [timer];
  });
  return {
    running: () => alive,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      steady.stop();
      await runner.stop().catch(() => {});
      presence.stop();
      alive = false;
    },
  };
}

/** Which jobs the worker of this process has in its hands, as the library tells. */
function followJobs() {
  const events = new EventEmitter();
  const held = { pool: "", jobs: new Set<string>() };
  const drop = ({ job }: { job: { id: string } }) => held.jobs.delete(job.id);
  events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => {
    held.pool = workerPool.id;
  });
  events.on("localQueue:getJobs:complete", ({ jobs }: { jobs: { id: string }[] }) => {
    for (const job of jobs) held.jobs.add(job.id);
  });
  events.on("localQueue:returnJobs", ({ jobs }: { jobs: { id: string }[] }) => {
    for (const job of jobs) held.jobs.delete(job.id);
  });
  events.on("job:complete", drop);
  return { events, held };
}

/** Any constant does, so long as nothing else in this database takes the same advisory lock. */
const WORKERS_ALIVE = 7_420_001;

/**
 * A worker that was killed leaves its jobs locked, for four hours by the library's own rule. Every living worker holds a
 * shared lock; one that can take it alone knows that no other lives, so that whatever is locked was left by the dead.
 */
async function announceWorker(handle: DatabaseHandle, log: Log) {
  let stopped = false;
  let release = () => {};

  async function hold(free: boolean) {
    const connection = await handle.pool.connect();
    const alone =
      free &&
      (await connection.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [WORKERS_ALIVE])).rows[0]
        ?.alone;
    if (alone) {
      const ready = (await connection.query("select to_regclass('graphile_worker._private_jobs') as found")).rows[0]
        ?.found;
      if (ready) {
        // Being killed is not a job's failure, and most of these had only been fetched: without their attempt given back,
        // enough kills would use up all attempts of a job that never ran.
        const freed = await connection.query(
          "update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0) where locked_at is not null",
        );
        await connection.query(
          "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
        );
        if (freed.rowCount) log.info({ jobs: freed.rowCount }, "jobs of a stopped worker were freed");
      }
    }
    await connection.query("select pg_advisory_lock_shared($1)", [WORKERS_ALIVE]);
    if (alone) await connection.query("select pg_advisory_unlock($1)", [WORKERS_ALIVE]);
    let gone = false;
    release = () => {
      if (gone) return;
      gone = true;
      connection.release(true);
    };
    // The lock goes with its connection. It is taken again without freeing anything: what is locked now is our own.
    const renew = () => {
      if (gone) return;
      release();
      again();
    };
    connection.once("error", renew);
    connection.once("end", renew);
  }
  function again() {
    if (!stopped) setTimeout(() => hold(false).catch(again), 1_000).unref();
  }

  await hold(true);
  return {
    stop() {
      stopped = true;
      release();
    },
  };
}

/** Makes the tables of the job library, so that jobs may be added before the first worker runs. */
export async function prepareJobs(handle: DatabaseHandle): Promise<void> {
  await runMigrations({ pgPool: handle.jobsPool, logger: new Logger(() => () => {}) });
}

/**
 * Runs every job that is due at `now`, in this process, until none is left. For stories, whose clock stands in the
 * future: a job that waits for a later time of the story waits in the database too.
 */
export async function runDueJobs(handle: DatabaseHandle, registry: Registry, log: Log, now: Date): Promise<void> {
  const taskList: Record<string, Task> = {};
  for (const [task, definition] of registry.jobs) {
    // As above.
    taskList[task] = (payload, helpers) => definition.handler(payload as never, { log, attempt: helpers.job.attempts });
  }
  for (;;) {
    const due = await handle.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1 and attempts < max_attempts",
      [now],
    );
    await runOnce({ pgPool: handle.jobsPool, taskList, logger: new Logger(() => () => {}), noHandleSignals: true });
    if (!due.rowCount) return;
  }
}
