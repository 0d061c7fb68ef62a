/** What content tells of itself to the server. */
import { defineModule } from "#platform/module";
import type { Editions } from "./editions.ts";
import { type ContentCalls, registerContentCalls } from "./http.ts";
import { editionId } from "./ids.ts";
import { contentJobs } from "./jobs.ts";
import { contentView } from "./operator.ts";
import { EDITION_TRANSITIONS } from "./rules.ts";

type Doors = ContentCalls & { editions: Editions };

export const contentModule = defineModule<Doors>({
  name: "content",
  ids: [editionId],
  states: { "content.editions": EDITION_TRANSITIONS },
  jobs: ({ editions }) => contentJobs(editions),
  operators: ({ editions, partners, clock }) => contentView({ editions, partners, clock }),
  calls: registerContentCalls,
});
