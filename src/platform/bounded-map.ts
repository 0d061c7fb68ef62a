/**
 * A memory that what strangers ask for cannot fill: bounded in entries and in bytes. The oldest entries give way, one by
 * one, so that a flood never empties it at once.
 */

/** What an entry costs beside its own bytes, roughly, in V8. */
const ENTRY_BYTES = 200;

export class BoundedMap<V> {
  readonly #entries = new Map<string, { value: V; bytes: number }>();
  readonly #most: { entries: number; bytes: number };
  #bytes = 0;

  constructor(most: { entries: number; bytes: number }) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Bytes of keys and values, as `set` was told. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value of so many bytes as the newest; one that is larger than the whole memory is not kept. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    const cost = bytes + key.length * 2 + ENTRY_BYTES;
    if (cost > this.#most.bytes) return;
    this.#entries.set(key, { value, bytes: cost });
    this.#bytes += cost;
    while (this.#entries.size > this.#most.entries || this.#bytes > this.#most.bytes) {
      const oldest = this.#entries.keys().next().value;
      if (oldest === undefined) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
