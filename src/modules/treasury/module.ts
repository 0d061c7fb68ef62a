/** What the treasury tells of itself to the server. */

import type { Module } from "#platform/module";
import { differenceId } from "./ids.ts";
import { treasuryJobs } from "./jobs.ts";
import { CASH_DIFFERENCE, CASH_LASTS, CASH_READ_AT, cashReadings } from "./metrics.ts";
import { type TreasuryDoors, treasuryView } from "./operator.ts";

export const treasuryModule = {
  name: "treasury",
  migration_place: 16,
  ids: [differenceId],
  operators: treasuryView,
  metrics: [CASH_DIFFERENCE, CASH_LASTS, CASH_READ_AT],
  readings: ({ treasury }) => cashReadings(treasury),
  jobs: ({ treasury }) => treasuryJobs(treasury),
} as const satisfies Module<TreasuryDoors>;
