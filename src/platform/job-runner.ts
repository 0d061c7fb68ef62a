/**
 * One life of the job library's worker. The library ends itself for good when one of its own statements fails (a job that it
 * cannot tick off, say), and says so to nobody: here such an end is seen, so that another life can follow.
 */
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type ParsedCronItem, type Runner, run, type TaskList } from "graphile-worker";
import type { DatabaseHandle } from "#platform/database";
import { announceWorker, type LivenessOptions } from "#platform/job-liveness";
import type { Log } from "#platform/log";
import { createSteadyPool } from "#platform/steady-pool";

/** The worker library's own messages are of no use to an operator: jobs are logged by us. */
export const silent = new Logger(() => () => {});

/** So long may the jobs in hand take to end; what still runs then is freed like the jobs of a worker that died. */
const LAST_JOBS_MS = 10_000;

/** A life that ended so soon did nothing of use: the next waits twice as long, and so does what the log is told. */
const SHORT_LIFE_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 16_000;
/** Milliseconds until the next life. `last`: the wait before the one that has ended, 0 before the first. */
export const waitForNext = (last: number, lived_ms: number): number =>
  last === 0 || lived_ms >= SHORT_LIFE_MS ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, last * 2);

/** The library fetches many jobs at once, and all that wait in a queue among them: of each queue the first alone is taken. */
const takeOneOfQueues = (statement: string): string =>
  statement.startsWith("with j as (") && /\blimit (?!1\n)\d+\n/.test(statement)
    ? statement.replace("with j as (", "with fetched as (").replace(
        "\n),\nq as (",
        `\n),\nj as (select distinct on (coalesce(job_queue_id, -id)) * from fetched
  order by coalesce(job_queue_id, -id), priority, run_at, id),\nq as (`,
      )
    : statement;

export type Life = {
  /** Settles with the reason when this life ends without having been asked to. */
  gaveUp: Promise<unknown>;
  close(): Promise<void>;
};

export async function startLife(
  handle: DatabaseHandle,
  work: { taskList: TaskList; parsedCronItems: ParsedCronItem[]; concurrency: number },
  log: Log,
  liveness?: LivenessOptions,
): Promise<Life> {
  const { events, held, gaveUp } = followLibrary();
  const steady = createSteadyPool(handle.jobsPool, log, {
    asWanted: takeOneOfQueues,
    afterLoss: async (client, statement) => {
      // Jobs that were handed out in an answer which got lost are locked by us, yet we know nothing of them; their queues too.
      // What another statement of ours is just ticking off is left to it: waiting for one another, both would be refused.
      if (!/\blocked_by\b/.test(statement) || !held.pool) return;
      await client.query(
        `with freed as (
           update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
           where id in (select id from graphile_worker._private_jobs
             where locked_by = $1 and id <> all ($2::bigint[]) for update skip locked)
           returning job_queue_id)
         update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
         from freed where q.id = freed.job_queue_id and q.locked_by = $1`,
        [held.pool, [...held.jobs]],
      );
    },
  });
  const runner: Runner = await run({
    pgPool: steady.pool,
    events,
    taskList: work.taskList,
    parsedCronItems: work.parsedCronItems,
    noHandleSignals: true,
    logger: silent,
    preset: {
      worker: {
        concurrentJobs: work.concurrency,
        // A job that is added while others are being fetched is now and then found by the next look only.
        pollInterval: 250,
        localQueue: {
          size: work.concurrency * 8,
          ttl: 60_000,
          refetchDelay: { durationMs: 20, threshold: 0, maxAbortThreshold: 50 },
        },
        completeJobBatchDelay: 2,
        failJobBatchDelay: 2,
      },
    },
  } as Parameters<typeof run>[0]);
  const ended = runner.promise.catch(() => {});
  async function end(): Promise<void> {
    steady.stop();
    // It answers with a refusal when it has begun to end itself.
    await runner.stop().catch(() => Promise.race([ended, pause(LAST_JOBS_MS, undefined, { ref: false })]));
  }
  // One that nobody knows of would work on, and others would take its jobs for those of the dead.
  const presence = await announceWorker(handle, log, held.pool, liveness).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return {
    gaveUp,
    async close() {
      await end();
      await presence.stop();
    },
  };
}

/** Which jobs the worker of this life has in its hands, and when it ends itself, as the library tells. */
function followLibrary() {
  const events = new EventEmitter();
  const held = { pool: "", jobs: new Set<string>() };
  const end = Promise.withResolvers<unknown>();
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
  events.on("pool:fatalError", ({ error }: { error: unknown }) => end.resolve(error));
  events.on("worker:fatalError", ({ error }: { error: unknown }) => end.resolve(error));
  events.on("pool:gracefulShutdown", ({ message }: { message: string }) => end.resolve(new Error(message)));
  return { events, held, gaveUp: end.promise };
}
