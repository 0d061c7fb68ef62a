/** Kinds of jobs of the membership. */
import { z } from "zod";
import { defineJob } from "#platform/job";

export const BILL = defineJob(
  "membership.bill_one",
  { membership_id: z.string() },
  { key: ({ membership_id }) => `membership-bill:${membership_id}` },
);
export const FOLLOW = defineJob(
  "membership.follow",
  { attempt_id: z.string() },
  { key: ({ attempt_id }) => `membership-follow:${attempt_id}` },
);
export const TAKE_EVENT = defineJob(
  "membership.take_event",
  { event_id: z.string() },
  { key: ({ event_id }) => `membership-event:${event_id}` },
);
export const DETACH = defineJob(
  "membership.detach_cards",
  { user_id: z.string() },
  { key: ({ user_id }) => `membership-detach:${user_id}` },
);
