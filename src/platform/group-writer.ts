/**
 * Group commit: one write is in flight, all rows that arrive meanwhile go into the next, and each caller waits for its own
 * rows to be on disk. So nothing is answered before it is durable, at many times the speed of one transaction each.
 */
import { isRowAtFault } from "./database.ts";

const MAX_GROUP = 1_000;
/** More rows than this waiting means that the database is away: saying so at once is better than a queue without end. */
const MAX_WAITING = 20_000;

type Waiting<Row, Answer> = {
  rows: readonly Row[];
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
};

export type GroupWriterOptions<Row, Answer> = {
  /** What the rows are, for the words of an error: "clicks". */
  what: string;
  /** Makes rows durable, all or none, and answers how each caller's answer follows from its own rows. */
  store: (rows: readonly Row[]) => Promise<(own: readonly Row[]) => Answer>;
  /** Rows of one key never stand in one group, unless one caller brought both: the later is written onto the earlier. */
  keyOf?: (row: Row) => string;
};

export class GroupWriter<Row, Answer = void> {
  readonly #options: GroupWriterOptions<Row, Answer>;
  #waiting: Waiting<Row, Answer>[] = [];
  #rows = 0;
  #flying: Promise<void> | null = null;

  constructor(options: GroupWriterOptions<Row, Answer>) {
    this.#options = options;
  }

  /** At most `MAX_GROUP` rows. Settles when they are on disk; rejects with the database's error when they are not. */
  write(rows: readonly Row[]): Promise<Answer> {
    if (this.#rows >= MAX_WAITING)
      return Promise.reject(
        Object.assign(new Error(`too many ${this.#options.what} are waiting for the database`), { code: "53300" }),
      );
    return new Promise((settle, fail) => {
      this.#waiting.push({ rows, settle, fail });
      this.#rows += rows.length;
      this.#flying ??= this.#fly();
    });
  }

  async #fly() {
    // One turn of the event loop lets requests that arrived together travel together.
    await new Promise((next) => setImmediate(next));
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      const error = await this.#store(group);
      if (!error) continue;
      // A row that cannot be stored must not take the others with it; a database that is away or too slow takes all.
      if (group.length === 1 || !isRowAtFault(error)) for (const one of group) one.fail(error);
      else
        for (const one of group) {
          const own = await this.#store([one]);
          if (own) one.fail(own);
        }
    }
    this.#flying = null;
  }

  #takeGroup(): Waiting<Row, Answer>[] {
    const { keyOf } = this.#options;
    const keys = new Set<string>();
    let rows = 0;
    let end = 0;
    for (const one of this.#waiting) {
      const own = keyOf ? one.rows.map(keyOf) : [];
      if (end > 0 && (rows + one.rows.length > MAX_GROUP || own.some((key) => keys.has(key)))) break;
      for (const key of own) keys.add(key);
      rows += one.rows.length;
      end += 1;
    }
    this.#rows -= rows;
    return this.#waiting.splice(0, end);
  }

  /** Settles everybody in the group, or answers why it was not stored. */
  async #store(group: readonly Waiting<Row, Answer>[]): Promise<unknown> {
    try {
      const answerOf = await this.#options.store(group.flatMap((one) => one.rows));
      for (const { rows, settle } of group) settle(answerOf(rows));
      return null;
    } catch (error) {
      return error;
    }
  }

  /** Waits for what is in flight; for a graceful stop. */
  async close(): Promise<void> {
    await this.#flying;
  }
}
