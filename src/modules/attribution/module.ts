/** What attribution tells of itself to the server. */
import type { Clock } from "#platform/clock";
import type { Module } from "#platform/module";
import type { Attribution } from "./attribution.server.ts";
import { cookies } from "./cookies.ts";
import { type AttributionCalls, registerAttributionCalls, touchLine } from "./http.ts";
import { registerEventCalls } from "./http-events.ts";
import { registerPixelCalls } from "./http-pixels.ts";
import { attributionJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { consentView } from "./operator.ts";
import { attributionFacts, attributionSettings } from "./settings.ts";

type Doors = AttributionCalls & { attribution: Attribution; clock: Clock; limitFactor: number };

export const attributionModule = {
  name: "attribution",
  migration_place: 5,
  settings: attributionSettings,
  facts: attributionFacts,
  cookies,
  operators: ({ attribution }) => consentView(attribution),
  jobs: ({ attribution }) => attributionJobs(attribution),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move:
    ({ clock }) =>
    (tx, move) =>
      moveMember(tx, move, clock.now()),
  requests: ({ attribution }) => ({ touchLine: (request) => touchLine(attribution, request) }),
  finish: ({ attribution }) => attribution.close(),
  calls(scope, doors) {
    registerAttributionCalls(scope, doors);
    registerEventCalls(scope, { ...doors, now: doors.clock.now });
    registerPixelCalls(scope, doors);
  },
} as const satisfies Module<Doors>;
