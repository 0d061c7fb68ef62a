/** A first start: programmes of all networks, then coupons and products, which need them. Logos follow as a job. */
import { addJobs } from "#platform/jobs";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importFeed, scheduleFeeds } from "./import-feed.ts";
import { FETCH_LOGOS } from "./job-kinds.ts";
import { comesByItself, discoverFeeds, listFeeds } from "./list-feeds.ts";
import { readDueTerms } from "./read-awin-terms.ts";
import { nothingPending, settlePending } from "./refresh-catalog.ts";

/** More programmes than any network has. */
const ALL = 100_000;

/** `products_later`: products follow as jobs, so that pages with stores and coupons can be served meanwhile. */
export async function importEverything(
  deps: ImportDeps,
  options: ImportOptions & { products_later?: boolean } = {},
): Promise<ImportReport[]> {
  const reports: ImportReport[] = [];
  const pending = nothingPending();
  const run = async (kinds: readonly string[]) => {
    for (const feed of await listFeeds(deps))
      if (kinds.includes(feed.kind) && comesByItself(feed))
        reports.push(await importFeed(deps, feed.feed_name, { ...options, pending }));
  };
  await run(["programmes"]);
  // What the budget does not allow now is read by the scheduled job, little by little.
  if ((await readDueTerms(deps, ALL)).rates_changed) pending.rates = true;
  // Feeds are asked for by the programmes that we are in.
  await discoverFeeds(deps);
  await run(options.products_later ? ["offers"] : ["offers", "products"]);
  await settlePending(deps, pending, null);
  await addJobs(deps.database.db, [FETCH_LOGOS.with({})]);
  if (options.products_later) {
    const feeds = await listFeeds(deps);
    await scheduleFeeds(
      deps,
      feeds.filter(({ kind }) => kind === "products"),
    );
  }
  return reports;
}
