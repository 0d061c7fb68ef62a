/** Kinds of jobs and events of cash back. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** What members see of these orders is another than before. */
export const ORDER_CHANGED = defineEvent("cashback.order_changed", {
  changes: z.array(z.object({ order_id: z.string(), sequence: z.int() })),
});

/** A question to a network about a missing purchase stands otherwise than before. */
export const INQUIRY_CHANGED = defineEvent("cashback.inquiry_changed", { inquiry_id: z.string() });
/** Files one that waits, or asks how one that is filed stands. */
export const FOLLOW_INQUIRY = defineJob(
  "cashback.follow_inquiry",
  { inquiry_id: z.string() },
  { key: ({ inquiry_id }) => `inquiry:${inquiry_id}`, max_attempts: 5 },
);

export const APPLY_ROWS = defineJob("cashback.apply_rows", { inbox_ids: z.array(z.string()) });
export const REFETCH = defineJob(
  "cashback.refetch",
  { network: z.enum(["impact", "cj", "awin"]), keys: z.array(z.string()), inbox_id: z.string() },
  { key: ({ inbox_id }) => `refetch:${inbox_id}` },
);
