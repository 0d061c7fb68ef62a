/** A first start: programmes of all networks, then coupons and products, which need them, then logos. */
import { fetchLogos } from "./fetch-media.ts";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importFeed } from "./import-feed.ts";
import { discoverFeeds, listFeeds } from "./list-feeds.ts";
import { readDueAwinTerms } from "./read-awin-terms.ts";
import { refreshNow } from "./refresh-catalog.ts";

/** More programmes than any network has. */
const ALL = 100_000;

export async function importEverything(deps: ImportDeps, options: ImportOptions = {}): Promise<ImportReport[]> {
  const reports: ImportReport[] = [];
  const run = async (kinds: readonly string[]) => {
    for (const feed of await listFeeds(deps))
      if (kinds.includes(feed.kind)) reports.push(await importFeed(deps, feed.feed_name, options));
  };
  await run(["programmes"]);
  // What the budget does not allow now is read by the scheduled job, little by little.
  await readDueAwinTerms(deps, ALL);
  // Feeds are asked for by the programmes that we are in.
  await discoverFeeds(deps);
  await run(["offers", "products"]);
  await fetchLogos(deps);
  // Known marks make merchants prominent, so that the order of everything is reckoned once more.
  await refreshNow(deps);
  return reports;
}
