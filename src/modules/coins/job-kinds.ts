/** Kinds of jobs and events of coins. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

export const APPLY_CALLBACKS = defineJob("coins.apply_callbacks", { inbox_ids: z.array(z.string()) });
export const SEND_CLAIM = defineJob(
  "coins.send_claim",
  { claim_id: z.string() },
  { key: ({ claim_id }) => `coins-claim:${claim_id}` },
);
/** What members see of these rewards is another than before. */
export const REWARD_CHANGED = defineEvent("coins.reward_changed", { reward_id: z.string(), sequence: z.int() });
