/**
 * Which workers live. Each holds an advisory lock of its own for as long as its connection lives; jobs that are locked by
 * a worker without one were left by the dead, and are given to the living within a minute. By the library's own rule they
 * would wait for four hours.
 */
import type pg from "pg";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";

/** Any constant does, so long as nothing else in this database takes advisory locks of the same class. */
const WORKERS_ALIVE = 7_420_001;
/** Two looks find a dead worker: the first may meet one that is just taking its lock again after an outage. */
const LOOK_EVERY_MS = 20_000;
const RENEW_AFTER_MS = 1_000;
/** What was replaced is in nobody's way: it is cleared away now and then, because that reads the whole table. */
const DROP_EVERY_LOOKS = 15;

export type LivenessOptions = {
  /** Time between two looks for dead workers. */
  look_every_ms?: number;
  /** Called after each look, for tests that wait for one. */
  looked?: () => void;
};
export type Presence = { stop(): Promise<void> };

type Runner = Pick<pg.PoolClient, "query">;

/** Who holds jobs without living. */
async function findDead(runner: Runner): Promise<string[]> {
  const { rows } = await runner.query<{ worker: string }>(
    `select distinct j.locked_by as worker from graphile_worker.jobs j
     where j.locked_by is not null and not exists (
       select 1 from pg_locks l
       where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database())
         and l.objid::bigint = (hashtext(j.locked_by)::bigint & 4294967295))`,
    [WORKERS_ALIVE],
  );
  return rows.map((row) => row.worker);
}

/**
 * Frees all that these workers held. Being killed is not a job's failure, and most of these had only been fetched: without
 * their attempt given back, enough kills would use up all attempts of a job that never ran.
 */
async function freeJobsOf(client: Runner, workers: readonly string[]): Promise<number> {
  await client.query("begin");
  try {
    const { rows } = await client.query<{ ids: string[]; attempts: number }>(
      `select array_agg(id::text) as ids, attempts from graphile_worker.jobs where locked_by = any ($1::text[]) group by attempts`,
      [workers],
    );
    await client.query("select graphile_worker.force_unlock_workers($1::text[])", [workers]);
    for (const { ids, attempts } of rows)
      await client.query("select graphile_worker.reschedule_jobs($1::bigint[], attempts := $2)", [
        ids,
        Math.max(0, attempts - 1),
      ]);
    await client.query("commit");
    return rows.reduce((sum, row) => sum + row.ids.length, 0);
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Deletes what nobody waits for: failed jobs that a newer job of the same key has taken the place of. */
async function dropReplaced(client: Runner): Promise<void> {
  await client.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where key is null and locked_at is null and attempts >= max_attempts limit 1000))`,
  );
}

/** Before the first worker of all starts: whatever is locked was left by the dead. With others alive, the looks decide. */
export async function freeWhenAlone(handle: DatabaseHandle, log: Log): Promise<void> {
  const client = await handle.jobsPool.connect();
  try {
    const { rows } = await client.query<{ living: boolean }>(
      `select to_regclass('graphile_worker.jobs') is null or exists (select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())) as living`,
      [WORKERS_ALIVE],
    );
    if (rows[0]?.living) return;
    const dead = await findDead(client);
    if (dead.length === 0) return;
    const jobs = await freeJobsOf(client, dead);
    log.info({ jobs }, "jobs of a stopped worker were freed");
  } finally {
    client.release();
  }
}

/** Holds this worker's lock, and looks for the dead. */
export async function announceWorker(
  handle: DatabaseHandle,
  log: Log,
  worker: string,
  options: LivenessOptions = {},
): Promise<Presence> {
  let stopped = false;
  let release = () => {};
  let suspects = new Set<string>();
  let looks = 0;

  async function hold() {
    const connection = await handle.pool.connect();
    let gone = false;
    let taken = false;
    const drop = () => {
      if (gone) return;
      gone = true;
      connection.release(true);
    };
    release = drop;
    // The lock goes with its connection, and is taken again.
    const renew = () => {
      if (gone) return;
      drop();
      // Lost before that, whoever waits for the lock tries again.
      if (taken) again();
    };
    if (stopped) return drop();
    connection.once("error", renew);
    connection.once("end", renew);
    try {
      await connection.query("select pg_advisory_lock_shared($1, hashtext($2))", [WORKERS_ALIVE, worker]);
      taken = true;
    } catch (error) {
      drop();
      throw error;
    }
  }
  function again() {
    if (!stopped) setTimeout(() => hold().catch(again), RENEW_AFTER_MS).unref();
  }

  async function look() {
    const client = await handle.jobsPool.connect();
    try {
      const dead = (await findDead(client)).filter((one) => one !== worker);
      const certain = dead.filter((one) => suspects.has(one));
      suspects = new Set(dead);
      if (certain.length > 0) {
        const jobs = await freeJobsOf(client, certain);
        log.warn({ jobs, workers: certain.length }, "jobs of a worker that died were taken over");
      }
      if (looks % DROP_EVERY_LOOKS === 0) await dropReplaced(client);
      looks += 1;
    } finally {
      client.release();
    }
  }
  let looking: Promise<void> = Promise.resolve();
  let next: NodeJS.Timeout | undefined;
  const lookLater = () => {
    if (stopped) return;
    next = setTimeout(() => {
      looking = look()
        .catch((error) => log.warn({ err: error }, "the look for dead workers failed"))
        .then(() => {
          options.looked?.();
          lookLater();
        });
    }, options.look_every_ms ?? LOOK_EVERY_MS);
    next.unref();
  };

  await hold();
  lookLater();
  return {
    async stop() {
      stopped = true;
      clearTimeout(next);
      await looking;
      release();
    },
  };
}
