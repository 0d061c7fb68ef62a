/**
 * Prices of days before today, of a shop that sells much of what people look for: its feed is read on days of the past, as the
 * schedule would have read it. Networks tell today's prices alone, so that nothing else leads to one that was.
 */
import type { Past } from "./past.ts";

/** Volt Harbor: screens, sound and everything with a plug. */
const SHOP = { network: "awin", network_programme_id: "9902" } as const;

/** Days before today; within 90 of them a lowest price is told. */
export const PRICE_DAYS: readonly number[] = [84, 61, 40, 22, 8];

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
