/** What the treasury tells of itself to the server. */

import { defineModule } from "#platform/module";
import { differenceId } from "./ids.ts";
import { treasuryJobs } from "./jobs.ts";
import { treasuryView } from "./operator.ts";
import type { Treasury } from "./treasury.server.ts";

export const treasuryModule = defineModule<{ treasury: Treasury }>({
  name: "treasury",
  ids: [differenceId],
  operators: ({ treasury }) => treasuryView(treasury),
  jobs: ({ treasury }) => treasuryJobs(treasury),
});
