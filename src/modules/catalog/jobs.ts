/** Jobs and schedules of the catalogue. */
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Catalog } from "./catalog.server.ts";
import { CHANGED, FETCH_LOGOS, IMPORT_FEED, TURN_RATES } from "./job-kinds.ts";

export const catalogJobs = (catalog: Catalog): readonly JobEntry[] => [
  // A failed feed is tried again by the worker's own back-off, and then goes on from its last checkpoint.
  work(IMPORT_FEED, async ({ feed_name }) => {
    const report = await catalog.importByJob(feed_name);
    if (report.state === "failed") throw new Error(`${report.feed_name}: ${report.problem}`);
  }),
  onSchedule("catalog.import_programmes", { cron: "7 */6 * * *" }, () => catalog.scheduleImports(["programmes"]), {
    max_attempts: 3,
  }),
  onSchedule("catalog.import_offers", { cron: "22 */2 * * *" }, () => catalog.scheduleImports(["offers"]), {
    max_attempts: 3,
  }),
  onSchedule("catalog.import_products", { cron: "37 3 * * *" }, () => catalog.scheduleImports(["products"]), {
    max_attempts: 3,
  }),
  // A part of what Awin allows a minute, so that reports of orders never wait for it.
  onSchedule("catalog.read_awin_terms", { cron: "* * * * *" }, () => catalog.readAwinTerms(6), { max_attempts: 1 }),
  work(FETCH_LOGOS, () => catalog.fetchLogos(), { cron: "52 */6 * * *" }),
  onSchedule("catalog.drop_old_searches", { cron: "12 4 * * *" }, () => catalog.dropOldSearches(), { max_attempts: 3 }),
  onSchedule("catalog.drop_old_prices", { cron: "27 4 * * *" }, () => catalog.dropOldPrices(), { max_attempts: 3 }),
  work(TURN_RATES, () => catalog.refresh()),
  onEvent(CHANGED, "catalog.tell_falls", () => catalog.tellFalls()),
  onSchedule("catalog.refresh", { cron: "*/5 * * * *" }, () => catalog.refresh(), { max_attempts: 1 }),
];
