/** What privacy tells of itself to the server. */
import type { Module } from "#platform/module";
import { AGENT_LETTERS } from "./agent-letters.ts";
import { requestId } from "./ids.ts";
import { privacyJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { privacyView } from "./operator.ts";
import type { Privacy } from "./privacy.server.ts";
import { REQUEST_TRANSITIONS } from "./rules.ts";

export const privacyModule = {
  name: "privacy",
  migration_place: 27,
  limits: LIMITS,
  ids: [requestId],
  states: { "privacy.requests": REQUEST_TRANSITIONS },
  letters: [...LETTERS, ...AGENT_LETTERS],
  jobs: ({ privacy }) => privacyJobs(privacy),
  operators: ({ privacy }) => privacyView(privacy),
  data: ({ privacy }) => ({ read: privacy.memberData.read, erase: privacy.memberData.erase }),
  move: ({ privacy }) => privacy.memberData.move,
} as const satisfies Module<{ privacy: Privacy }>;
