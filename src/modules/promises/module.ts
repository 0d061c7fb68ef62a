/** What promises tells of itself to the server. */
import { defineModule } from "#platform/module";
import { promisesJobs } from "./jobs.ts";
import type { Promises } from "./promises.server.ts";

export const promisesModule = defineModule<{ promises: Promises }>({
  name: "promises",
  jobs: ({ promises }) => promisesJobs(promises),
});
