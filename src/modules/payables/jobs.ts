/** Jobs of payables: work on one, and a sweep that finds what was lost. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import { WORK } from "./job-kinds.ts";
import type { Payables } from "./payables.server.ts";

export const payableJobs = (payables: Payables): readonly JobEntry[] => [
  work(WORK, ({ payable_id }) => payables.work(payable_id)),
  onSchedule("payables.sweep", { every_seconds: 60 }, () => payables.sweep()),
];
