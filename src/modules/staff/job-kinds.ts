/** The kind of job of the staff: one for each decision. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const CARRY_OUT = defineJob(
  "staff.carry_out",
  { decision_id: z.string() },
  { key: ({ decision_id }) => `decision:${decision_id}` },
);
