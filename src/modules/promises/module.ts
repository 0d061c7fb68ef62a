/** What promises tells of itself to the server. */
import type { Module } from "#platform/module";
import { promisesJobs } from "./jobs.ts";
import type { Promises } from "./promises.server.ts";

export const promisesModule = {
  name: "promises",
  jobs: ({ promises }) => promisesJobs(promises),
} as const satisfies Module<{ promises: Promises }>;
