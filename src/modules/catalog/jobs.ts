/** Jobs and schedules of the catalogue. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Catalog } from "./catalog.server.ts";

export function registerCatalogJobs(registry: Registry, catalog: Catalog) {
  // A failed feed is tried again by the worker's own back-off, and then goes on from its last checkpoint.
  defineJob(registry, "catalog.import_feed", {
    max_attempts: 5,
    handler: async (payload: { feed_name: string }) => {
      const report = await catalog.importFeed(payload.feed_name);
      if (report.state === "failed") throw new Error(`${report.feed_name}: ${report.problem}`);
    },
  });
  defineJob(registry, "catalog.import_programmes", {
    max_attempts: 3,
    handler: () => catalog.scheduleImports(["programmes"]),
  });
  defineJob(registry, "catalog.import_offers", { max_attempts: 3, handler: () => catalog.scheduleImports(["offers"]) });
  defineJob(registry, "catalog.import_products", {
    max_attempts: 3,
    handler: () => catalog.scheduleImports(["products"]),
  });
  // A part of what Awin allows a minute, so that reports of orders never wait for it.
  defineJob(registry, "catalog.read_awin_terms", { max_attempts: 1, handler: () => catalog.readAwinTerms(6) });
  defineJob(registry, "catalog.fetch_logos", { max_attempts: 3, handler: () => catalog.fetchLogos() });
  defineJob(registry, "catalog.refresh", { max_attempts: 1, handler: () => catalog.refresh() });
  registry.schedules.push(
    { task: "catalog.import_programmes", cron: "7 */6 * * *" },
    { task: "catalog.import_offers", cron: "22 */2 * * *" },
    { task: "catalog.import_products", cron: "37 3 * * *" },
    { task: "catalog.read_awin_terms", cron: "* * * * *" },
    { task: "catalog.fetch_logos", cron: "52 */6 * * *" },
    { task: "catalog.refresh", cron: "*/5 * * * *" },
  );
}
