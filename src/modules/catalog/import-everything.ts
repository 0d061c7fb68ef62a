/** A first start: programmes of all networks, then coupons and products, which need them, then logos. */
import { fetchLogos } from "./fetch-media.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importFeed } from "./import-feed.ts";
import { discoverFeeds, listFeeds } from "./list-feeds.ts";
import { refreshNow } from "./refresh-catalog.ts";

export async function importEverything(deps: ImportDeps, options: ImportOptions = {}): Promise<ImportReport[]> {
  await discoverFeeds(deps);
  const reports: ImportReport[] = [];
  for (const feed of await listFeeds(deps)) reports.push(await importFeed(deps, feed.feed_name, options));
  await fetchLogos(deps);
  // Known marks make merchants prominent, so that the order of everything is reckoned once more.
  await refreshNow(deps);
  return reports;
}
