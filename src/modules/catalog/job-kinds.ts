/** Kinds of jobs and events of the catalogue. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** Pages may show something else now; `feed_name` is null when it was no feed. */
export const CHANGED = defineEvent("catalog.changed", { feed_name: z.string().nullable() });

export const IMPORT_FEED = defineJob(
  "catalog.import_feed",
  { feed_name: z.string() },
  { key: ({ feed_name }) => `catalog.import_feed:${feed_name}`, max_attempts: 5 },
);
/** An own rate begins or ends now. */
export const TURN_RATES = defineJob(
  "catalog.turn_rates",
  { at: z.string() },
  { key: ({ at }) => `catalog.turn_rates:${at}`, max_attempts: 5 },
);
export const FETCH_LOGOS = defineJob("catalog.fetch_logos", {}, { key: () => "catalog.fetch_logos", max_attempts: 3 });
