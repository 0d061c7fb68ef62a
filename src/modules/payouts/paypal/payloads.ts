/** What is read of PayPal's answers: documented fields, and no more of them than are used. */
import { z } from "zod";
import { parseMajor } from "#platform/money";
import { assert } from "#platform/outcome";

const item = z.object({
  payout_item_id: z.string().min(1),
  transaction_status: z.string().optional(),
  payout_item_fee: z.object({ currency: z.string(), value: z.string() }).optional(),
  errors: z.object({ name: z.string() }).nullish(),
});
export type Item = z.infer<typeof item>;

export const batch = z.object({
  batch_header: z.object({ payout_batch_id: z.string().min(1), batch_status: z.string() }),
  items: z.array(item).nullish(),
});

export const problem = z.object({
  name: z.string(),
  details: z.array(z.object({ field: z.string().optional() })).nullish(),
  links: z.array(z.object({ href: z.string() })).nullish(),
});

/** What it cost us, in cents. One that cannot be read is a fault of their answer, which is asked for again, and not nothing. */
export function feeOf({ payout_item_fee: fee }: Pick<Item, "payout_item_fee">): bigint {
  if (!fee) return 0n;
  const minor = parseMajor(fee.value);
  assert(
    minor !== null && fee.currency === "USD",
    `PayPal tells its fee in dollars, not as ${fee.value} ${fee.currency}`,
  );
  return minor;
}
