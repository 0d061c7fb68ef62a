/**
 * Errors as they are logged, counted by group. They are gathered for some seconds and written together: a storm of errors
 * must not become a storm of statements, least of all when the database is what fails.
 */
import { derivedId } from "#platform/ids";
import type { ErrorLine } from "#platform/log";
import type { HealthContext } from "./health.types.ts";
import { groupOf } from "./rules.ts";
import { addErrors, type ErrorNote } from "./store.ts";

const GATHER_MS = 2_000;
/** Of groups that wait to be written; more at once are one outage, and the first tell it. */
const MAX_GROUPS = 200;

export function createErrorNotes({ database, clock, log }: HealthContext) {
  const waiting = new Map<string, ErrorNote>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    const notes = [...waiting.values()].toSorted((one, other) => (one.group_id < other.group_id ? -1 : 1));
    waiting.clear();
    try {
      await database.transaction((tx) => addErrors(tx, notes));
    } catch (error) {
      // Kept for the next time; told as a warning, which is not counted again.
      for (const one of notes) merge(one);
      log.warn({ err: error, groups: notes.length }, "errors were not counted yet");
    }
  }

  function merge(note: ErrorNote): void {
    const before = waiting.get(note.group_id);
    if (before) waiting.set(note.group_id, { ...note, errors: before.errors + note.errors });
    else if (waiting.size < MAX_GROUPS) waiting.set(note.group_id, note);
  }

  return {
    /** Never throws, and returns at once. */
    note(line: ErrorLine): void {
      const { message, place } = groupOf(line);
      const group_id = derivedId("error_group", `${message}\n${place}`);
      merge({ group_id, message, place, errors: 1, at: clock.now(), request_id: line.request_id ?? null });
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
}
