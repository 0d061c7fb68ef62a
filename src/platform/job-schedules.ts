/**
 * Schedules by seconds. Every process asks the database for the slots of time that nobody has taken yet; taking a slot and
 * adding its job are one transaction, so that a schedule runs once a slot however many processes there are.
 */
import { addJobs } from "#platform/add-jobs";
import type { DatabaseHandle } from "#platform/database";
import { defineJob } from "#platform/job";
import { type Log, sayOnce } from "#platform/log";
import { sql } from "#platform/sql";

const MIN_MS = 100;
const MAX_MS = 5_000;

export type Schedule = { task: string; every_seconds?: number; cron?: string };
export const scheduleKey = (task: string) => `schedule:${task}`;

type Timed = { task: string; every_seconds: number };

/** The tasks whose slot was taken by this call. */
export async function takeSlots(handle: DatabaseHandle, schedules: readonly Timed[]): Promise<string[]> {
  if (schedules.length === 0) return [];
  return handle.transaction(async (tx) => {
    const taken = await sql<{ task: string }>`
      insert into platform.schedule_slots as s (task, slot_at)
      select task, to_timestamp(floor(extract(epoch from clock_timestamp()) / seconds) * seconds)
      from unnest(${schedules.map((one) => one.task)}::text[], ${schedules.map((one) => one.every_seconds)}::float8[]) as x(task, seconds)
      order by task
      on conflict (task) do update set slot_at = excluded.slot_at where s.slot_at < excluded.slot_at
      returning task`.execute(tx);
    const tasks = taken.rows.map((row) => row.task);
    if (tasks.length === 0) return [];
    // One that is still at work is not joined by a second: the next slot comes soon.
    const running = await sql<{ key: string }>`
      select key from graphile_worker.jobs where key = any (${tasks.map(scheduleKey)}::text[]) and locked_at is not null`.execute(
      tx,
    );
    const busy = new Set(running.rows.map((row) => row.key));
    await addJobs(
      tx,
      tasks
        .filter((task) => !busy.has(scheduleKey(task)))
        .map((task) => defineJob(task, {}).with({}, { key: scheduleKey(task), max_attempts: 1 })),
    );
    return tasks;
  });
}

export function runSchedules(handle: DatabaseHandle, schedules: readonly Schedule[], log: Log) {
  const timed = schedules.flatMap(({ task, every_seconds }) => (every_seconds ? [{ task, every_seconds }] : []));
  if (timed.length === 0) return { stop: async () => {} };
  const finest = Math.min(...timed.map((one) => one.every_seconds)) * 1_000;
  const pause = Math.max(MIN_MS, Math.min(MAX_MS, finest / 4));
  const looked = sayOnce(log, "schedules were not looked at");
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const later = () => {
    if (stopped) return;
    next = setTimeout(() => {
      looking = takeSlots(handle, timed).then(looked.worked, looked.failed).then(later);
    }, pause);
    next.unref();
  };
  later();
  return {
    async stop() {
      stopped = true;
      clearTimeout(next);
      await looking;
    },
  };
}
