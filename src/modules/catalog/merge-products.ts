/** Two products become one: stores' prices and members' alerts go over, the address leads there for good. And back, as long as that can be told. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { bringInStep, type DecideDeps } from "./decide-stores.ts";
import { productId } from "./ids.ts";
import { holdRates } from "./refresh-rates.ts";
import {
  joinProducts,
  lookAnewAtAlerts,
  merchantsOf,
  type ProductFacts,
  partProducts,
  readOpenProductMerge,
  readProductFacts,
} from "./store/product-merges.ts";
import { refreshMerchantProducts, refreshProductCategories, refreshProducts } from "./store/refresh.ts";

export type ProductRefusal =
  | "unknown_product"
  | "unknown_other"
  | "same_product"
  | "merged"
  | "other_merged"
  | "not_merged"
  | "sealed";
type By = { by: string; reason: string };
type Both = { merged: string; kept: string };

/** `prd_…`, its address, or the end of it. */
const findProduct = (tx: Tx, typed: string): Promise<ProductFacts | null> =>
  readProductFacts(tx, {
    id: productId.read(typed),
    slug: typed
      .replace(/^.*\//, "")
      .replace(/\?.*$/, "")
      .replace(/-product$/, ""),
  });

/** Answers what both are called. */
export async function mergeProducts(
  deps: DecideDeps,
  wish: By & { product: string; into: string },
): Promise<Outcome<Both, ProductRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const merged = await findProduct(tx, wish.product);
    const kept = await findProduct(tx, wish.into);
    if (!merged) return refused("unknown_product");
    if (!kept) return refused("unknown_other");
    const value = { merged: merged.name, kept: kept.name };
    if (merged.product_id === kept.product_id) return refused("same_product");
    if (merged.merged_into === kept.product_id) return done(value);
    if (merged.merged_into !== null) return refused("merged");
    if (kept.merged_into !== null) return refused("other_merged");
    const { by, reason } = wish;
    const ids = { merged: merged.product_id, kept: kept.product_id };
    await joinProducts(tx, { ...ids, by, reason, at: deps.clock.now() });
    await bringProductsInStep(tx, deps, [ids.merged, ids.kept]);
    await lookAnewAtAlerts(tx, [ids.kept]);
    return done(value);
  });
}

export async function unmergeProduct(
  deps: DecideDeps,
  wish: By & { product: string },
): Promise<Outcome<Both, ProductRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const merged = await findProduct(tx, wish.product);
    if (!merged) return refused("unknown_product");
    const merge = merged.merged_into === null ? null : await readOpenProductMerge(tx, merged.product_id);
    if (!merge) return refused("not_merged");
    if (merge.sealed_at !== null) return refused("sealed");
    const kept = await readProductFacts(tx, { id: merge.kept, slug: "" });
    await partProducts(tx, merge, { at: deps.clock.now(), by: wish.by, why: wish.reason });
    await bringProductsInStep(tx, deps, [merge.merged, merge.kept]);
    await lookAnewAtAlerts(tx, [merge.merged, merge.kept]);
    return done({ merged: merged.name, kept: kept?.name ?? "" });
  });
}

async function bringProductsInStep(tx: Tx, deps: DecideDeps, productIds: readonly string[]): Promise<void> {
  await refreshProducts(tx, productIds);
  await refreshProductCategories(tx);
  for (const merchant of await merchantsOf(tx, productIds)) await refreshMerchantProducts(tx, merchant);
  await bringInStep(tx, deps, { words: false });
}
