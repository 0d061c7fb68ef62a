/** Brings every denormalised column up to date: after an import, and by schedule, because coupons end by themselves. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import type { ImportDeps } from "./import-catalog.types.ts";
import { NO_COMMISSION, usualRateBelow } from "./rules.ts";
import { notifyPages } from "./store/imports.ts";
import {
  changedRates,
  productsOf,
  recordRates,
  refreshMerchants,
  refreshOffers,
  refreshProductCategories,
  refreshProducts,
  refreshWords,
  saveUsualRates,
} from "./store/refresh.ts";

export type RefreshScope = { products: boolean; words: boolean; rates_changed: readonly string[] };

const HISTORY_DAYS = 31;
const PRODUCTS_AT_ONCE = 5_000;

/** Returns how many rows changed that pages show. */
export async function refreshCatalog(tx: Tx, now: Date, scope: RefreshScope): Promise<number> {
  let changed = await refreshMerchants(tx, now);
  await recordRates(tx, now);
  changed += await refreshUsualRates(tx, now);
  changed += await refreshOffers(tx);
  if (scope.rates_changed.length > 0) {
    for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
      const ids = await productsOf(tx, scope.rates_changed, after, PRODUCTS_AT_ONCE);
      changed += await refreshProducts(tx, ids);
      const last = ids.at(-1);
      if (last === undefined || ids.length < PRODUCTS_AT_ONCE) break;
      after = last;
    }
  }
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

/** The same by itself: coupons end, rises become usual and favourites grow without any import. */
export async function refreshNow(deps: Pick<ImportDeps, "database" | "clock" | "registry">): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const changed = await refreshCatalog(tx, deps.clock.now(), { products: false, words: false, rates_changed: [] });
    if (changed > 0) {
      await emit(tx, deps.registry, "catalog.changed", { feed_name: null });
      await notifyPages(tx);
    }
    return changed;
  });
}
