/** Jobs of promises: counted anew each hour. */
import { type JobEntry, onSchedule } from "#platform/job";
import type { Promises } from "./promises.server.ts";

export const promisesJobs = (promises: Promises): readonly JobEntry[] => [
  onSchedule("promises.count", { cron: "7 * * * *" }, () => promises.count()),
];
