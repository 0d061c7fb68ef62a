/** What this project knows of stores by itself: read once, looked up by domain. README.md beside it tells the fields. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { StoreStatus } from "../catalog.types.ts";

export type KnownStore = {
  internal_name: string;
  name: string;
  /** The store's own address first. */
  domains: [string, ...string[]];
  popularity?: number;
  category?: string;
  aliases?: string[];
  former_names?: string[];
  countries?: string[];
  description?: string;
  description_es?: string;
  status?: StoreStatus;
  hidden?: string;
};

/** First labels that networks put before a store's own domain. */
const FRONT_LABELS = /^(?:www\d?|shop|store|us|usa|en|m|secure|online)\./;

export class KnownStores {
  readonly sum: string;
  readonly stores: readonly KnownStore[];
  readonly #byDomain: ReadonlyMap<string, KnownStore>;

  constructor(text: string) {
    this.sum = createHash("sha256").update(text).digest("hex");
    this.stores = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as KnownStore);
    this.#byDomain = new Map(this.stores.flatMap((store) => store.domains.map((domain) => [domain, store] as const)));
  }

  at(domain: string): KnownStore | undefined {
    return this.#byDomain.get(domain) ?? this.#byDomain.get(domain.replace(FRONT_LABELS, ""));
  }
}

let read: KnownStores | null = null;
export function knownStores(): KnownStores {
  read ??= new KnownStores(readFileSync(new URL("known-stores.ndjson", import.meta.url), "utf8"));
  return read;
}
