/** The door of health: alarms, errors, page speed, incidents, backups. */
import { addDays, civilDate } from "#platform/clock";
import { newId } from "#platform/ids";
import { onErrorLine } from "#platform/log";
import { networkOf } from "#platform/network";
import type { HealthCheck, OperatorFigure } from "#platform/operator";
import { countDays, type FigureCourse, readCourses } from "./count-days.ts";
import type { HealthContext } from "./health.types.ts";
import { alarmId, errorGroupId } from "./ids.ts";
import { createIncidents } from "./incidents.ts";
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

const KEEP_DAYS = 90;
const SPEED_DAYS = 7;

export function createHealth(context: HealthContext) {
  const { database, clock, settings, log, limits } = context;
  const notes = createErrorNotes(context);
  onErrorLine(log, notes.note);
  const incidents = createIncidents(context);
  let checks: readonly HealthCheck[] = [];
  let figures: readonly OperatorFigure[] = [];

  return {
    vitalsShare: settings.VITALS_SHARE,
    backupMaxHours: settings.BACKUP_MAX_HOURS,
    /** What modules say there is to look at and to count; told once, when all of them are made. */
    watch(all: { readonly checks: readonly HealthCheck[]; readonly figures: readonly OperatorFigure[] }): void {
      checks = all.checks;
      figures = all.figures;
    },
    /** Counts the days that are over and not counted yet; answers how many. */
    countDays: (): Promise<number> => countDays(context, figures),
    /** The figures that an operator may see, with their course over so many days. */
    courses: (may: (figure: OperatorFigure) => boolean, days: number): Promise<FigureCourse[]> =>
      readCourses(context, figures.filter(may), days),
    /** How everything stands now, without keeping anything. */
    look: (): Promise<Seen[]> => lookAtAll(checks, clock.now()),
    /** Looks, and raises and clears alarms. */
    async lookAndTell(): Promise<void> {
      await incidents.endLapsed();
      await keepAlarms(context, await lookAtAll(checks, clock.now()));
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
export type HealthService = Pick<
  Health,
  "look" | "courses" | "alarms" | "errorGroups" | "pageSpeed" | "vitalsShare"
> & {
  incidents: Pick<Health["incidents"], "current" | "list">;
};
