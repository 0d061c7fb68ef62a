/**
 * The credit of a promotion (SPEC §4 "Credit grant"): what the server noted for this visit, once for each person and device,
 * within some days of registering. It is pending until it is earned (see `promotion-rules.ts`). The same offer again answers
 * as the first time did, so that a doubled click and a replay are no error.
 */
import { addDays } from "#platform/clock";
import { newId, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { RewardsContext } from "./context.ts";
import type { RewardRefusal } from "./messages.ts";
import { creditOnce, personKey, takeOnce } from "./promotion-limits.ts";
import { type CreditRow, claimOffer, insertCredit, lockOffer, readCredits } from "./promotion-store.ts";
import { type Flow, mailboxOf } from "./rules.ts";
import { creditMember, settleCredits } from "./settle-credits.ts";

export type Credit = {
  amount_minor: string;
  min_order_minor: string;
  decide_by: string;
  flow: Flow;
  state: CreditRow["state"];
  again: boolean;
};

const show = (row: CreditRow, again: boolean): Credit => ({
  amount_minor: row.amount_minor.toString(),
  min_order_minor: row.min_order_minor.toString(),
  decide_by: row.decide_by.toISOString(),
  flow: row.flow,
  state: row.state,
  again,
});

export async function giveCredit(
  context: RewardsContext,
  input: { user_id: string; member_since: Date; flow: Flow; secret: string },
): Promise<Outcome<Credit, RewardRefusal>> {
  const now = context.clock.now();
  const contact = await context.identity.contact(input.user_id);
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<Credit, RewardRefusal>> => {
    const offer = await lockOffer(tx, sha256(input.secret));
    if (!offer || offer.flow !== input.flow) return refused("no_promotion");
    const [own] = await readCredits(tx, input.user_id);
    if (own) return own.offer_id === offer.offer_id ? done(show(own, true)) : refused("already_credited");
    if (offer.claimed_by !== null) return refused("no_promotion");
    const { promos } = context.partners.named(offer.brand);
    if (addDays(input.member_since, promos.claim_days) < now)
      return refused("credit_expired", { days: String(promos.claim_days) });
    const row: CreditRow = {
      credit_id: newId("transfer"),
      user_id: input.user_id,
      offer_id: offer.offer_id,
      flow: offer.flow,
      amount_minor: offer.amount_minor,
      min_order_minor: offer.min_order_minor,
      state: "pending",
      reason_code: null,
      order_id: null,
      version: 0,
      claimed_at: now,
      decide_by: addDays(now, promos.order_days),
      earned_at: null,
    };
    const keys = [personKey("account", input.user_id), offer.device_key];
    if (contact?.email) keys.push(personKey("mailbox", mailboxOf(contact.email)));
    if (!(await takeOnce(tx, context, creditOnce(row.credit_id), keys))) return refused("credit_already_claimed");
    await claimOffer(tx, offer.offer_id, input.user_id, now);
    await insertCredit(tx, row, now);
    await creditMember(tx, context, null, row);
    return done(show(row, false));
  });
  // Somebody who shopped before claiming has an order already.
  if (outcome.ok && !outcome.value.again) await settleCredits(context, input.user_id);
  return outcome;
}
