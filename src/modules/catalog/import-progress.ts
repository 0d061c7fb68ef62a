/** Tells whoever waits how far an import is. */
import { stopwatch } from "#platform/clock";
import type { ImportOptions } from "./import-catalog.types.ts";

/** `started` is a stopwatch reading; rows that were skipped because an earlier run merged them do not count as speed. */
export function tellProgress(
  options: ImportOptions,
  feed: string,
  at: { rows: number; bytes: number; total_bytes?: number | null },
  started: number,
  skipped = 0,
  done = false,
) {
  const seconds = Math.max(0.001, (stopwatch() - started) / 1_000);
  options.onProgress?.({
    feed,
    rows: at.rows,
    bytes: at.bytes,
    total_bytes: at.total_bytes ?? (done ? at.bytes : null),
    rows_per_second: Math.max(0, at.rows - skipped) / seconds,
    done,
  });
}
