/** The door of health: alarms, errors, page speed, incidents, backups. */
import { addDays, civilDate } from "#platform/clock";
import { newId } from "#platform/ids";
import { summarizeJobs } from "#platform/job-desk";
import { onErrorLine } from "#platform/log";
import { networkOf } from "#platform/network";
import type { HealthCheck, OperatorFigure, OperatorTable, Permission } from "#platform/operator";
import type { Cell } from "#platform/write-csv";
import { countDays, type FigureCourse, readCourses, sheetOf } from "./count-days.ts";
import type { HealthContext } from "./health.types.ts";
import { alarmId, errorGroupId } from "./ids.ts";
import { createIncidents, type IncidentRefusal } from "./incidents.ts";
import { LIMITS } from "./limits.ts";
import { keepAlarms, lookAtAll, type Seen } from "./look.ts";
import { createErrorNotes } from "./note-errors.ts";
import { type PageSpeed, speedOf } from "./page-speed.ts";
import { pageKindOf, stepOf, type Vital } from "./rules.ts";
import {
  addVitals,
  closeErrorGroup,
  countErrors,
  dropOld,
  insertBackup,
  quietAlarm,
  readAlarm,
  readAlarms,
  readBackups,
  readErrorDays,
  readErrorGroup,
  readErrorGroups,
  readVitals,
} from "./store.ts";
import { postAlarm } from "./tell-alarm.ts";

export type { FigureCourse } from "./count-days.ts";
export type { Seen } from "./look.ts";
export type { PageSpeed } from "./page-speed.ts";
export type { AlarmRow, ErrorGroupRow, IncidentRow } from "./store.ts";
export type { IncidentRefusal };

const KEEP_DAYS = 90;
const SPEED_DAYS = 7;

