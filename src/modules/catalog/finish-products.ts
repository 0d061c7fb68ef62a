/** The end of a product import: what the feed no longer names is retired, or kept until a person has looked. */
import type pg from "pg";
import { KEPT } from "./finish-list.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import type { OpenRun, RunResult } from "./import-run.ts";
import { reasonToHold } from "./rules.ts";
import { closeRun, completeFeed } from "./store/imports.ts";
import type { BatchContext } from "./store/product-lines.ts";
import {
  countMissing,
  forgetSeen,
  holdMerges,
  holdMissing,
  retireListings,
  settleIndexes,
} from "./store/product-merge.ts";
import { holdBatches } from "./store/product-merges.ts";
import { refreshMerchantProducts } from "./store/refresh.ts";

export type ProductTotals = {
  rows: number;
  bytes: number;
  rejected: number;
  added: number;
  changed: number;
  unchanged: number;
  cut: boolean;
  bare: boolean;
};

export async function finishProducts(
  deps: ImportDeps,
  run: OpenRun,
  client: pg.PoolClient,
  context: BatchContext,
  totals: ProductTotals,
): Promise<RunResult> {
  const valid = totals.rows - totals.rejected;
  const { state, problem } = await judge(run, client, context, totals, valid);
  const { rows, bytes, rejected, added, changed, unchanged } = totals;
  const counts = { rows, bytes, rejected, added, changed, unchanged, gone: 0 };
  if (state !== "short") {
    await client.query("begin");
    try {
      await holdMerges(client, context);
      if (state === "held") await holdMissing(client, context);
      else counts.gone = await retireListings(client, context);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }
  if (added + changed + counts.gone > 0) await settleIndexes(client);
  await deps.database.transaction(async (tx) => {
    if (added + changed + counts.gone > 0) {
      // Two who list what a store sells at once would write the same places twice.
      await holdBatches(tx);
      await refreshMerchantProducts(tx, context.merchant_id);
    }
    if (state === "complete") await completeFeed(tx, context.feed_id, valid, deps.clock.now(), totals.bare);
    await closeRun(tx, {
      run_id: run.run_id,
      state,
      finished_at: deps.clock.now(),
      problem,
      ends_bare: totals.bare,
      ...counts,
    });
  });
  await forgetSeen(client, run.run_id);
  return { ...counts, state, problem, warnings: [] };
}

async function judge(
  run: OpenRun,
  client: pg.PoolClient,
  context: BatchContext,
  totals: ProductTotals,
  valid: number,
): Promise<Pick<RunResult, "state" | "problem">> {
  const { last_rows, ends_bare } = run.feed;
  if (totals.cut) return { state: "short", problem: `the feed ends before its end: ${KEPT}` };
  const missing = await countMissing(client, context);
  if (valid === 0 && missing === 0) return { state: "short", problem: "the feed holds no product that can be taken" };
  const kept = totals.unchanged + totals.changed;
  // A writer that always ended its last row has not ended it: either it changed its way, or the rest is missing.
  const unended = totals.bare && !ends_bare && last_rows !== null && missing > 0;
  const reason =
    reasonToHold({ kind: "products", rows: valid, last_rows, missing, kept }) ??
    (unended ? `the feed ends without a line end, as it did not before, and ${missing} products are not in it` : null);
  return reason
    ? { state: "held", problem: `${reason}: ${KEPT} until a person decides` }
    : { state: "complete", problem: null };
}
