/** Jobs of privacy requests: links that nobody pressed end, and records go when the law asks for them no more. */
import { type JobEntry, onSchedule } from "#platform/job";
import type { Privacy } from "./privacy.server.ts";

export const privacyJobs = (privacy: Privacy): readonly JobEntry[] => [
  onSchedule("privacy.end_links", { cron: "17 5 * * *" }, () => privacy.endLinks(), { max_attempts: 3 }),
  onSchedule("privacy.drop_old", { cron: "27 5 * * *" }, () => privacy.dropOld(), { max_attempts: 3 }),
];
