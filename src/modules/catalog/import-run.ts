/** What the import of a feed hands to the importer of its kind, and what that answers. */
import type { FeedRow, RunCounts } from "./store/imports.ts";

/** The run that a feed's importer fills. `skip_rows` were merged by an interrupted run and have this checksum. */
export type OpenRun = {
  run_id: string;
  /** Marks the listings that this run wrote. */
  run_number: number;
  feed: FeedRow;
  skip_rows: number;
  skip_sum: number;
  before: RunCounts | null;
};
export type RunResult = RunCounts & {
  state: "complete" | "short" | "held";
  /** Why a run that came to its end retired nothing. */
  problem: string | null;
  warnings: string[];
};

/** A resumed feed that is not the one that was interrupted: the run starts anew. */
export class FeedChangedError extends Error {}
