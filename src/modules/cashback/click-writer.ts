/**
 * Clicks by group commit: one insert is in flight, all clicks that arrive meanwhile go into the next, and each waits for
 * its own row. So every click is durable before its redirect is answered, at many times the speed of one insert each.
 */
import type { DatabaseHandle } from "#platform/database";
import { type ClickRow, insertClicks } from "./click-store.ts";

const GROUP_MOST = 1_000;
/** More than this waiting means that the database is away: saying so at once is better than a queue without end. */
const WAITING_MOST = 20_000;

type Waiting = { row: ClickRow; settle: () => void; fail: (error: unknown) => void };

export class ClickWriter {
  readonly #database: DatabaseHandle;
  #waiting: Waiting[] = [];
  #flying: Promise<void> | null = null;

  constructor(database: DatabaseHandle) {
    this.#database = database;
  }

  /** Settles when the click is on disk. */
  write(row: ClickRow): Promise<void> {
    if (this.#waiting.length >= WAITING_MOST)
      return Promise.reject(
        Object.assign(new Error("too many clicks are waiting for the database"), { code: "53300" }),
      );
    return new Promise((settle, fail) => {
      this.#waiting.push({ row, settle, fail });
      this.#flying ??= this.#fly();
    });
  }

  async #fly() {
    // One turn of the event loop lets requests that arrived together travel together.
    await new Promise((next) => setImmediate(next));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP_MOST);
      try {
        await insertClicks(
          this.#database,
          group.map((waiting) => waiting.row),
        );
        for (const waiting of group) waiting.settle();
      } catch (error) {
        for (const waiting of group) waiting.fail(error);
      }
    }
    this.#flying = null;
  }

  /** Waits for what is in flight; for a graceful stop. */
  async close() {
    await this.#flying;
  }
}
