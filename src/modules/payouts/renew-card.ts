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
import { lockWithdrawal, readWithdrawal, renewLink, type WithdrawalRow } from "./store.ts";

export type Renewed = { became: "renewed" | "given_back" };

type Answer = Outcome<Renewed, PayoutRefusal>;

/**
 * Presses that come while its maker is being asked are answered as the first, and ask nobody. In two processes both ask, which harms nothing:
 * each link opens the one card, and the first that is kept stays. A lock would hold a connection for as long as somebody else takes to answer.
 */
export function createRenewal(context: PayoutContext, renew: (rewardId: string) => Promise<string | null>) {
  const asking = new Map<string, Promise<Answer>>();
  return async (input: Owner & { id: string }): Promise<Answer> => {
    const id = withdrawalId.read(input.id);
    const before = id ? await readWithdrawal(context.database.db, id) : null;
    if (!before || before.user_id !== input.user_id || before.method !== "gift_card")
      return refused("unknown_withdrawal");
    const confirmed = await confirmOwner(context.identity, input);
    if (!confirmed.ok) return confirmed;
    const asked = asking.get(before.withdrawal_id);
    if (asked) return asked;
    const press = askMaker(context, renew, before).finally(() => asking.delete(before.withdrawal_id));
    asking.set(before.withdrawal_id, press);
    return press;
  };
}

/** `before`: the card as it stood at the press. */
async function askMaker(
  context: PayoutContext,
  renew: (rewardId: string) => Promise<string | null>,
  before: WithdrawalRow,
): Promise<Answer> {
  const { withdrawal_id, user_id, renewals } = before;
  const since = await readWithdrawal(context.database.db, withdrawal_id);
  // It was given a new link while this press waited for its password to be looked at.
  if (since && since.renewals > renewals) return done({ became: "renewed" });
  const wait = await context.limits.take(LIMITS.renew_card, withdrawal_id);
  if (wait) return refused("card_renewed_often", wait);
  await context.payables.work(withdrawal_id);
  const payable = await context.payables.read(withdrawal_id);
  if (payable?.state === "returned" || payable?.state === "refused") return done({ became: "given_back" });
  const link = payable?.state === "done" && payable.item ? await renew(payable.item) : null;
  if (link === null) return refused("card_not_renewed");
  return context.database.transaction(async (tx): Promise<Answer> => {
    const row = await lockWithdrawal(tx, withdrawal_id);
    // It may have come back, or become another's, while its maker was asked.
    if (row?.state !== "fulfilled" || row.user_id !== user_id) return refused("card_not_renewed");
    // Another process was pressed as well, and has kept its link: it stays, so that both tell of the same.
    if (row.renewals === renewals) await renewLink(tx, withdrawal_id, context.seal.close(link), context.clock.now());
    return done({ became: "renewed" });
  });
}
