/** Kinds of jobs of content. */
import { z } from "zod";
import { defineJob } from "#platform/job";

/** Has pages made anew at the minute from which an edition stands. */
export const GO_LIVE = defineJob(
  "content.go_live",
  { edition_id: z.uuid() },
  { key: ({ edition_id }) => `content.go_live:${edition_id}` },
);
