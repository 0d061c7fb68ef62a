/** Brings every denormalised column up to date: after an import, and by schedule, because coupons end by themselves. */
import { addDays, type Clock } from "#platform/clock";
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import { applyKnownStores } from "./apply-known-stores.ts";
import type { ImportDeps, Pending } from "./import-catalog.types.ts";
import { CHANGED } from "./job-kinds.ts";
import { holdRates, refreshRates, turnStores } from "./refresh-rates.ts";
import { NO_COMMISSION, usualRateBelow } from "./rules.ts";
import { notifyPages } from "./store/imports.ts";
import { turnOwnRates } from "./store/own-rates.ts";
import {
  changedRates,
  lacksWords,
  recallRates,
  recordRates,
  refreshMerchants,
  refreshOffers,
  refreshProductCategories,
  refreshWords,
  saveUsualRates,
} from "./store/refresh.ts";

export type RefreshScope = { products: boolean; words: boolean };

export const nothingPending = (): Pending => ({ changed: false, products: false, rates: false });

const HISTORY_DAYS = 31;

/** Returns how many rows changed that pages show. */
export async function refreshCatalog(tx: Tx, clock: Clock, scope: RefreshScope): Promise<number> {
  const { now, turned } = await turnOwnRates(tx, clock);
  let changed = turned.length + (await turnStores(tx)).length + (await refreshMerchants(tx, now));
  // Stores that show something else since a list that was killed before its settling are told of by that alone.
  changed += await recordRates(tx, now);
  changed += await refreshUsualRates(tx, now);
  changed += await refreshOffers(tx);
  changed += await refreshRates(tx, turned);
  if (scope.products) await refreshProductCategories(tx);
  if (scope.words) await refreshWords(tx);
  return changed;
}

async function refreshUsualRates(tx: Tx, now: Date): Promise<number> {
  const histories = await changedRates(tx, addDays(now, -HISTORY_DAYS));
  const rows = [...histories].map(([merchant_id, history]) => {
    const usual = usualRateBelow(history, now) ?? NO_COMMISSION;
    return { merchant_id, kind: usual.kind, bps: usual.bps, minor: usual.minor.toString() };
  });
  return saveUsualRates(tx, rows);
}

/** Brings pages in step with what imports changed, and tells those who listen. */
export async function settlePending(
  deps: Pick<ImportDeps, "database" | "clock" | "registry">,
  pending: Pending,
  feedName: string | null,
): Promise<void> {
  await deps.database.transaction((tx) => settleIn(tx, deps, pending, feedName));
}

export async function settleIn(
  tx: Tx,
  deps: Pick<ImportDeps, "clock" | "registry">,
  { changed, products, rates }: Pending,
  feedName: string | null,
): Promise<void> {
  const refreshed = await refreshCatalog(tx, deps.clock, { products: products && changed, words: changed });
  if (!changed && !rates && refreshed === 0) return;
  await emit(tx, deps.registry, CHANGED, { feed_name: feedName });
  await notifyPages(tx);
}

/** The same by itself: coupons end, rises become usual and favourites grow without any import. */
export async function refreshNow(deps: Pick<ImportDeps, "database" | "clock" | "registry">): Promise<number> {
  return deps.database.transaction((tx) => refreshIn(tx, deps));
}

/** What stores paid before their rates were first read here, for who knows it; pages then tell what is raised. */
export async function recallRatesNow(
  deps: Pick<ImportDeps, "database" | "clock" | "registry">,
  recalled: Parameters<typeof recallRates>[1],
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await holdRates(tx);
    await recallRates(tx, recalled);
    await refreshIn(tx, deps);
  });
}

export async function refreshIn(tx: Tx, deps: Pick<ImportDeps, "clock" | "registry">): Promise<number> {
  const applied = await applyKnownStores(tx, deps);
  // A first import that was killed before its end left products without words to find them by.
  const lacking = applied || (await lacksWords(tx));
  const refreshed = await refreshCatalog(tx, deps.clock, { products: lacking, words: lacking });
  const changed = refreshed + (applied ? 1 : 0);
  if (changed > 0) {
    await emit(tx, deps.registry, CHANGED, { feed_name: null });
    await notifyPages(tx);
  }
  return changed;
}