export function createHealth(context: HealthContext) {
  const { database, clock, settings, log, limits } = context;
  const notes = createErrorNotes(context);
  onErrorLine(log, notes.note);
  const incidents = createIncidents(context);
  let checks: readonly HealthCheck[] = [];
  let figures: readonly OperatorFigure[] = [];
  let tables: readonly OperatorTable[] = [];

  return {
    vitalsShare: settings.VITALS_SHARE,
    backupMaxHours: settings.BACKUP_MAX_HOURS,
    /** What modules say there is to look at and to count; told once, when all of them are made. */
    watch(all: {
      readonly checks: readonly HealthCheck[];
      readonly figures: readonly OperatorFigure[];
      readonly tables: readonly OperatorTable[];
    }): void {
      checks = all.checks;
      figures = all.figures;
      tables = all.tables;
    },
    /** Counts the days that are over and not counted yet; answers how many. */
    countDays: (): Promise<boolean> => countDays(context, figures),
    /** The tables that an operator may see, of the last so many days. */
    async tables(may: (table: OperatorTable) => boolean, days: number) {
      const to = clock.now();
      const span = { from: addDays(new Date(to.toISOString().slice(0, 10)), -days), to };
      const shown = [];
      for (const { name, what, columns, read } of tables.filter(may))
        shown.push({ name, what, columns, rows: await read(span) });
      return shown;
    },
    /** Figures by day, the newest day last, or one table; null for a name that there is not. */
    async sheet(may: (permission: Permission) => boolean, days: number, name: string | null): Promise<Cell[][] | null> {
      const table = tables.find((one) => one.name === name && may(one.permission));
      if (table) {
        const to = clock.now();
        const rows = await table.read({ from: addDays(to, -days), to });
        return [[...table.columns], ...rows.map((row) => [...row])];
      }
      const chosen = figures.filter((one) => may(one.permission) && (name === null || one.name === name));
      return chosen.length === 0 ? null : sheetOf(await readCourses(context, chosen, days));
    },
    /** The figures that an operator may see, with their course over so many days. */
    async courses(
      may: (figure: OperatorFigure) => boolean,
      days: number,
    ): Promise<{ today: string; courses: FigureCourse[] }> {
      return { today: civilDate(clock.now()), courses: await readCourses(context, figures.filter(may), days) };
    },
    /** How everything stands now, without keeping anything. */
    look: (): Promise<Seen[]> => lookAtAll(checks, clock.now()),
    /** Looks, and raises and clears alarms. */
    async lookAndTell(): Promise<void> {
      await incidents.endLapsed();
      await keepAlarms(context, await lookAtAll(checks, clock.now()));
    },
    /** What the page of health shows, all of it. */
    async overview() {
      const now = clock.now();
      const [seen, alarms, errors, speed, told, jobs] = await Promise.all([
        lookAtAll(checks, now),
        readAlarms(database.db, 20),
        readErrorGroups(database.db, 20),
        readVitals(database.db, civilDate(addDays(now, -SPEED_DAYS))).then(speedOf),
        incidents.list(1),
        summarizeJobs(database.db),
      ]);
      const newest = told[0];
      return { now, seen, alarms, errors, speed, jobs, incident: newest && !newest.ended_at ? newest : null };
    },
    /** Raised ones first, then what is over; newest first. */
    alarms: (most: number) => readAlarms(database.db, most),
    async alarm(shown: string) {
      const id = alarmId.read(shown);
      return id ? readAlarm(database.db, id) : null;
    },
    /** Nobody is told of it again for so many hours. False when it is not raised. */
    async quiet(shown: string, hours: number, by: string): Promise<boolean> {
      const id = alarmId.read(shown);
      return id ? quietAlarm(database.db, id, new Date(clock.now().getTime() + hours * 3_600_000), by) : false;
    },
    postAlarm: (alarm: string, state: "raised" | "cleared") => postAlarm(context, alarm, state),

    /** What was gathered is written: before the process ends, and for tests. */
    flushErrors: notes.flush,
    errorGroups: (most: number) => readErrorGroups(database.db, most),
    countErrors: (since: Date) => countErrors(database.db, since),
    async errorGroup(shown: string) {
      const id = errorGroupId.read(shown);
      const row = id && (await readErrorGroup(database.db, id));
      return row ? { row, days: await readErrorDays(database.db, id) } : null;
    },
    async closeErrorGroup(shown: string, by: string): Promise<boolean> {
      const id = errorGroupId.read(shown);
      return id ? closeErrorGroup(database.db, id, by, clock.now()) : false;
    },

    /** One page view's speed. Of the path its kind is kept, of the values their steps, of the address nothing. */
    async noteVitals(told: { path: string; values: Partial<Record<Vital, number>>; address: string }): Promise<void> {
      if (await limits.take(LIMITS.vitals_network, networkOf(told.address))) return;
      const values = (Object.entries(told.values) as [Vital, number][]).map(([vital, value]) => ({
        vital,
        step: stepOf(value),
      }));
      if (values.length === 0) return;
      await addVitals(database.db, civilDate(clock.now()), pageKindOf(told.path), values);
    },
    /** Of the last seven days, by kind of page. */
    async pageSpeed(): Promise<PageSpeed[]> {
      return speedOf(await readVitals(database.db, civilDate(addDays(clock.now(), -SPEED_DAYS))));
    },

    incidents,
    async noteBackup(note: string): Promise<void> {
      await insertBackup(database.db, { backup_id: newId("backup"), at: clock.now(), note: note.slice(0, 200) });
    },
    backups: () => readBackups(database.db),
    async dropOld(): Promise<void> {
      const before = addDays(clock.now(), -KEEP_DAYS);
      await database.transaction((tx) => dropOld(tx, { errors: before, days: civilDate(before) }));
    },
    close: notes.flush,
  };
}
export type Health = ReturnType<typeof createHealth>;

/** What screens may ask of health. */
export type HealthService = Pick<Health, "overview" | "courses" | "tables" | "vitalsShare"> & {
  incidents: Pick<Health["incidents"], "current">;
};
