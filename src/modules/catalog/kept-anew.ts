/**
 * A value that takes seconds to make, kept in the process. Emptied when this process changes what it is made of for somebody
 * who waits for it; made anew behind the answers when it is old, and soon after something else changed it.
 */
import { stopwatch } from "#platform/clock";
import type { Log } from "#platform/log";
import { CACHE_MINUTES } from "./cached-lists.ts";

/** Changes that come together need one making. */
const SOON_MS = 1_000;
/** What could not be made is tried again after this long by who asks for it: not by each of them, nor each second. */
const AGAIN_MS = 30_000;

export class KeptAnew<T> {
  readonly #read: () => Promise<T>;
  readonly #log: Log;
  #kept: { value: T | null; making: Promise<T> | null; until: number } = { value: null, making: null, until: 0 };
  #soon: NodeJS.Timeout | undefined;

  constructor(read: () => Promise<T>, log: Log) {
    this.#read = read;
    this.#log = log;
  }

  async get(): Promise<T> {
    this.#renew();
    return this.#kept.value ?? this.#make();
  }

  /** Begins to make what the first who asks would otherwise wait for; nobody waits for it here. */
  prepare() {
    this.#make().catch((error) => this.#log.warn({ err: error }, "what is kept could not be made"));
  }

  #renew() {
    if (this.#kept.value !== null && this.#kept.until < stopwatch()) this.prepare();
  }

  /** What is being made was read before the change: nobody who asks from now on gets it. */
  clear() {
    this.#kept = { value: null, making: null, until: 0 };
  }

  /**
   * Something changed that nobody here waits for: who asks is answered from what there is, or is being made, until it is made anew.
   * That is done soon also where nobody asks, or the first of the next morning would find what was taken away in the evening.
   */
  growOld() {
    this.#kept.until = 0;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#renew(), SOON_MS).unref();
  }

  #make(): Promise<T> {
    const kept = this.#kept;
    if (kept.making) return kept.making;
    kept.until = stopwatch() + CACHE_MINUTES * 60_000;
    kept.making = this.#read()
      .then((value) => {
        kept.value = value;
        return value;
      })
      .catch((error) => {
        if (kept.until !== 0) kept.until = stopwatch() + AGAIN_MS;
        throw error;
      })
      .finally(() => {
        kept.making = null;
        // What changed meanwhile it does not know of.
        if (kept.until === 0) this.growOld();
      });
    return kept.making;
  }
}
