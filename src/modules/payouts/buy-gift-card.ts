/**
 * Buys a gift card for a member from money of theirs that they asked to have as this card. No password is asked for: the
 * card lies in their account, and opening it needs one.
 */
import { derivedId } from "#platform/ids";
import { done, type Outcome } from "#platform/outcome";
import type { PayoutContext } from "./context.ts";
import type { PayoutRefusal } from "./messages.ts";
import { openWithdrawal, readReceiver } from "./request-withdrawal.ts";
import { readWithdrawal } from "./store.ts";

/**
 * Asked again under the same key, it answers what was bought the first time: by an id that follows from the key alone, which stays
 * when the member's account goes into another. No two members share a key.
 */
export async function buyGiftCard(
  context: PayoutContext,
  input: { user_id: string; request_key: string; product_id: string; amount_minor: bigint },
): Promise<Outcome<{ withdrawal_id: string }, PayoutRefusal>> {
  const { user_id, request_key, product_id, amount_minor } = input;
  const withdrawal_id = derivedId("withdrawal", `gift_card:${request_key}`);
  // Also when the card is not sold any more since.
  if (await readWithdrawal(context.database.db, withdrawal_id)) return done({ withdrawal_id });
  const receiver = await readReceiver(context, { method: "gift_card", destination: product_id });
  if (!receiver.ok) return receiver;
  const wish = { user_id, request_key, withdrawal_id, method: "gift_card", amount: amount_minor } as const;
  return openWithdrawal(context, wish, receiver.value);
}
