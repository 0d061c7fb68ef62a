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
export const REWARDS_CHANGED = defineEvent("coins.rewards_changed", {
  changes: z.array(z.object({ reward_id: z.string(), sequence: z.int() })),
});
/** Of one reward: jobs that versions added which told each change alone. */
export const FOLLOW_ONE = defineJob("coins.write_mail", { reward_id: z.string(), sequence: z.int() });
