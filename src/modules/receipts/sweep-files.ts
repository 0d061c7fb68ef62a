/** Takes away what is no longer wanted: receipts that nobody used, and files whose receipt is gone. */
import { addDays, type Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { FileKeeper } from "./keep-files.ts";
import { KEPT_UNUSED_DAYS } from "./messages.ts";
import { eraseReceipts, forgetFiles, readLostFiles } from "./store.ts";

type SweepDeps = { database: DatabaseHandle; clock: Clock; keeper: FileKeeper };

const BATCH = 200;
const HOUR_MS = 3_600_000;

/** A file stays known until it is certain that it is gone. */
export async function sweepFiles({ database, clock, keeper }: SweepDeps): Promise<number> {
  let gone = 0;
  for (;;) {
    // Younger ones may belong to a receipt that is being taken.
    const keys = await readLostFiles(database.db, new Date(clock.now().getTime() - HOUR_MS), BATCH);
    for (const key of keys) await keeper.drop(key);
    await forgetFiles(database.db, keys);
    gone += keys.length;
    if (keys.length < BATCH) return gone;
  }
}

export async function dropUnused(deps: SweepDeps): Promise<{ receipts: number; files: number }> {
  const unused_before = addDays(deps.clock.now(), -KEPT_UNUSED_DAYS);
  const receipts = await deps.database.transaction((tx) => eraseReceipts(tx, { unused_before }));
  return { receipts, files: await sweepFiles(deps) };
}
