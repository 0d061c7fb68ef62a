/**
 * Buys a gift card for a member from money of theirs that they asked to have as this card. No password is asked for: the
 * card lies in their account, and opening it needs one.
 */
import type { Outcome } from "#platform/outcome";
import type { PayoutContext } from "./context.ts";
import type { PayoutRefusal } from "./messages.ts";
import { openWithdrawal, readReceiver } from "./request-withdrawal.ts";

/** Asked again under the same key, it answers what was bought the first time. */
export async function buyGiftCard(
  context: PayoutContext,
  input: { user_id: string; request_key: string; product_id: string; amount_minor: bigint },
): Promise<Outcome<{ withdrawal_id: string }, PayoutRefusal>> {
  const receiver = await readReceiver(context, { method: "gift_card", destination: input.product_id });
  if (!receiver.ok) return receiver;
  const { user_id, request_key, amount_minor } = input;
  return openWithdrawal(context, { user_id, request_key, method: "gift_card", amount: amount_minor }, receiver.value);
}
