/** Jobs of the extension's bundles: after each change of the catalogue, and for coupons that begin and end by themselves. */
import { CATALOG_CHANGED } from "#catalog";
import { BRANDS_CHANGED } from "#partners";
import { type JobEntry, onEvent, onSchedule } from "#platform/job";
import type { Extension } from "./extension.server.ts";

export const extensionJobs = (extension: Extension): readonly JobEntry[] => [
  onEvent(CATALOG_CHANGED, "extension.follow_catalog", async () => {
    await extension.build();
  }),
  // Bundles hold the rates that members get, which are the brand's.
  onEvent(BRANDS_CHANGED, "extension.follow_brands", async () => {
    await extension.build();
  }),
  onSchedule(
    "extension.build_bundles",
    { every_seconds: 600 },
    async () => {
      await extension.build();
    },
    { max_attempts: 1 },
  ),
  onSchedule("extension.drop_old_tries", { cron: "42 4 * * *" }, () => extension.dropOldTries(), { max_attempts: 3 }),
];
