/** What everybody may read of how we keep our word. Sums over many people alone: nobody can be told from it. */
import { z } from "zod";

const count = z.number().int().nonnegative();

const payout = z.object({
  method: z.enum(["paypal", "venmo", "gift_card"]),
  asked: count,
  arrived: count,
  due: count,
  in_time: count,
  came_back: count,
  median_minutes: count.nullable(),
  slowest_minutes: count.nullable(),
});
const reason = z.object({ code: z.string().nullable(), orders: count });
const store = z.object({
  internal_name: z.string(),
  name: z.string(),
  orders: count,
  within_day: count,
  confirmed: count,
  refused: count,
  median_hours: count,
  health: z.enum(["good", "fair", "bad"]),
});

export const COUNTED = z.object({
  counted_at: z.string(),
  /** The first instant that counts. */
  since: z.string(),
  /** Each way with enough withdrawals to tell; how many there were of all. */
  payouts: z.object({ asked: count, methods: z.array(payout) }),
  /** Cents, from the first day on. */
  paid_out_minor: z.string(),
  orders: z.object({
    confirmed: count,
    refused: count,
    /** Most frequent first; rare ones are together under null. */
    reasons: z.array(reason),
    confirm_days: count.nullable(),
  }),
  /** Those whose promised day has come: answered by then or not. */
  claims: z.object({ due: count, in_time: count, promised_days: count }),
  /** `since`: orders in stores are counted for longer. */
  stores: z.object({ since: z.string(), judged: z.array(store) }),
});
export type Counted = z.infer<typeof COUNTED>;
export type StoreTrack = z.infer<typeof store>;
export type TrackHealth = StoreTrack["health"];
