/** Takes in what members did at stores, and brings the order of stores in step with it. */
import type { StoreActivity } from "./catalog.types.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { refreshIn } from "./refresh-catalog.ts";
import { holdRates } from "./refresh-rates.ts";
import { activityOf } from "./rules.ts";
import { currentMerchants, writeActivity } from "./store/activity.ts";
import { holdStores } from "./store/store-decisions.ts";

/** Answers whether any store is shown otherwise now. */
export async function saveActivity(
  deps: Pick<ImportDeps, "database" | "clock" | "registry">,
  points: readonly StoreActivity[],
): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    await holdStores(tx);
    const byMerchant = Map.groupBy(points, (point) => point.merchant_id);
    // Clicks name the row that stood then; what was merged since counts for the store that it is.
    const current = await currentMerchants(tx, [...byMerchant.keys()]);
    const byStore = Map.groupBy(points, (point) => current.get(point.merchant_id) ?? point.merchant_id);
    const rows = [...byStore].map(([merchant_id, own]) => ({ merchant_id, ...activityOf(own) }));
    if ((await writeActivity(tx, rows)) === 0) return false;
    return (await refreshIn(tx, deps)) > 0;
  });
}
