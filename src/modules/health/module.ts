/** What health tells of itself to the server. */
import type { Module } from "#platform/module";
import type { Health } from "./health.server.ts";
import { registerHealthCalls } from "./http.ts";
import { alarmId, errorGroupId, incidentId } from "./ids.ts";
import { healthJobs } from "./jobs.ts";
import { alarmLetter } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { healthView } from "./operator.ts";
import { ALARM_TRANSITIONS, ERROR_TRANSITIONS } from "./rules.ts";
import { healthSettings } from "./settings.ts";

type Doors = { health: Health; besideSandbox: boolean };

export const healthModule = {
  name: "health",
  migration_place: 20,
  settings: healthSettings,
  limits: LIMITS,
  ids: [alarmId, incidentId, errorGroupId],
  states: { "health.alarms": ALARM_TRANSITIONS, "health.error_groups": ERROR_TRANSITIONS },
  letters: [alarmLetter],
  jobs: ({ health }) => healthJobs(health),
  operators: ({ health, besideSandbox }) => healthView(health, besideSandbox),
  forget: ({ health }) => health.incidents.forget(),
  close: ({ health }) => health.close(),
  calls: registerHealthCalls,
} as const satisfies Module<Doors>;
