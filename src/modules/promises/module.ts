/** What promises tells of itself to the server. */
import type { Module } from "#platform/module";
import { promisesJobs } from "./jobs.ts";
import type { Promises } from "./promises.server.ts";

export const promisesModule = {
  name: "promises",
  migration_place: 26,
  jobs: ({ promises }) => promisesJobs(promises),
} as const satisfies Module<{ promises: Promises }>;
