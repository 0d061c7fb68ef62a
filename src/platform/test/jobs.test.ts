/** Jobs outlive those who work them: dead workers, several processes, failures for good. Every wait is for a condition. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { openDatabase } from "#platform/database";
import { defineJob, type JobContext, type JobEntry, type JobOptions, work } from "#platform/job";
import { listDeadJobs, registerJobMetrics, retryDeadJobs, summarizeJobs } from "#platform/job-desk";
import { announceWorker } from "#platform/job-liveness";
import { startLife, waitForNext } from "#platform/job-runner";
import { takeSlots } from "#platform/job-schedules";
import { addJobs, createRegistry, registerJobs, runDueJobs, startWorker, type Worker } from "#platform/jobs";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { OutgoingError } from "#platform/outgoing";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { until } from "../../../test/support/stage.ts";

let base: TestDatabase;
let closing: (() => Promise<unknown> | unknown)[];
beforeEach(async () => {
  base = await createTestDatabase();
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await base.drop();
});

const quiet = createLog({ level: "silent" });
/** A log whose errors are kept. */
function listen(level = "error") {
  const lines: { level: number; msg: string; reason?: string; err: { message: string; stack?: string } }[] = [];
  // The logger writes lines, and needs no other part of a stream.
  const stream = { write: (line: string) => Boolean(lines.push(JSON.parse(line))) } as never;
  return { lines, log: createLog({ level, stream }) };
}
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await base.handle.pool.query<Row>(text, values)).rows;
const locked = async () =>
  (await query<{ n: number }>("select count(*)::int as n from graphile_worker.jobs where locked_at is not null"))[0]?.n;

type Payload = { n?: number | undefined };
const kind = (task: string) => defineJob(task, { n: z.number().optional() });
const testJob = (payload: Payload, options?: JobOptions) => kind("test.work").with(payload, options);

async function workOn(
  handlers: Record<string, (payload: Payload, context: JobContext) => Promise<void>>,
  options: { looked?: () => void; every_seconds?: number; log?: typeof quiet } = {},
): Promise<Worker> {
  const handle = openDatabase({ url: base.url, connections: 4, log: quiet });
  const registry = createRegistry();
  const { every_seconds } = options;
  const entries = Object.entries(handlers).map(
    ([task, handler]): JobEntry => work(kind(task), handler, every_seconds ? { every_seconds } : undefined),
  );
  registerJobs(registry, entries);
  const worker = await startWorker(handle, registry, options.log ?? quiet, {
    concurrency: 4,
    liveness: { look_every_ms: 50, ...(options.looked ? { looked: options.looked } : {}) },
  });
  closing.push(() => handle.close());
  closing.push(() => worker.stop());
  return worker;
}

