/** The kind of job of payables: one for each payable, whatever happens to it. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const WORK = defineJob(
  "payables.work",
  { payable_id: z.string() },
  { key: ({ payable_id }) => `payable:${payable_id}` },
);
