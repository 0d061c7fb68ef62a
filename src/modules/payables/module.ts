/** What payables tells of itself to the server. */

import { defineModule } from "#platform/module";
import { payableJobs } from "./jobs.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import type { Payables } from "./payables.server.ts";
import { PAYABLE_TRANSITIONS } from "./rules.ts";

export const payablesModule = defineModule<{ payables: Payables }>({
  name: "payables",
  states: {
    "payables.payables": PAYABLE_TRANSITIONS,
  },
  jobs: ({ payables }) => payableJobs(payables),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ payables }) => payables.moveMember,
});
