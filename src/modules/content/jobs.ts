/** Jobs of content: a scheduled edition appears at its minute. */
import { type JobEntry, work } from "#platform/job";
import type { Editions } from "./editions.ts";
import { GO_LIVE } from "./job-kinds.ts";

export const contentJobs = (editions: Editions): readonly JobEntry[] => [work(GO_LIVE, () => editions.tell())];
