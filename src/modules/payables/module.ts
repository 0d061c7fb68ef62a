/** What payables tells of itself to the server. */

import type { Module } from "#platform/module";
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
  ids: [payableId],
  states: {
    "payables.payables": PAYABLE_TRANSITIONS,
  },
  operators: ({ payables }) => payableView(payables),
  metrics: [OPEN, PERSON],
  jobs: ({ payables }) => payableJobs(payables),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ payables }) => payables.moveMember,
} as const satisfies Module<{ payables: Payables }>;
