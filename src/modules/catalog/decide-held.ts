/** An operator's word on an import that lacks much of what was for sale: it is gone, or the feed was wrong. */
import type { Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { withFeedLock } from "./feed-lock.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { putBackList } from "./put-back-list.ts";
import { settleIn } from "./refresh-catalog.ts";
import { holdRates, refreshRates } from "./refresh-rates.ts";
import { decideHeld, type HeldRun, readHeld, readMissing, retireAdded, retireHeld } from "./store/held-imports.ts";
import { forgetBefore, heldRows, type ListKind, retireHeldRows } from "./store/held-lists.ts";
import { keepBefore } from "./store/import-before.ts";
import { completeFeed, readRejectReasons } from "./store/imports.ts";
import { refreshMerchantProducts } from "./store/refresh.ts";

export type HeldImport = Pick<
  HeldRun,
  "kind" | "feed_name" | "store" | "finished_at" | "problem" | "rows" | "rejected" | "last_rows" | "missing"
>;
export type HeldDetails = HeldImport & {
  /** The first of what the feed lacks. */
  lacks: { external_id: string; name: string }[];
  refused: { reason: string; rows: number; example: string | null }[];
};

const SHOWN = 20;

export const listHeld = async (deps: ImportDeps): Promise<HeldImport[]> =>
  (await readHeld(deps.database.db, null)).map(plain);

export async function showHeld(deps: ImportDeps, feedName: string): Promise<HeldDetails | null> {
  const [run] = await readHeld(deps.database.db, feedName);
  if (!run) return null;
  return {
    ...plain(run),
    lacks: await readMissing(deps.database.db, run, SHOWN),
    refused: await readRejectReasons(deps.database.db, run.run_id, SHOWN),
  };
}

const plain = ({
  kind,
  feed_name,
  store,
  finished_at,
  problem,
  rows,
  rejected,
  last_rows,
  missing,
}: HeldRun): HeldImport => ({
  kind,
  feed_name,
  store,
  finished_at,
  problem,
  rows,
  rejected,
  last_rows,
  missing,
});

export type HeldRefusal = "nothing_held" | "busy";

/**
 * `release`: what the feed lacks is gone, and its size is the new one. `drop`: the feed was wrong; what it brought goes, what it lacks stays,
 * and what it changed is as before where it is a list, and is put right by the next import where it is of products.
 */
export async function decideHeldImport(
  deps: ImportDeps,
  wish: { feed_name: string; decision: "release" | "drop"; by: string },
): Promise<Outcome<{ gone: number }, HeldRefusal>> {
  const [known] = await readHeld(deps.database.db, wish.feed_name);
  if (!known) return refused("nothing_held");
  const answer = await withFeedLock(deps.database, known.feed_id, async () => {
    // A run that came between has taken its place.
    const [run] = await readHeld(deps.database.db, wish.feed_name);
    if (run?.run_id !== known.run_id) return refused("nothing_held");
    return done({ gone: await deps.database.transaction((tx) => decideIn(tx, deps, run, wish)) });
  });
  return answer ?? refused("busy");
}

async function decideIn(
  tx: Tx,
  deps: ImportDeps,
  run: HeldRun,
  { decision, by, feed_name }: { feed_name: string; decision: "release" | "drop"; by: string },
): Promise<number> {
  await holdRates(tx);
  const now = deps.clock.now();
  const release = decision === "release";
  const { kind } = run;
  const decided =
    kind === "products"
      ? { gone: release ? await retireHeld(tx, run, now) : await retireAdded(tx, run, now), programmes: [] }
      : release
        ? await releaseList(tx, { ...run, kind }, now)
        : await dropList(tx, deps, { ...run, kind }, now);
  const { gone, programmes } = decided;
  const isFirst = await decideHeld(tx, { run_id: run.run_id, state: release ? "complete" : "dropped", gone, by });
  assert(isFirst, "under the feed's lock nobody else decides");
  if (release) await completeFeed(tx, run.feed_id, run.rows - run.rejected, now, run.ends_bare);
  if (run.merchant_id) await refreshMerchantProducts(tx, run.merchant_id);
  await refreshRates(tx, programmes);
  const products = kind === "products" || programmes.length > 0;
  // A list that is dropped puts back what it changed, beside what it brought. Nobody would do this later: a decided run asks nobody again.
  if (gone > 0 || kind !== "products") await settleIn(tx, deps, { changed: true, products, rates: false }, feed_name);
  return gone;
}

/** `programmes`: those whose rates may have changed. */
type Decided = { gone: number; programmes: string[] };
type HeldList = HeldRun & { kind: ListKind };

/** The retired stand as the run found them until then, so that the import can still be taken back. */
async function releaseList(tx: Tx, { run_id, kind }: HeldList, now: Date): Promise<Decided> {
  const ids = await heldRows(tx, run_id);
  await keepBefore(tx, run_id, kind, ids);
  const gone = await retireHeldRows(tx, run_id, kind, now);
  return { gone, programmes: kind === "programmes" ? ids : [] };
}

async function dropList(tx: Tx, deps: ImportDeps, run: HeldList, now: Date): Promise<Decided> {
  const { brought, programmes } = await putBackList(tx, deps, run, now);
  await forgetBefore(tx, run.run_id);
  return { gone: brought, programmes };
}
