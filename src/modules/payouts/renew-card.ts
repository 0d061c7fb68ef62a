/**
 * A card whose link failed or ran out. Whether it still stands is asked of its maker first: one that was canceled comes back to its
 * member with the reason, as any withdrawal does; else a new link is made, and the one before is forgotten here.
 */
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmOwner, type Owner } from "./confirm-owner.ts";
import type { PayoutContext } from "./context.ts";
import { withdrawalId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import type { PayoutRefusal } from "./messages.ts";
import { lockWithdrawal, readWithdrawal, renewLink } from "./store.ts";

export type Renewed = { became: "renewed" | "given_back" };

export async function renewGiftCard(
  context: PayoutContext,
  renew: (rewardId: string) => Promise<string | null>,
  input: Owner & { id: string },
): Promise<Outcome<Renewed, PayoutRefusal>> {
  const { db } = context.database;
  const id = withdrawalId.read(input.id);
  const before = id ? await readWithdrawal(db, id) : null;
  if (!before || before.user_id !== input.user_id || before.method !== "gift_card")
    return refused("unknown_withdrawal");
  const confirmed = await confirmOwner(context.identity, input);
  if (!confirmed.ok) return confirmed;
  const wait = await context.limits.take(LIMITS.renew_card, before.withdrawal_id);
  if (wait) return refused("card_renewed_often", wait);
  await context.payables.work(before.withdrawal_id);
  const payable = await context.payables.read(before.withdrawal_id);
  if (payable?.state === "returned" || payable?.state === "refused") return done({ became: "given_back" });
  const link = payable?.state === "done" && payable.item ? await renew(payable.item) : null;
  if (link === null) return refused("card_not_renewed");
  return context.database.transaction(async (tx): Promise<Outcome<Renewed, PayoutRefusal>> => {
    const row = await lockWithdrawal(tx, before.withdrawal_id);
    // It may have come back, or become another's, while its maker was asked.
    if (row?.state !== "fulfilled" || row.user_id !== input.user_id) return refused("card_not_renewed");
    await renewLink(tx, row.withdrawal_id, context.seal.close(link), context.clock.now());
    return done({ became: "renewed" });
  });
}