async function startHolder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["src/platform/test/job-holder.ts", base.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  closing.push(() => child.kill("SIGKILL"));
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

it("gives the jobs of a killed worker to one that lives, and those of a living worker to nobody", async () => {
  const child = await startHolder();
  const jobs = 20;
  await addJobs(
    base.handle.db,
    Array.from({ length: jobs }, (_, n) => testJob({ n }, n < 3 ? { queue: "in turn" } : {})),
  );
  // Of a queue one at a time.
  await until("the holder to take them", async () => (await locked()) === jobs - 2);
  const worked = new Set<number>();
  let looks = 0;
  await workOn(
    {
      "test.work": async ({ n = -1 }) => void worked.add(n),
    },
    { looked: () => (looks += 1) },
  );
  await until("some looks for dead workers", async () => looks >= 5);
  expect([...worked]).toEqual([]);
  child.kill("SIGKILL");
  await until("the other to do the work", async () => worked.size === jobs);
  await until("the work to be ticked off", async () => (await summarizeJobs(base.handle.db)).length === 0);
});

it("gives the attempt back that a killed worker had taken", async () => {
  const child = await startHolder();
  await addJobs(base.handle.db, [testJob({}, { max_attempts: 1 })]);
  await until("the holder to take it", async () => (await locked()) === 1);
  child.kill("SIGKILL");
  await once(child, "exit");
  const attempts: number[] = [];
  await workOn({ "test.work": async (_payload, { attempt }) => void attempts.push(attempt) });
  await until("the job to be worked", async () => attempts.length > 0);
  expect(attempts).toEqual([1]);
});

it("runs all that is due of a story, one after another of a queue, however late it is told that one ended", async () => {
  await query(
    "create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return old; end $$",
  );
  await query(
    "create trigger linger before delete on graphile_worker._private_jobs for each row execute function linger()",
  );
  await addJobs(
    base.handle.db,
    Array.from({ length: 6 }, (_, n) => testJob({ n }, { queue: "in turn" })),
  );
  const registry = createRegistry();
  const worked: number[] = [];
  registerJobs(registry, [work(kind("test.work"), async ({ n = -1 }: Payload) => void worked.push(n))]);
  await runDueJobs(base.handle, registry, quiet, new Date());
  expect(worked).toEqual([0, 1, 2, 3, 4, 5]);
});

it("works one job of a queue at a time, however many are fetched at once", async () => {
  await addJobs(
    base.handle.db,
    Array.from({ length: 8 }, (_, n) => testJob({ n }, { queue: "in turn" })),
  );
  let [at_once, most, done] = [0, 0, 0];
  await workOn({
    "test.work": async () => {
      at_once += 1;
      most = Math.max(most, at_once);
      await query("select pg_sleep(0.02)");
      at_once -= 1;
      done += 1;
    },
  });
  await until("all to be done", async () => done === 8);
  expect(most).toBe(1);
});

it("goes on with a queue whose job was handed out in an answer that got lost", async () => {
  const handle = openDatabase({ url: base.url, connections: 4, log: quiet });
  closing.push(() => handle.close());
  await addJobs(base.handle.db, [testJob({ n: 1 }, { queue: "in turn" })]);
  let lost = false;
  /** The first answer that hands out a job never comes. */
  const connect = async () => {
    const client = await handle.jobsPool.connect();
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<{ rows: unknown[] }>;
    client.query = (async (...all: unknown[]) => {
      const answer = await query(...all);
      const [{ name = "" }] = all as [{ name?: string }];
      if (lost || !name.startsWith("get_job") || answer.rows.length === 0) return answer;
      lost = true;
      throw new Error("Connection terminated unexpectedly");
    }) as never;
    return client;
  };
  const jobsPool = new Proxy(handle.jobsPool, {
    get: (pool, name) => {
      if (name === "connect") return (back?: unknown) => (back ? pool.connect(back as never) : connect());
      const value = Reflect.get(pool, name, pool) as unknown;
      return typeof value === "function" ? value.bind(pool) : value;
    },
  });
  const worked: number[] = [];
  const taskList = { "test.work": async (payload: unknown) => void worked.push((payload as { n: number }).n) };
  const life = await startLife({ ...handle, jobsPool }, { taskList, parsedCronItems: [], concurrency: 2 }, quiet);
  closing.push(() => life.close());
  await until("the job to be done", async () => worked.length > 0);
  expect([lost, worked]).toEqual([true, [1]]);
});

it("runs a schedule once a slot, however many processes there are", async () => {
  const ran: number[] = [];
  const slotNow = async () =>
    Number(
      (await query<{ slot: string }>("select floor(extract(epoch from clock_timestamp()))::text as slot"))[0]?.slot,
    );
  const first = await slotNow();
  const task = async () => void ran.push(1);
  for (let n = 0; n < 3; n += 1) await workOn({ "test.poll": task }, { every_seconds: 1 });
  await until("five runs", async () => ran.length >= 5);
  const slots = (await slotNow()) - first + 1;
  expect(ran.length).toBeLessThanOrEqual(slots);
});

it("takes each slot for one process alone, and joins no second run to one that is at work", async () => {
  const schedule = [{ task: "test.poll", every_seconds: 100_000_000 }];
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeSlots(base.handle, schedule)));
  expect(taken.flat()).toEqual(["test.poll"]);
  expect(await summarizeJobs(base.handle.db)).toEqual([
    { task: "test.poll", waiting: 1, running: 0, failing: 0, dead: 0 },
  ]);
  await query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'");
  await query("update platform.schedule_slots set slot_at = to_timestamp(0) - interval '1 day'");
  expect(await takeSlots(base.handle, schedule)).toEqual(["test.poll"]);
  expect(await summarizeJobs(base.handle.db)).toEqual([
    { task: "test.poll", waiting: 0, running: 1, failing: 0, dead: 0 },
  ]);
});

