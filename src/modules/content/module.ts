/** What content tells of itself to the server. */
import type { Module } from "#platform/module";
import type { Agreements } from "./agreements.ts";
import type { Editions } from "./editions.ts";
import { type ContentCalls, registerContentCalls } from "./http.ts";
import { editionId, versionId } from "./ids.ts";
import { LEGAL_CHANGES } from "./job-kinds.ts";
import { contentJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { contentView } from "./operator.ts";
import { EDITION_TRANSITIONS } from "./rules.ts";

type Doors = ContentCalls & { editions: Editions; agreements: Agreements };

export const contentModule = {
  name: "content",
  migration_place: 18,
  ids: [editionId, versionId],
  states: { "content.editions": EDITION_TRANSITIONS },
  events: [LEGAL_CHANGES],
  jobs: ({ editions }) => contentJobs(editions),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  operators: ({ editions, agreements, partners, clock }) => contentView({ editions, agreements, partners, clock }),
  texts: ({ editions }) => editions,
  calls: registerContentCalls,
} as const satisfies Module<Doors>;
