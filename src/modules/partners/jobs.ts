/** Jobs of partners: a scheduled pack holds from its minute on. */
import { type JobEntry, work } from "#platform/job";
import { GO_LIVE } from "./job-kinds.ts";
import type { PartnerDoors } from "./partner-doors.ts";

export const partnerJobs = ({ packs }: Pick<PartnerDoors["partners"], "packs">): readonly JobEntry[] => [
  work(GO_LIVE, () => packs.tell()),
];