it("counts, tells of and lists a job that failed ten times, and runs it again when asked", async () => {
  const { lines, log } = listen();
  let broken = true;
  let done = 0;
  await workOn(
    {
      "test.work": async () => {
        if (broken) throw new Error("the shelf is empty");
        done += 1;
      },
    },
    { log },
  );
  await addJobs(base.handle.db, [testJob({})]);
  const dead = await until("the job to be dead", async () => {
    await query("update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()");
    return (await listDeadJobs(base.handle.db))[0];
  });
  expect(dead).toMatchObject({ task: "test.work", attempts: 10, last_error: "the shelf is empty" });
  expect(lines.map((line) => [line.level, line.err.message])).toEqual([[50, "the shelf is empty"]]);
  const metrics = createMetrics();
  registerJobMetrics(metrics, base.handle.db);
  expect(await metrics.registry.metrics()).toContain('tuppence_jobs_dead{task="test.work"} 1');
  expect(await retryDeadJobs(base.handle.db, { task: "test.other" })).toBe(0);
  broken = false;
  expect(await retryDeadJobs(base.handle.db, { id: dead.id })).toBe(1);
  await until("the job to be done", async () => done === 1);
});

it("keeps one job per cause: a sweep leaves what waits, runs or is dead as it is", async () => {
  const sweep = () => addJobs(base.handle.db, [testJob({}, { key: "row:1", if_there: "keep" })]);
  for (let n = 0; n < 20; n += 1) await sweep();
  const count = async () => (await query("select 1 from graphile_worker.jobs")).length;
  expect(await count()).toBe(1);
  await query("update graphile_worker._private_jobs set attempts = max_attempts");
  await sweep();
  expect(await listDeadJobs(base.handle.db)).toHaveLength(1);
  expect(await count()).toBe(1);
});

it("clears away failed jobs that a newer one took the place of", async () => {
  const add = () =>
    addJobs(base.handle.db, [kind("test.poll").with({}, { key: "schedule:test.poll", max_attempts: 1 })]);
  await add();
  await query("update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'away'");
  await add();
  expect((await query("select 1 from graphile_worker.jobs")).length).toBe(2);
  expect(await listDeadJobs(base.handle.db)).toEqual([]);
  await workOn({ "test.poll": async () => {} });
  await until("both to be gone", async () => (await query("select 1 from graphile_worker.jobs")).length === 0);
});

it("refuses, before anything is stored, a payload that its kind does not know", async () => {
  // As from code that the types did not reach.
  const wrong = { n: "seven" } as unknown as Payload;
  expect(() => testJob(wrong)).toThrow("the payload of test.work is wrong");
  await addJobs(base.handle.db, [defineJob("test.work", { n: z.string() }).with({ n: "seven" }, { max_attempts: 2 })]);
  const worked: unknown[] = [];
  await workOn({ "test.work": async (payload) => void worked.push(payload) });
  const failed = await until("the job of another version to fail", async () => {
    const rows = await query<{ last_error: string | null }>("select last_error from graphile_worker.jobs");
    return rows[0]?.last_error;
  });
  expect(failed).toContain("the payload of test.work is wrong");
  expect(worked).toEqual([]);
});

/** While the table `fault` has a row, no job can be ticked off: PostgreSQL refuses it with that error. */
async function refuseTickingOff(code: string): Promise<void> {
  await query("create table fault (code text)");
  await query("insert into fault values ($1)", [code]);
  await query(`create function refuse() returns trigger language plpgsql as $$ declare code text; begin
    select f.code into code from fault f;
    if found then raise exception 'refused for the test' using errcode = code; end if;
    return old; end $$`);
  await query(
    "create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()",
  );
}

it("puts another worker in the place of one that the library ended, says why, and does all the work", async () => {
  const { lines, log } = listen();
  const worked = new Set<number>();
  const worker = await workOn({ "test.work": async ({ n = -1 }) => void worked.add(n) }, { log });
  await refuseTickingOff("XX000");
  await addJobs(
    base.handle.db,
    Array.from({ length: 20 }, (_, n) => testJob({ n })),
  );
  await until("the worker to give up", async () => lines.length > 0);
  expect(lines[0]).toMatchObject({
    level: 50,
    msg: "the worker gave up, another takes its place",
    err: { message: "refused for the test" },
  });
  await query("delete from fault");
  await until("all to be ticked off", async () => (await query("select from graphile_worker.jobs")).length === 0);
  expect(worked.size).toBe(20);
  expect(worker.running()).toBe(true);
});

