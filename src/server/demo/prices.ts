/**
 * Prices of days before today at one shop, and what members bought there at them. Its feed is read on days of the past, as the
 * schedule would have read it: networks tell today's prices alone, so that nothing else leads to one that was.
 */
import { addDays, civilDate } from "#platform/clock";
import type { Past } from "./past.ts";

/** Volt Harbor: screens, sound and everything with a plug. */
const SHOP = { network: "awin", network_programme_id: "9902" } as const;
const STORE = "volt-harbor";

/** Days before today; within 90 of them a lowest price is told. */
export const PRICE_DAYS: readonly number[] = [84, 50, 22, 8];

export async function readPrices({ catalog, clock, log }: Past): Promise<void> {
  const feeds = await catalog.feeds();
  const feed = feeds.find(
    (one) =>
      one.kind === "products" && one.network === SHOP.network && one.network_programme_id === SHOP.network_programme_id,
  );
  // What is there of a later day stays.
  if (!feed || (feed.last_complete_at !== null && feed.last_complete_at > clock.now())) return;
  const { problem } = await catalog.importFeed(feed.feed_name);
  if (problem) log.info({ problem }, "prices of the past were not read");
}

/** At least so many cents: who paid more than that for what costs less now has something to win. */
const MIN_FALL = 500n;

/**
 * A thing that was bought at the shop some days ago, in one of its departments: told by hand, as members do, and watched. `fallen`: one
 * that costs less now than it did then. Where the shop sells nothing there is nothing to watch.
 */
export async function watchBought(
  past: Past,
  user_id: string,
  bought: { category: string; days_ago: number; fallen: boolean },
): Promise<void> {
  const { catalog, clock, partners, protection } = past;
  const { category, days_ago, fallen } = bought;
  const shop = catalog.under(partners.home);
  const bought_on = civilDate(addDays(clock.now(), -days_ago));
  const { items } = await shop.products({ category, seller: STORE, ready: true });
  for (const { slug } of items) {
    const product = await shop.product(slug);
    const listing = product?.listings.find(({ merchant }) => merchant.internal_name === STORE);
    const paid_minor = product?.history?.steps.findLast(({ day }) => day <= bought_on)?.minor;
    if (!listing || !paid_minor) continue;
    if (fallen && BigInt(paid_minor) - BigInt(listing.price_minor) < MIN_FALL) continue;
    const added = await protection.watchPrice({
      ...{ user_id, request_key: `demo-${category}`, listing_id: listing.listing_id },
      ...{ paid_minor, pieces: 1, bought_on, receipt_ids: [] },
    });
    if (!added.ok) throw new Error(`${slug} could not be watched: ${added.code}`);
    return;
  }
}
