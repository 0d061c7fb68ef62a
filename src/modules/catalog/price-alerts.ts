/** Members ask to hear when a product costs less; each fall is told once, and no product more than once a day. */
import type { Identity } from "#identity";
import type { Notifications } from "#notifications";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { PriceAlert } from "./catalog.types.ts";
import { priceFell } from "./letters.ts";
import { parsePrice } from "./price-rules.ts";
import { productImage } from "./shape-answers.ts";
import { addAlert, dropAlert, followRises, readAlerts, setBelow, takeFalls } from "./store/price-alerts.ts";

export const MAX_ALERTS = 100;
const DAY_MS = 86_400_000;
const MAX_TOLD_AT_ONCE = 200;

/** What letters need; processes that only import have none. */
export type TellDeps = { notifications: Pick<Notifications, "queue">; identity: Pick<Identity, "contact"> };
type AlertDeps = { database: DatabaseHandle; clock: Clock; tell?: TellDeps | undefined };

export async function askForFalls(
  deps: AlertDeps,
  userId: string,
  slug: string,
): Promise<Outcome<null, "unknown_product" | "too_many_alerts">> {
  const asked = { user_id: userId, slug: slug.slice(0, 200), at: deps.clock.now() };
  const answer = await deps.database.transaction((tx) => addAlert(tx, asked, MAX_ALERTS));
  if (answer === "added") return done(null);
  return refused(answer === "full" ? "too_many_alerts" : "unknown_product");
}

/** Letting go of what was not asked for is no error: the wish is fulfilled. */
export const stopAlert = (deps: AlertDeps, userId: string, slug: string): Promise<void> =>
  deps.database.transaction((tx) => dropAlert(tx, userId, slug.slice(0, 200)));

/** What a member waits for, the newest first. */
export async function listAlerts({ database }: Pick<AlertDeps, "database">, userId: string): Promise<PriceAlert[]> {
  const rows = await readAlerts(database.db, userId);
  return rows.map(({ product_id, image_url, ...alert }) => ({
    ...alert,
    image_url: productImage(product_id, image_url),
  }));
}

/** `below`: as it was typed, "$12.50"; empty for every fall. */
export async function changeAlert(
  deps: AlertDeps,
  userId: string,
  change: { slug: string; below: string },
): Promise<Outcome<null, "unknown_alert" | "bad_price">> {
  const below = change.below.trim() === "" ? null : parsePrice(change.below);
  if (below === undefined) return refused("bad_price");
  const known = await deps.database.transaction((tx) => setBelow(tx, userId, change.slug.slice(0, 200), below));
  return known ? done(null) : refused("unknown_alert");
}

/** Looks at every price that somebody waits for; letters are queued in the transaction that notes them. Returns how many. */
export async function tellFalls(deps: AlertDeps): Promise<number> {
  const { tell, clock, database } = deps;
  assert(tell, "falls are told where there are letters");
  await database.transaction(followRises);
  for (let told = 0; ; ) {
    const taken = await database.transaction(async (tx) => {
      const now = clock.now();
      const falls = await takeFalls(tx, now, new Date(now.getTime() - DAY_MS), MAX_TOLD_AT_ONCE);
      for (const { user_id, product_id, ...facts } of falls) {
        const contact = await tell.identity.contact(user_id, tx);
        if (!contact) continue;
        await tell.notifications.queue(tx, {
          cause: `price:${user_id}:${product_id}:${now.toISOString()}`,
          recipient: { ...contact, user_id },
          letter: priceFell(facts),
        });
      }
      return falls.length;
    });
    told += taken;
    if (taken < MAX_TOLD_AT_ONCE) return told;
  }
}