it("runs a statement again that PostgreSQL ended to resolve a deadlock: no worker ends for it", async () => {
  const { lines, log } = listen();
  let done = 0;
  const task = async () => {
    done += 1;
  };
  await workOn({ "test.work": task }, { log });
  await refuseTickingOff("40P01");
  await addJobs(base.handle.db, [testJob({})]);
  await until("the job to be done", async () => done > 0);
  await query("delete from fault");
  await until("it to be ticked off", async () => (await query("select from graphile_worker.jobs")).length === 0);
  expect([done, lines]).toEqual([1, []]);
});

it("leaves no worker behind that could not say that it lives: it would work unknown to all others", async () => {
  const handle = openDatabase({ url: base.url, connections: 4, log: quiet });
  closing.push(() => handle.close());
  const listening = () =>
    query("select from pg_stat_activity where datname = current_database() and query ilike 'listen %'");
  const connect = async () => {
    await until("it to listen for jobs", async () => (await listening()).length > 0);
    throw new Error("no connection is free");
  };
  // Of its pool only this is asked.
  const pool = { connect } as never;
  const work = { taskList: {}, parsedCronItems: [], concurrency: 2 };
  await expect(startLife({ ...handle, pool }, work, quiet)).rejects.toThrow("no connection is free");
  const { jobsPool } = handle;
  await until("its connections to be free", async () => jobsPool.idleCount === jobsPool.totalCount);
});

it("gives a place that could not be told of back, and tells of it once more", async () => {
  await workOn({});
  const handle = openDatabase({ url: base.url, connections: 1, log: quiet });
  closing.push(() => handle.close());
  const client = await handle.pool.connect();
  // Of many ways to ask, the one that is used here.
  client.query = () => Promise.reject(new Error("cancelled")) as never;
  client.release();
  await expect(announceWorker(handle, quiet, "worker")).rejects.toThrow("cancelled");
  const presence = await announceWorker(handle, quiet, "worker");
  await presence.stop();
});

it("waits longer and longer while one life after the other ends at once, and a good one begins anew", () => {
  const waits = [0, 500, 1_000, 8_000, 16_000].map((last) => waitForNext(last, 10));
  expect(waits).toEqual([500, 1_000, 2_000, 16_000, 16_000]);
  expect(waitForNext(16_000, 3_600_000)).toBe(500);
});

it("tells in one line that what a schedule asks again and again does not work, and in one that it works again", async () => {
  const { lines, log } = listen("info");
  let asked = 0;
  const poll = async () => {
    asked += 1;
    // Which of its addresses was asked differs each time.
    const place = asked === 2 ? "::1:9" : "127.0.0.1:9";
    const cause = new TypeError("fetch failed", { cause: new Error(`connect ECONNREFUSED ${place}`) });
    if (asked <= 3) throw new OutgoingError("no answer from network.example", { status: null, unknown: true, cause });
    if (asked <= 5) throw new OutgoingError("network.example answered 401", { status: 401, unknown: false });
    if (asked <= 7) throw new OutgoingError("network.example answered 503", { status: 503, unknown: true });
  };
  await workOn({ "test.poll": poll }, { every_seconds: 0.2, log });
  await until("it to work again for a while", async () => asked > 10);
  const told = lines.map(({ msg, reason, err }) => ({ msg, reason, err }));
  expect(told.filter(({ msg }) => msg.startsWith("scheduled job"))).toEqual([
    {
      msg: "scheduled job fails",
      reason: "no answer from network.example: connect ECONNREFUSED 127.0.0.1:9",
      err: undefined,
    },
    { msg: "scheduled job fails", reason: "network.example answered 401", err: undefined },
    { msg: "scheduled job fails", reason: "network.example answered 503", err: undefined },
    { msg: "scheduled job works again", reason: undefined, err: undefined },
  ]);
});
