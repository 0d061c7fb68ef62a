/** Two stores become one: what hangs on the other goes over, its address leads here for good. And back, as long as that can be told. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { bringInStep, type DecideDeps } from "./decide-stores.ts";
import { knownStores } from "./known-stores/known-stores.ts";
import { domainOf } from "./names.ts";
import { holdRates, refreshSellers, turnStores } from "./refresh-rates.ts";
import { mergeMerchants, saveFormerNames } from "./store/known-stores.ts";
import {
  type DecidedStore,
  keepStoreEntry,
  lockStore,
  programmesOfStores,
  readStoreById,
} from "./store/store-decisions.ts";
import {
  feedsOfStores,
  holdFeeds,
  newcomersSince,
  noteMerge,
  readOpenMerge,
  type StoreMerge,
  undoMerge,
} from "./store/store-merges.ts";

export type MergeRefusal =
  | "unknown_store"
  | "unknown_other"
  | "same_store"
  | "merged"
  | "other_merged"
  | "busy"
  | "not_merged"
  | "sealed";
type By = { by: string; reason: string };

/** Answers what both are called. */
export async function mergeStores(
  deps: DecideDeps,
  wish: By & { store: string; into: string },
): Promise<Outcome<{ merged: string; kept: string }, MergeRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const merged = await lockStore(tx, wish.store);
    const kept = await lockStore(tx, wish.into);
    if (!merged) return refused("unknown_store");
    if (!kept) return refused("unknown_other");
    const value = { merged: merged.name, kept: kept.name };
    if (merged.merchant_id === kept.merchant_id) return refused("same_store");
    if (merged.merged_into === kept.merchant_id) return done(value);
    if (merged.merged_into !== null) return refused("merged");
    if (kept.merged_into !== null) return refused("other_merged");
    if (!(await holdFeeds(tx, await feedsOfStores(tx, [merged.merchant_id, kept.merchant_id])))) return refused("busy");
    const at = deps.clock.now();
    const programmes = await programmesOfStores(tx, [merged.merchant_id]);
    await noteMerge(tx, { merged: merged.merchant_id, kept: kept.merchant_id, by: wish.by, at });
    await mergeMerchants(tx, [{ from: merged.merchant_id, to: kept.merchant_id }], at);
    await saveFormerNames(tx, [{ former_name: merged.internal_name, merchant_id: kept.merchant_id }]);
    await tell(tx, wish, at, [
      [merged, `merged into ${kept.name} (${kept.internal_name})`],
      [kept, `${merged.name} (${merged.internal_name}) became a part of it`],
    ]);
    await turnStores(tx);
    await refreshSellers(tx, { programmes, stores: [kept.merchant_id] });
    await bringInStep(tx, deps, { words: true });
    return done(value);
  });
}

export async function unmergeStore(
  deps: DecideDeps,
  wish: By & { store: string },
): Promise<Outcome<{ merged: string; kept: string }, MergeRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const merged = await lockStore(tx, wish.store);
    if (!merged) return refused("unknown_store");
    const merge = merged.merged_into === null ? null : await readOpenMerge(tx, merged.merchant_id);
    if (!merge) return refused("not_merged");
    if (merge.sealed_at !== null) return refused("sealed");
    const kept = await readStoreById(tx, merge.kept);
    if (!kept) return refused("not_merged");
    if (!(await holdFeeds(tx, await feedsOfStores(tx, [kept.merchant_id])))) return refused("busy");
    const at = deps.clock.now();
    const programmes = [...merge.programmes, ...(await newcomersOf(tx, merge, merged))];
    await undoMerge(tx, merge, { programmes, by: wish.by, at });
    await tell(tx, wish, at, [
      [merged, `a store of its own again (was merged into ${kept.name})`],
      [kept, `${merged.name} (${merged.internal_name}) is a store of its own again`],
    ]);
    await turnStores(tx);
    // What a file of the shop's own lists may go by a program that stays.
    const all = new Set([...programmes, ...(await programmesOfStores(tx, [merged.merchant_id]))]);
    await refreshSellers(tx, { programmes: [...all], stores: [merged.merchant_id, kept.merchant_id] });
    await bringInStep(tx, deps, { words: true });
    return done({ merged: merged.name, kept: kept.name });
  });
}

/** Programmes that came meanwhile belong to the store whose address they lead to, as an import would have placed them. */
async function newcomersOf(tx: Tx, merge: StoreMerge, merged: DecidedStore): Promise<string[]> {
  const own = new Set<string>([merged.domain, ...(knownStores().at(merged.domain)?.domains ?? [])]);
  return (await newcomersSince(tx, merge))
    .filter(({ url }) => own.has(domainOf(url) ?? ""))
    .map(({ programme_id }) => programme_id);
}

async function tell(tx: Tx, { by, reason }: By, at: Date, entries: readonly [DecidedStore, string][]): Promise<void> {
  for (const [store, what] of entries)
    await keepStoreEntry(tx, { merchant_id: store.merchant_id, at, by, what, reason });
}
