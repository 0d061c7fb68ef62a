/** Kinds of jobs of partners. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** Has everything that is kept of a brand made anew at the minute from which a pack holds. */
export const GO_LIVE = defineJob(
  "partners.go_live",
  { pack_id: z.uuid() },
  { key: ({ pack_id }) => `partners.go_live:${pack_id}` },
);

/** A brand is another from now on, or a partner came or went. */
export const BRANDS_CHANGED = defineEvent("partners.brands_changed", {});
