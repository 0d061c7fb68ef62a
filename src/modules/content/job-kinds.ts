/** Kinds of jobs of content. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** Has pages made anew at the minute from which an edition stands. */
export const GO_LIVE = defineJob(
  "content.go_live",
  { edition_id: z.uuid() },
  { key: ({ edition_id }) => `content.go_live:${edition_id}` },
);

/** Has pages made anew at the minute at which an edition is over. */
export const GO_AWAY = defineJob(
  "content.go_away",
  { edition_id: z.uuid() },
  { key: ({ edition_id }) => `content.go_away:${edition_id}` },
);

/**
 * A legal text that members agreed to will change (`comes`), or will not after all (`stays`). `edition`: its public id. They are
 * told by who knows them.
 */
export const LEGAL_CHANGES = defineEvent("content.legal_changes", {
  edition: z.string(),
  what: z.enum(["comes", "stays"]),
});
