/** Kinds of jobs and events of shipments. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** Asks how a parcel stands, and acts on it. */
export const FOLLOW_PARCEL = defineJob(
  "shipments.follow",
  { parcel_id: z.string() },
  { key: ({ parcel_id }) => `shipments-follow:${parcel_id}`, max_attempts: 5 },
);
export const TAKE_HINT = defineJob(
  "shipments.take_hint",
  { inbox_id: z.string() },
  { key: ({ inbox_id }) => `shipments-hint:${inbox_id}` },
);
/** What a member should hear of a case, by name, once. */
export const CASE_NEWS = defineEvent("shipments.case_news", { case_id: z.string(), news: z.string() });
