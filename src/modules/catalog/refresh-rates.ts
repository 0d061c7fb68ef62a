/** Stores and products show what is paid and who leads there or sells them, in the transaction that says something else of it. */
import type { Tx } from "#platform/database";
import { moveCoupons } from "./store/coupon-decisions.ts";
import { notifyPages } from "./store/imports.ts";
import { holdOwnRates } from "./store/own-rates.ts";
import { holdBatches } from "./store/product-merges.ts";
import { moveListings } from "./store/programmes.ts";
import {
  productsOf,
  refreshBest,
  refreshMerchantProducts,
  refreshProductCategories,
  refreshProducts,
} from "./store/refresh.ts";
import { turnSells } from "./store/sellers.ts";
import { programmesOfStores } from "./store/store-decisions.ts";

const PRODUCTS_AT_ONCE = 5_000;

/**
 * Whoever changes what is paid, or what counts of it, and whoever writes products are one after the other: a batch of products that
 * reads rates while others are written, and waits for a product, would put the old ones back for good. Taken before anything else in the
 * transaction: whoever holds rows first and waits for it then may be waited for.
 */
export async function holdRates(tx: Tx): Promise<void> {
  await holdOwnRates(tx);
  await holdBatches(tx);
}

/**
 * Stores and products of programmes of which something else is paid or counts, or whose store is hidden, shown or another one now: to the next
 * import nothing is new of them, so that what a killed one left undone nobody would do. Returns how many products show something else.
 */
export async function refreshRates(tx: Tx, programmes: readonly string[]): Promise<number> {
  if (programmes.length === 0) return 0;
  await holdRates(tx);
  if ((await refreshBest(tx, programmes)) > 0) await notifyPages(tx);
  let changed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const ids = await productsOf(tx, programmes, after, PRODUCTS_AT_ONCE);
    changed += await refreshProducts(tx, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < PRODUCTS_AT_ONCE) return changed;
    after = last;
  }
}

/** Products of these programmes are sold by others than before, which departments count and the pages of these stores list. */
export async function refreshSellers(
  tx: Tx,
  { programmes, stores }: { programmes: readonly string[]; stores: readonly string[] },
): Promise<void> {
  if ((await refreshRates(tx, programmes)) > 0) await refreshProductCategories(tx);
  for (const store of new Set(stores)) await refreshMerchantProducts(tx, store);
}

/** Products and coupons go along with programmes that lead to another store now. */
export async function moveAlong(tx: Tx, programmes: readonly string[], now: Date): Promise<void> {
  await moveCoupons(tx, programmes, now);
  await refreshSellers(tx, await moveListings(tx, programmes));
}

/**
 * Products of stores that sell nothing any more, or something again: they were hidden or closed, their last programme ended or led
 * elsewhere, or one leads there now. What their products show is kept (`merchants.sells`), so that whatever was forgotten is found.
 * `stores`: the only ones that may have turned. Answers the programmes whose products were looked at.
 */
export async function turnStores(tx: Tx, stores: readonly string[] | null = null): Promise<string[]> {
  const programmes = await programmesOfStores(tx, await turnSells(tx, stores));
  await refreshSellers(tx, { programmes, stores: [] });
  return programmes;
}

/** These programmes have ended, or are there again: what they pay is paid or not, and their stores may have turned. */
export async function turnProgrammes(
  tx: Tx,
  programmes: readonly string[],
  stores: readonly string[] | null = null,
): Promise<void> {
  const looked = new Set(await turnStores(tx, stores));
  await refreshRates(
    tx,
    programmes.filter((programme) => !looked.has(programme)),
  );
}
