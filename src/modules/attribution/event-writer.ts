/**
 * Events by group commit, as clicks are: one insert is in flight, all that arrive meanwhile go into the next, and each
 * answer waits for its own rows. A new day's partition is made before its first row.
 */
import { addDays, civilDate } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { insertEvents, makeDay } from "./event-store.ts";
import type { EventRow } from "./events.ts";

const GROUP_MOST = 1_000;
/** More than this waiting means that the database is away: saying so at once is better than a queue without end. */
const WAITING_MOST = 20_000;
/** PostgreSQL's "no partition found for row" (check_violation). */
const NO_PARTITION = "23514";

type Waiting = { rows: readonly EventRow[]; settle: () => void; fail: (error: unknown) => void };

export class EventWriter {
  readonly #database: DatabaseHandle;
  readonly #names: readonly (readonly [string, string])[] | null;
  readonly #days = new Set<string>();
  #waiting: Waiting[] = [];
  #count = 0;
  #flying: Promise<void> | null = null;

  constructor(database: DatabaseHandle, names: readonly (readonly [string, string])[] | null) {
    this.#database = database;
    this.#names = names;
  }

  /** Settles when the events are on disk. */
  write(rows: readonly EventRow[]): Promise<void> {
    if (this.#count >= WAITING_MOST)
      return Promise.reject(
        Object.assign(new Error("too many events are waiting for the database"), { code: "53300" }),
      );
    return new Promise((settle, fail) => {
      this.#waiting.push({ rows, settle, fail });
      this.#count += rows.length;
      this.#flying ??= this.#fly();
    });
  }

  async #fly() {
    // One turn of the event loop lets requests that arrived together travel together.
    await new Promise((next) => setImmediate(next));
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      const rows = group.flatMap((waiting) => waiting.rows);
      try {
        await this.#store(rows);
        for (const waiting of group) waiting.settle();
      } catch (error) {
        for (const waiting of group) waiting.fail(error);
      }
    }
    this.#flying = null;
  }

  async #store(rows: readonly EventRow[]) {
    await this.#makeDays(rows);
    try {
      await insertEvents(this.#database, rows, this.#names);
    } catch (error) {
      // Another process may have dropped a day by its retention that is written once more: it is made again.
      if ((error as { code?: string }).code !== NO_PARTITION) throw error;
      this.#days.clear();
      await this.#makeDays(rows);
      await insertEvents(this.#database, rows, this.#names);
    }
  }

  #takeGroup(): Waiting[] {
    let size = 0;
    let end = 0;
    while (end < this.#waiting.length && size < GROUP_MOST) size += this.#waiting[end++]?.rows.length ?? 0;
    this.#count -= size;
    return this.#waiting.splice(0, end);
  }

  async #makeDays(rows: readonly EventRow[]) {
    for (const { day, at } of rows) {
      if (this.#days.has(day)) continue;
      await makeDay(this.#database, day, civilDate(addDays(at, 1)));
      this.#days.add(day);
    }
  }

  /** Waits for what is in flight; for a graceful stop. */
  async close() {
    await this.#flying;
  }
}
