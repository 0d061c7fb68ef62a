/** Products show what is paid for them and who sells them, in the transaction that says something else of it. */
import type { Tx } from "#platform/database";
import { holdOwnRates } from "./store/own-rates.ts";
import { holdBatches } from "./store/product-merges.ts";
import { moveListings } from "./store/programmes.ts";
import { productsOf, refreshMerchantProducts, refreshProductCategories, refreshProducts } from "./store/refresh.ts";

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
 * Products of programmes of which something else is paid or counts, or whose store is hidden, shown or another one now: to the next
 * import nothing is new of them, so that what a killed one left undone nobody would do. Returns how many products show something else.
 */
export async function refreshRates(tx: Tx, programmes: readonly string[]): Promise<number> {
  if (programmes.length === 0) return 0;
  await holdRates(tx);
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
  if (programmes.length === 0) return;
  await refreshRates(tx, programmes);
  await refreshProductCategories(tx);
  for (const store of new Set(stores)) await refreshMerchantProducts(tx, store);
}

/** Products go along with programmes that lead to another store now. */
export const moveProducts = async (tx: Tx, programmes: readonly string[]): Promise<void> =>
  refreshSellers(tx, await moveListings(tx, programmes));
