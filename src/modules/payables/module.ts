/** What payables tells of itself to the server. */

import type { Module } from "#platform/module";
import type { ProviderHealth } from "#platform/provider-health";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "./accounts.ts";
import { payableId } from "./ids.ts";
import { payableJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { OPEN, PERSON } from "./metrics.ts";
import { payableView } from "./operator.ts";
import type { Payables } from "./payables.server.ts";
import { PAYABLE_TRANSITIONS } from "./rules.ts";

export const payablesModule = {
  name: "payables",
  migration_place: 1,
  accounts: [PAYOUT_FLOAT, PAYOUT_FEES],
  ids: [payableId],
  states: {
    "payables.payables": PAYABLE_TRANSITIONS,
  },
  operators: ({ payables }) => payableView(payables),
  metrics: [OPEN, PERSON],
  jobs: ({ payables }) => payableJobs(payables),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ payables }) => payables.moveMember,
  introduce: ({ payables, providerHealth }) => providerHealth.registerParked(() => payables.parked()),
} as const satisfies Module<{ payables: Payables; providerHealth: ProviderHealth }>;
