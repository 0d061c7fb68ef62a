/** Kinds of jobs of payouts. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const TAKE_HINT = defineJob(
  "payouts.take_hint",
  { inbox_id: z.string() },
  { key: ({ inbox_id }) => `payout-hint:${inbox_id}` },
);
