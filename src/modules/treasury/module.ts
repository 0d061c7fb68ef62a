/** What the treasury tells of itself to the server. */
import { defineModule } from "#platform/module";
import { treasuryJobs } from "./jobs.ts";
import type { Treasury } from "./treasury.server.ts";

export const treasuryModule = defineModule<{ treasury: Treasury }>({
  name: "treasury",
  jobs: ({ treasury }) => treasuryJobs(treasury),
});
