/** Kinds of jobs of the landing flow. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const CALLBACK = defineJob(
  "landing.upsell_callback",
  { upsell_id: z.string() },
  { key: ({ upsell_id }) => `landing.upsell_callback:${upsell_id}`, max_attempts: 12 },
);
