/** Events by group commit. A new day's partition is made before its first row. */
import { addDays, civilDate } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { GroupWriter } from "#platform/group-writer";
import { insertEvents, makeDay } from "./event-store.ts";
import type { EventRow } from "./events.ts";

/** PostgreSQL's "no partition found for row" (check_violation). */
const NO_PARTITION = "23514";

export type EventWriter = GroupWriter<EventRow>;

/** `names`: what Google Analytics calls each action; null when nothing goes there. */
export function createEventWriter(
  database: DatabaseHandle,
  names: readonly (readonly [string, string])[] | null,
): EventWriter {
  const days = new Set<string>();

  async function makeDays(rows: readonly EventRow[]) {
    for (const { day, at } of rows) {
      if (days.has(day)) continue;
      await makeDay(database, day, civilDate(addDays(at, 1)));
      days.add(day);
    }
  }

  return new GroupWriter<EventRow>({
    what: "events",
    async store(rows) {
      await makeDays(rows);
      try {
        await insertEvents(database, rows, names);
      } catch (error) {
        // Another process may have dropped a day by its retention that is written once more: it is made again.
        if ((error as { code?: string }).code !== NO_PARTITION) throw error;
        days.clear();
        await makeDays(rows);
        await insertEvents(database, rows, names);
      }
      return () => undefined;
    },
  });
}
