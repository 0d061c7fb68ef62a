/** What imports take and answer. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { CatalogSettings } from "./settings.ts";
import type { RunState } from "./store/imports.ts";

export type ImportDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: CatalogSettings;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
};

/** `rows_per_second` is the mean since the run began; `total_bytes` is null while the feed does not say its size. */
export type ImportProgress = {
  feed: string;
  rows: number;
  bytes: number;
  total_bytes: number | null;
  rows_per_second: number;
  done: boolean;
};

/**
 * What imports changed and pages do not show yet: one refresh serves several feeds. `rates`: rates changed that no list told; products
 * show them already.
 */
export type Pending = { changed: boolean; products: boolean; rates: boolean };

export type ImportOptions = {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Gathers what pages do not show yet, for a caller that imports several feeds and brings pages in step once. */
  pending?: Pending;
};

/**
 * What a run did. `short`: the feed ended early or holds nothing of use, so that nothing was retired. `held`: it lacks so much that a person decides
 * whether that is gone. `problem` says why. `busy`: another process is
 * importing this feed, or a person holds it. `failed` says why in `problem`; what was merged before stays, and the next run goes on from there.
 */
export type ImportReport = {
  feed_name: string;
  run_id: string | null;
  state: Exclude<RunState, "running" | "abandoned" | "dropped" | "rolled_back"> | "busy";
  rows: number;
  bytes: number;
  added: number;
  changed: number;
  unchanged: number;
  gone: number;
  rejected: number;
  /** Row at which an interrupted run was taken up again. */
  resumed_at: number | null;
  seconds: number;
  problem: string | null;
  warnings: string[];
};
