/** What the treasury tells of itself to the server. */

import type { Module } from "#platform/module";
import { BANK, EXCHANGE_DIFFERENCES, NETWORK_FEES, REMITTANCE_DIFFERENCE, WRITE_OFFS } from "./accounts.ts";
import { differenceId } from "./ids.ts";
import { treasuryJobs } from "./jobs.ts";
import { CASH_DIFFERENCE, CASH_LASTS, CASH_READ_AT, cashReadings } from "./metrics.ts";
import { type TreasuryDoors, treasuryView } from "./operator.ts";

export const treasuryModule = {
  name: "treasury",
  migration_place: 16,
  accounts: [BANK, REMITTANCE_DIFFERENCE, NETWORK_FEES, EXCHANGE_DIFFERENCES, WRITE_OFFS],
  ids: [differenceId],
  operators: treasuryView,
  metrics: [CASH_DIFFERENCE, CASH_LASTS, CASH_READ_AT],
  readings: ({ treasury }) => cashReadings(treasury),
  jobs: ({ treasury }) => treasuryJobs(treasury),
} as const satisfies Module<TreasuryDoors>;
