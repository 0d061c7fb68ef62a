/** All SQL of health. Schema `health` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { AlarmState, Vital } from "./rules.ts";

type Runner = Database | Tx;

export type AlarmRow = {
  alarm_id: string;
  check_name: string;
  state: AlarmState;
  level: "warn" | "bad";
  line: string;
  queue: string | null;
  fine_looks: number;
  noticed_at: Date;
  raised_at: Date | null;
  cleared_at: Date | null;
  quiet_until: Date | null;
  quiet_by: string | null;
};

export const lockOpenAlarms = async (tx: Tx): Promise<AlarmRow[]> =>
  (await sql<AlarmRow>`select * from health.alarms where state <> 'cleared' order by check_name for update`.execute(tx))
    .rows;

export async function insertAlarm(
  tx: Tx,
  alarm: Pick<AlarmRow, "alarm_id" | "check_name" | "level" | "line" | "queue" | "noticed_at">,
): Promise<void> {
  await sql`
    insert into health.alarms (alarm_id, check_name, state, level, line, queue, noticed_at)
    values (${alarm.alarm_id}, ${alarm.check_name}, 'noticed', ${alarm.level}, ${alarm.line}, ${alarm.queue}, ${alarm.noticed_at})
    on conflict do nothing`.execute(tx);
}

export async function updateAlarm(
  tx: Tx,
  alarm: Pick<AlarmRow, "alarm_id" | "state" | "level" | "line" | "queue" | "fine_looks" | "raised_at" | "cleared_at">,
): Promise<void> {
  await sql`
    update health.alarms set state = ${alarm.state}, level = ${alarm.level}, line = ${alarm.line}, queue = ${alarm.queue},
      fine_looks = ${alarm.fine_looks}, raised_at = ${alarm.raised_at}, cleared_at = ${alarm.cleared_at}
    where alarm_id = ${alarm.alarm_id}`.execute(tx);
}

export const readAlarms = async (runner: Runner, most: number): Promise<AlarmRow[]> =>
  (
    await sql<AlarmRow>`
      select * from health.alarms where raised_at is not null order by (state = 'cleared'), noticed_at desc limit ${most}`.execute(
      runner,
    )
  ).rows;

export const readAlarm = async (runner: Runner, alarmId: string): Promise<AlarmRow | null> =>
  (await sql<AlarmRow>`select * from health.alarms where alarm_id = ${alarmId}`.execute(runner)).rows[0] ?? null;

/** False when it is not raised any more. */
export async function quietAlarm(runner: Runner, alarmId: string, until: Date, by: string): Promise<boolean> {
  const result = await sql`
    update health.alarms set quiet_until = ${until}, quiet_by = ${by} where alarm_id = ${alarmId} and state = 'raised'`.execute(
    runner,
  );
  return result.rowCount === 1;
}

export type ErrorGroupRow = {
  group_id: string;
  message: string;
  place: string;
  state: "open" | "closed";
  first_at: Date;
  last_at: Date;
  errors: bigint;
  last_request_id: string | null;
  closed_by: string | null;
  closed_at: Date | null;
};
export type ErrorNote = {
  group_id: string;
  message: string;
  place: string;
  errors: number;
  at: Date;
  request_id: string | null;
};

/** An error that comes again after its group was closed opens it. */
export async function addErrors(tx: Tx, notes: readonly ErrorNote[]): Promise<void> {
  for (const note of notes) {
    await sql`
      insert into health.error_groups as g (group_id, message, place, first_at, last_at, errors, last_request_id)
      values (${note.group_id}, ${note.message}, ${note.place}, ${note.at}, ${note.at}, ${note.errors}, ${note.request_id})
      on conflict (group_id) do update set last_at = greatest(g.last_at, excluded.last_at), errors = g.errors + excluded.errors,
        last_request_id = coalesce(excluded.last_request_id, g.last_request_id), state = 'open', closed_by = null, closed_at = null`.execute(
      tx,
    );
    await sql`
      insert into health.error_days as d (group_id, day, errors) values (${note.group_id}, (${note.at}::timestamptz at time zone 'UTC')::date, ${note.errors})
      on conflict (group_id, day) do update set errors = d.errors + excluded.errors`.execute(tx);
  }
}

export const readErrorGroups = async (runner: Runner, most: number): Promise<ErrorGroupRow[]> =>
  (
    await sql<ErrorGroupRow>`
      select * from health.error_groups where state = 'open' order by last_at desc limit ${most}`.execute(runner)
  ).rows;

export const readErrorGroup = async (runner: Runner, groupId: string): Promise<ErrorGroupRow | null> =>
  (await sql<ErrorGroupRow>`select * from health.error_groups where group_id = ${groupId}`.execute(runner)).rows[0] ??
  null;

export const readErrorDays = async (runner: Runner, groupId: string): Promise<{ day: string; errors: bigint }[]> =>
  (
    await sql<{ day: string; errors: bigint }>`
      select day::text as day, errors from health.error_days where group_id = ${groupId} order by day desc limit 30`.execute(
      runner,
    )
  ).rows;

