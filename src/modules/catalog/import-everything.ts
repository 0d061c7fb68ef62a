/** A first start: programmes of all networks, then coupons and products, which need them. Logos follow as a job. */
import { addJobs } from "#platform/jobs";
import type { ImportDeps, ImportOptions, ImportReport } from "./import-catalog.types.ts";
import { importFeed } from "./import-feed.ts";
import { FETCH_LOGOS } from "./job-kinds.ts";
import { comesByItself, discoverFeeds, listFeeds } from "./list-feeds.ts";
import { readDueTerms } from "./read-awin-terms.ts";
import { nothingPending, settlePending } from "./refresh-catalog.ts";

/** More programmes than any network has. */
const ALL = 100_000;

export async function importEverything(deps: ImportDeps, options: ImportOptions = {}): Promise<ImportReport[]> {
  const reports: ImportReport[] = [];
  const pending = nothingPending();
  const run = async (kinds: readonly string[]) => {
    for (const feed of await listFeeds(deps))
      if (kinds.includes(feed.kind) && comesByItself(feed))
        reports.push(await importFeed(deps, feed.feed_name, { ...options, pending }));
  };
  await run(["programmes"]);
  // What the budget does not allow now is read by the scheduled job, little by little.
  for (const id of (await readDueTerms(deps, ALL)).rates_changed) pending.rates_changed.add(id);
  // Feeds are asked for by the programmes that we are in.
  await discoverFeeds(deps);
  await run(["offers", "products"]);
  await settlePending(deps, pending, null);
  await addJobs(deps.database.db, [FETCH_LOGOS.with({})]);
  return reports;
}
