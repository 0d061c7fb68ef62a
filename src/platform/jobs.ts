/**
 * Jobs, schedules and events on graphile-worker. A job is added inside the transaction that causes it. An event is one
 * job per listener, so that one listener's failure never repeats another's work.
 */

import { setTimeout } from "node:timers/promises";
import { parseCronItems, runMigrations, runOnce, type Task } from "graphile-worker";
import { addJobs, TRIES } from "#platform/add-jobs";
import { stopwatch } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Event, Job, JobEntry } from "#platform/job";
import { freeWhenAlone, type LivenessOptions } from "#platform/job-liveness";
import { type Life, silent, startLife, waitForNext } from "#platform/job-runner";
import { runSchedules, type Schedule, scheduleKey } from "#platform/job-schedules";
import type { Log } from "#platform/log";
import { assert } from "#platform/outcome";
import { createScheduleFailures } from "#platform/schedule-failures";

export { addJobs } from "#platform/add-jobs";
export type { Schedule } from "#platform/job-schedules";

export type Registry = {
  jobs: Map<string, JobEntry>;
  /** Of each event that a module declares: no other is told or listened to. */
  listeners: ReadonlyMap<Event, Job[]>;
  schedules: Schedule[];
};

/** `events`: those that are told, of all modules. */
export function createRegistry(events: readonly Event[] = []): Registry {
  const names = events.map(({ name }) => name);
  assert(new Set(names).size === names.length, `two events have one name: ${names.join(", ")}`);
  return { jobs: new Map(), listeners: new Map(events.map((event) => [event, []])), schedules: [] };
}

function listenersTo({ listeners }: Registry, event: Event): Job[] {
  const jobs = listeners.get(event);
  assert(jobs, `no module declares the event ${event.name}`);
  return jobs;
}

export function registerJobs(registry: Registry, entries: readonly JobEntry[]): void {
  for (const entry of entries) {
    const { task } = entry.job;
    assert(!registry.jobs.has(task), `the job ${task} is defined twice`);
    registry.jobs.set(task, entry);
    if (entry.when) registry.schedules.push({ task, ...entry.when });
    if (entry.event) listenersTo(registry, entry.event).push(entry.job);
  }
}

export async function emit<Payload extends object>(
  tx: Tx,
  registry: Registry,
  event: Event<Payload>,
  payload: Payload,
): Promise<void> {
  await addJobs(
    tx,
    listenersTo(registry, event).map((job) => job.with(payload)),
  );
}

export type Worker = { stop(): Promise<void>; running(): boolean };

export async function startWorker(
  handle: DatabaseHandle,
  registry: Registry,
  log: Log,
  options: { concurrency: number; liveness?: LivenessOptions },
): Promise<Worker> {
  const taskList: Record<string, Task> = {};
  const failures = createScheduleFailures();
  for (const [task, { job, handler }] of registry.jobs) {
    taskList[task] = async (payload, helpers) => {
      const context = { log: log.child({ job: task, job_id: helpers.job.id }), attempt: helpers.job.attempts };
      try {
        // Once more: the job may have been added by another version of the product.
        await handler(job.read(payload), context);
        failures.worked(task, context.log);
      } catch (error) {
        const { attempts, max_attempts } = helpers.job;
        const facts = { err: error, attempt: attempts, of: max_attempts };
        if (attempts < max_attempts) context.log.warn(facts, "job failed, it will be tried again");
        // What is tried once a slot is tried again in the next.
        else if (max_attempts === 1) failures.failed(task, error, context.log);
        else context.log.error(facts, "job is dead: it failed for good (npm run desk -- jobs)");
        throw error;
      }
    };
  }
  const parsedCronItems = parseCronItems(
    registry.schedules
      .filter((schedule) => schedule.cron)
      .map((schedule) => ({
        task: schedule.task,
        match: schedule.cron ?? "",
        options: {
          backfillPeriod: 0,
          maxAttempts: registry.jobs.get(schedule.task)?.job.max_attempts ?? TRIES,
          jobKey: scheduleKey(schedule.task),
        },
      })),
  );
  const begin = () =>
    startLife(handle, { taskList, parsedCronItems, concurrency: options.concurrency }, log, options.liveness);
  await freeWhenAlone(handle, log);
  const stop = Promise.withResolvers<void>();
  let stopped = false;
  let life: Life | null = await begin();

  /** One life after the other, until somebody asks for the end. */
  async function goOn(): Promise<void> {
    let wait = 0;
    while (life) {
      let since = stopwatch();
      const reason = await Promise.race([life.gaveUp, stop.promise]);
      const last: Life = life;
      life = null;
      if (!stopped) log.error({ err: reason }, "the worker gave up, another takes its place");
      await last.close();
      while (!stopped && !life) {
        wait = waitForNext(wait, stopwatch() - since);
        await Promise.race([setTimeout(wait, undefined, { ref: false }), stop.promise]);
        if (stopped) return;
        since = stopwatch();
        life = await begin().catch((error) => {
          log.warn({ err: error }, "the worker could not be started");
          return null;
        });
      }
    }
  }
  const going = goOn();
  const schedules = runSchedules(handle, registry.schedules, log);
  return {
    running: () => life !== null,
    async stop() {
      await schedules.stop();
      stopped = true;
      stop.resolve();
      await going;
    },
  };
}

/** Makes the tables of the job library, so that jobs may be added before the first worker runs. */
export async function prepareJobs(handle: DatabaseHandle): Promise<void> {
  await runMigrations({ pgPool: handle.jobsPool, logger: silent });
}

/**
 * Runs every job that is due at `now`, in this process, until none is left. For stories, whose clock stands in the
 * future: a job that waits for a later time of the story waits in the database too.
 */
export async function runDueJobs(handle: DatabaseHandle, registry: Registry, log: Log, now: Date): Promise<void> {
  const taskList: Record<string, Task> = {};
  for (const [task, { job, handler }] of registry.jobs) {
    taskList[task] = async (payload, helpers) => {
      await handler(job.read(payload), { log, attempt: helpers.job.attempts });
    };
  }
  for (;;) {
    const due = await handle.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where run_at > now() and run_at <= $1 and attempts < max_attempts",
      [now],
    );
    await runOnce({ pgPool: handle.jobsPool, taskList, logger: silent, noHandleSignals: true });
    await untilTold(handle);
    if (!due.rowCount && !(await isAnyReady(handle, Object.keys(taskList)))) return;
  }
}

/** A queue is locked until it is told that its job ended: `runOnce` passes over the next job of that queue, and returns. */
async function isAnyReady(handle: DatabaseHandle, tasks: readonly string[]): Promise<boolean> {
  const ready = await handle.pool.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.is_available and j.run_at <= now() and t.identifier = any($1) limit 1`,
    [tasks],
  );
  return (ready.rowCount ?? 0) > 0;
}

/** Longer than a statement takes on a machine that is very busy; jobs of a worker that died stay locked for longer. */
const TOLD_MS = 5_000;

/**
 * The library says in the database how a job ended without waiting for it, so that `runOnce` may return before. Whoever looks
 * next must find it said: a job that failed would else be put off after somebody had called for it.
 */
async function untilTold(handle: DatabaseHandle): Promise<void> {
  for (let waited = 0; waited < TOLD_MS; waited += 10) {
    const locked = await handle.pool.query(
      "select from graphile_worker._private_jobs where locked_at is not null limit 1",
    );
    if (!locked.rowCount) return;
    await setTimeout(10);
  }
}
