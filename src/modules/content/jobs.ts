/** Jobs of content: a scheduled edition appears and goes at its minutes. */
import { type JobEntry, work } from "#platform/job";
import type { Editions } from "./editions.ts";
import { GO_AWAY, GO_LIVE } from "./job-kinds.ts";

export const contentJobs = (editions: Editions): readonly JobEntry[] => [
  work(GO_LIVE, () => editions.tell()),
  work(GO_AWAY, () => editions.tell()),
];
