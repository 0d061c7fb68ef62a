/** What the staff tells of itself to the server. */
import type { Module } from "#platform/module";
import { registerStaffCalls, type StaffCalls } from "./http.ts";
import { operatorOfRequest } from "./http-operator.ts";
import { consoleSessionId, decisionId, operatorId } from "./ids.ts";
import { staffJobs } from "./jobs.ts";
import { operatorInvited } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { BROKEN, VERIFIED_AT } from "./metrics.ts";
import { staffView } from "./operator.ts";
import { DECISION_TRANSITIONS, PERSON_TRANSITIONS } from "./rules.ts";
import { staffSettings } from "./settings.ts";

export const staffModule = {
  name: "staff",
  migration_place: 21,
  settings: staffSettings,
  limits: LIMITS,
  ids: [operatorId, decisionId, consoleSessionId],
  states: { "staff.people": PERSON_TRANSITIONS, "staff.decisions": DECISION_TRANSITIONS },
  operators: ({ staff }) => staffView(staff),
  metrics: [BROKEN, VERIFIED_AT],
  letters: [operatorInvited],
  jobs: ({ staff }) => staffJobs(staff),
  requests: ({ staff }) => ({
    console: { opens: staff.opens, operatorOf: (request) => operatorOfRequest(staff, request) },
  }),
  calls: registerStaffCalls,
} as const satisfies Module<StaffCalls>;
