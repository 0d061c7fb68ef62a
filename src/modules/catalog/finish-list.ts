/** The end of a list of coupons or programmes: what it no longer names is retired, or kept until a person has looked. */
import type { Tx } from "#platform/database";
import type { ImportDeps } from "./import-catalog.types.ts";
import type { OpenRun } from "./import-run.ts";
import { reasonToHold } from "./rules.ts";
import { countRunning, holdRows, type ListKind } from "./store/held-lists.ts";
import { idsToRetire, keepBefore } from "./store/import-before.ts";
import { completeFeed } from "./store/imports.ts";

export const KEPT = "what it holds was taken, nothing was retired";

type Ended = { state: "complete" | "held"; problem: string | null; gone: number };

export async function finishList(
  tx: Tx,
  deps: ImportDeps,
  run: OpenRun,
  list: { kind: ListKind; seen: ReadonlySet<string>; kept: number; retire: () => Promise<number> },
): Promise<Ended> {
  const { kind, seen, kept } = list;
  const { network, feed_id, last_rows } = run.feed;
  const now = deps.clock.now();
  const ids = await idsToRetire(tx, kind, network, [...seen]);
  const missing = kind === "offers" ? await countRunning(tx, ids, now) : ids.length;
  const reason = reasonToHold({ kind, rows: seen.size, last_rows, missing, kept });
  if (reason) {
    await holdRows(tx, run.run_id, ids);
    return { state: "held", problem: `${reason}: ${KEPT} until a person decides`, gone: 0 };
  }
  await keepBefore(tx, run.run_id, kind, ids);
  const gone = await list.retire();
  await completeFeed(tx, feed_id, seen.size, now);
  return { state: "complete", problem: null, gone };
}
