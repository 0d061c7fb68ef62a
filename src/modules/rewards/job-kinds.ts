/** Kinds of jobs of rewards. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const SETTLE = defineJob(
  "rewards.settle_member",
  { user_id: z.string() },
  { key: ({ user_id }) => `reward-settle:${user_id}` },
);
export const BUY_GIFT = defineJob(
  "rewards.buy_gift",
  { claim_id: z.string() },
  { key: ({ claim_id }) => `reward-gift:${claim_id}` },
);
