/** Kinds of jobs of health. */
import { z } from "zod";
import { defineJob } from "#platform/job";

/** Tells the webhook that an alarm was raised or cleared. */
export const POST_ALARM = defineJob(
  "health.post_alarm",
  { alarm_id: z.uuid(), state: z.enum(["raised", "cleared"]) },
  { key: ({ alarm_id, state }) => `health.post_alarm:${alarm_id}:${state}` },
);
