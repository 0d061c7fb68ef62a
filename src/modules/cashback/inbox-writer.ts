/**
 * Rows of reports by group commit, as clicks are written: one transaction is in flight, all reports that arrive meanwhile
 * go into the next, rows and jobs together, and each answer waits for its own rows to be on disk. Rows that come one by
 * one, as after postbacks, then share their transaction and their job, which would be most of the work.
 */
import type { DatabaseHandle } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { APPLY_MOST } from "./batch-sizes.ts";
import { type InboxInsert, insertInbox } from "./order-store.ts";

export const APPLY_ROWS = "cashback.apply_rows";
const ROWS_FIRST = -1;
const GROUP_MOST = 1_000;
/** More than this waiting means that the database is away: saying so at once is better than a queue without end. */
const WAITING_MOST = 20_000;

type Waiting = { rows: InboxInsert[]; settle: (fresh: number) => void; fail: (error: unknown) => void };

/** Jobs of rows that wait, in the portions that one transaction acts on. */
export const applyJobs = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / APPLY_MOST) }, (_, n) => ({
    task: APPLY_ROWS,
    // Before the mails and rewards that follow from rows: a large report must not make the next row wait for those.
    priority: ROWS_FIRST,
    payload: { inbox_ids: ids.slice(n * APPLY_MOST, (n + 1) * APPLY_MOST) },
  }));

const keyOf = (row: { network: string; row_key: string }) => `${row.network}|${row.row_key}`;

export class InboxWriter {
  readonly #database: DatabaseHandle;
  #waiting: Waiting[] = [];
  #flying: Promise<void> | null = null;

  constructor(database: DatabaseHandle) {
    this.#database = database;
  }

  /** At most `GROUP_MOST` rows. Settles with how many of them were new when they and their jobs are on disk. */
  write(rows: InboxInsert[]): Promise<number> {
    if (this.#waiting.length >= WAITING_MOST)
      return Promise.reject(
        Object.assign(new Error("too many reports are waiting for the database"), { code: "53300" }),
      );
    return new Promise((settle, fail) => {
      this.#waiting.push({ rows, settle, fail });
      this.#flying ??= this.#fly();
    });
  }

  async #fly() {
    // One turn of the event loop lets reports that arrived together travel together.
    await new Promise((next) => setImmediate(next));
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#store(group);
      } catch (error) {
        if (group.length === 1) group[0]?.fail(error);
        // One report that cannot be stored must not take the others with it.
        else for (const one of group) await this.#store([one]).catch(one.fail);
      }
    }
    this.#flying = null;
  }

  /**
   * A row that is told twice stands in two groups: what a telling means depends on what was stored of the row before.
   */
  #takeGroup(): Waiting[] {
    const keys = new Set<string>();
    let rows = 0;
    let most = 0;
    for (const one of this.#waiting) {
      rows += one.rows.length;
      if (most > 0 && (rows > GROUP_MOST || one.rows.some((row) => keys.has(keyOf(row))))) break;
      for (const row of one.rows) keys.add(keyOf(row));
      most += 1;
    }
    return this.#waiting.splice(0, most);
  }

  async #store(group: readonly Waiting[]) {
    const fresh = await this.#database.transaction(async (tx) => {
      const found = await insertInbox(
        tx,
        group.flatMap((one) => one.rows),
      );
      await addJobs(tx, applyJobs(found.map((row) => row.inbox_id)));
      return found;
    });
    const counts = new Map<string, number>();
    for (const row of fresh) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
    for (const { rows, settle } of group) {
      const own = new Set(rows.map(keyOf));
      settle([...own].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0));
    }
  }

  /** Waits for what is in flight; for a graceful stop. */
  async close() {
    await this.#flying;
  }
}
