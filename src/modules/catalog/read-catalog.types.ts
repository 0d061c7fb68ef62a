/** What the reading verbs need. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { CachedLists } from "./cached-lists.ts";
import type { Shares } from "./catalog.types.ts";
import type { SearchMemory } from "./search/search-memory.ts";
import type { CatalogSettings } from "./settings.ts";

export type ReadDeps = BareReadDeps & { brand: Shares };

/** For what tells no rate. */
export type BareReadDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: CatalogSettings;
  log: Log;
  lists: CachedLists;
  search: SearchMemory;
  calls: ProviderCalls;
};
