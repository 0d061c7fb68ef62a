/**
 * Lists that many pages share, kept in the process for the lifetimes of SPEC §9. Emptied when the catalogue changes;
 * a copy that is a few minutes old in another process is harmless.
 */
import { stopwatch } from "#platform/clock";

/** SPEC §9: default cache 5 minutes, category cache 24 hours. */
export const CACHE_MINUTES = 5;
export const CATEGORY_CACHE_HOURS = 24;

const MAX_ENTRIES = 2_000;

export class CachedLists {
  readonly #entries = new Map<string, { value: Promise<unknown>; until: number }>();

  /** One making serves all who ask meanwhile; a making that fails is not kept. */
  get<T>(key: string, minutes: number, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    const now = stopwatch();
    if (known && known.until > now) return known.value as Promise<T>;
    const value = make();
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + minutes * 60_000 });
    value.catch(() => {
      if (this.#entries.get(key)?.value === value) this.#entries.delete(key);
    });
    if (this.#entries.size > MAX_ENTRIES) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return value;
  }

  clear() {
    this.#entries.clear();
  }
}