/** False when it is not open. */
export async function closeErrorGroup(runner: Runner, groupId: string, by: string, at: Date): Promise<boolean> {
  const result = await sql`
    update health.error_groups set state = 'closed', closed_by = ${by}, closed_at = ${at} where group_id = ${groupId} and state = 'open'`.execute(
    runner,
  );
  return result.rowCount === 1;
}

/** Groups that were first seen since an instant, and errors of all groups since. */
export async function countErrors(runner: Runner, since: Date): Promise<{ fresh: number; groups: number }> {
  const { rows } = await sql<{ fresh: number; groups: number }>`
    select count(*) filter (where first_at >= ${since})::int as fresh, count(*)::int as groups
    from health.error_groups where last_at >= ${since} and state = 'open'`.execute(runner);
  return rows[0] ?? { fresh: 0, groups: 0 };
}

export async function addVitals(
  runner: Runner,
  day: string,
  page: string,
  values: readonly { vital: Vital; step: number }[],
): Promise<void> {
  await sql`
    insert into health.vitals as v (day, page, vital, step, visits)
    select ${day}::date, ${page}, x.vital, x.step, 1
    from unnest(${values.map((one) => one.vital)}::text[], ${values.map((one) => one.step)}::int[]) as x(vital, step)
    order by x.vital, x.step
    on conflict (day, page, vital, step) do update set visits = v.visits + 1`.execute(runner);
}

export type VitalRow = { page: string; vital: Vital; step: number; visits: number };
export const readVitals = async (runner: Runner, from: string): Promise<VitalRow[]> =>
  (
    await sql<VitalRow>`
      select page, vital, step, sum(visits)::int as visits from health.vitals where day >= ${from}::date group by page, vital, step`.execute(
      runner,
    )
  ).rows;

export type IncidentRow = {
  incident_id: string;
  text_en: string;
  text_es: string;
  begun_at: Date;
  until: Date;
  begun_by: string;
  ended_at: Date | null;
  ended_by: string | null;
};

/** False while another is told. */
export async function insertIncident(tx: Tx, row: Omit<IncidentRow, "ended_at" | "ended_by">): Promise<boolean> {
  const result = await sql`
    insert into health.incidents (incident_id, text_en, text_es, begun_at, until, begun_by)
    values (${row.incident_id}, ${row.text_en}, ${row.text_es}, ${row.begun_at}, ${row.until}, ${row.begun_by})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function endIncident(tx: Tx, incidentId: string, by: string, at: Date): Promise<boolean> {
  const result = await sql`
    update health.incidents set ended_at = ${at}, ended_by = ${by} where incident_id = ${incidentId} and ended_at is null`.execute(
    tx,
  );
  return result.rowCount === 1;
}

/** Those whose time is over; answers how many. */
export async function endLapsedIncidents(tx: Tx, at: Date): Promise<number> {
  const result = await sql`
    update health.incidents set ended_at = ${at}, ended_by = 'its time' where ended_at is null and until <= ${at}`.execute(
    tx,
  );
  return result.rowCount;
}

export const readIncidents = async (runner: Runner, most: number): Promise<IncidentRow[]> =>
  (
    await sql<IncidentRow>`
      select * from health.incidents order by (ended_at is not null), begun_at desc limit ${most}`.execute(runner)
  ).rows;

/** Every process drops the pages that it keeps. */
export async function tellPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('tuppence_pages', 'health')`.execute(tx);
}

export async function insertBackup(
  runner: Runner,
  backup: { backup_id: string; at: Date; note: string },
): Promise<void> {
  await sql`insert into health.backups (backup_id, at, note) values (${backup.backup_id}, ${backup.at}, ${backup.note})`.execute(
    runner,
  );
}

/** When a backup was last noted, and when the server last put a piece of its log away (PostgreSQL's `pg_stat_archiver`). */
export async function readBackups(
  runner: Runner,
): Promise<{ backed_up_at: Date | null; archived_at: Date | null; failed_at: Date | null }> {
  const { rows } = await sql<{ backed_up_at: Date | null; archived_at: Date | null; failed_at: Date | null }>`
    select (select max(at) from health.backups) as backed_up_at, last_archived_time as archived_at,
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as failed_at
    from pg_stat_archiver`.execute(runner);
  return rows[0] ?? { backed_up_at: null, archived_at: null, failed_at: null };
}

export async function dropOld(tx: Tx, before: { errors: Date; days: string }): Promise<void> {
  await sql`delete from health.error_groups where last_at < ${before.errors}`.execute(tx);
  await sql`delete from health.error_days where day < ${before.days}::date`.execute(tx);
  await sql`delete from health.vitals where day < ${before.days}::date`.execute(tx);
  await sql`delete from health.alarms where state = 'cleared' and noticed_at < ${before.errors}`.execute(tx);
  await sql`delete from health.backups where at < ${before.errors}`.execute(tx);
}
