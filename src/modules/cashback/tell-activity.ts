/** Tells the catalogue what members do at stores: people who went there and people who bought, by how long ago. */
import { addDays } from "#platform/clock";
import { readActivity } from "./activity-store.ts";
import type { CashbackContext } from "./context.ts";

/** After six half-lives a visit weighs a sixty-fourth. */
const COUNTED_DAYS = 180;

/** Clicks are made by members that are signed in: robots have no account, and one person counts once a store. */
export async function tellActivity(context: CashbackContext): Promise<void> {
  const now = context.clock.now();
  const points = await readActivity(context.database.db, now, addDays(now, -COUNTED_DAYS));
  await context.catalog.saveActivity(points);
}
