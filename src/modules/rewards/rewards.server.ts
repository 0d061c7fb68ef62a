/** The door of rewards: credits of promotions and invitations of friends. */
import { addDays } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { claimFirstOrder } from "./claim-first-order.ts";
import type { RewardsContext } from "./context.ts";
import { hasReward } from "./first-order-store.ts";
import { giveCredit } from "./give-credit.ts";
import { readMovesOf } from "./hand-store.ts";
import { SETTLE } from "./job-kinds.ts";
import { joinReferral } from "./join-referral.ts";
import { asksSecond, moveByHand } from "./move-by-hand.ts";
import { moveMember } from "./move-member.ts";
import { OFFER_DAYS, offerPromotion } from "./offer-promotion.ts";
import { deleteOldOffers, takeDue } from "./promotion-store.ts";
import { readFirstOrder } from "./read-first-order.ts";
import { codeOf, readInvitation, readReferralPage } from "./read-referrals.ts";
import { buyGift } from "./settle-first-order.ts";
import { settleMember } from "./settle-member.ts";
import { findCarried, findRewarded } from "./store.ts";
import { rewardLedger } from "./sub-ledger-store.ts";

export * from "./accounts.ts";
export type { Credit } from "./give-credit.ts";
export type { Joined } from "./join-referral.ts";
export type { ReferralReason, RewardRefusal } from "./messages.ts";
export { REFERRAL_REASONS, REWARD_REFUSALS } from "./messages.ts";
export type { FirstOrderPage } from "./read-first-order.ts";
export type { Invitation, InvitedEntry, ReferralPage, ReferralTerms } from "./read-referrals.ts";
export { readFlow } from "./rules.ts";

/** A sweep takes so many members at a time; the rest is due at the next. */
const MAX_SWEEP = 1_000;
/** A credit that was earned so long ago is not looked at again: its payments cannot be taken back any more. */
const SETTLED_DAYS = 180;

const settleJob = (user_id: string) => SETTLE.with({ user_id });

export function createRewards(context: RewardsContext) {
  context.ledger.registerSubLedger(rewardLedger);
  return {
    giveCredit: (input: Parameters<typeof giveCredit>[1]) => giveCredit(context, input),
    joinReferral: (input: Parameters<typeof joinReferral>[1]) => joinReferral(context, input),
    offerPromotion: (input: Parameters<typeof offerPromotion>[1]) => offerPromotion(context, input),
    /** Acts on orders that changed: a job for each member whose rewards follow theirs, so that one never stops the others. */
    async followOrders(orderIds: readonly string[]): Promise<void> {
      const { db } = context.database;
      const owners = await context.cashback.ownersOf(orderIds);
      // An order that a person gave to somebody else is its owner's no more: who earned by it is known by their own rows alone.
      const members = [...(await findRewarded(db, owners)), ...(await findCarried(db, orderIds))];
      await addJobs(db, [...new Set(members)].map(settleJob));
    },
    /** Brings all rewards of a member to where their orders and payments say they should be. */
    settleMember: (userId: string) => settleMember(context, userId),
    /** Whose rewards are due to be looked at again, a job each: what an event never told is found here. */
    async sweep(): Promise<void> {
      const { db } = context.database;
      const now = context.clock.now();
      const due = { now, again: addDays(now, 1), settled: addDays(now, -SETTLED_DAYS), most: MAX_SWEEP };
      await addJobs(db, (await takeDue(db, due)).map(settleJob));
      await deleteOldOffers(db, addDays(now, -OFFER_DAYS));
    },
    moveMember: (tx: Tx, move: { from: string; to: string }) => moveMember(tx, context, move),
    claimFirstOrder: (input: Parameters<typeof claimFirstOrder>[1]) => claimFirstOrder(context, input),
    firstOrder: (member: Parameters<typeof readFirstOrder>[1]) => readFirstOrder(context, member),
    buyGift: (claimId: string) => buyGift(context, claimId),
    /** Whether a membership has brought its member this reward: then a trial was used. */
    usedFirstOrder: (runner: Database | Tx, userId: string, since: Date) => hasReward(runner, userId, since),
    /** A person gives money or takes it; whether that takes a second one; and what was done, newest first. */
    moveByHand: (input: Parameters<typeof moveByHand>[1]) => moveByHand(context, input),
    asksSecond: (input: Parameters<typeof asksSecond>[1]) => asksSecond(context, input),
    movedByHand: (userId: string, most = 100) => readMovesOf(context.database.db, userId, most),
    codeOf: (userId: string) => codeOf(context, userId),
    invitation: (code: string | null) => readInvitation(context, code),
    referralPage: (userId: string) => readReferralPage(context, userId),
    /** What an invitation brings under a partner. */
    terms: (partner: string) => context.partners.named(partner).referral,
  };
}
export type Rewards = ReturnType<typeof createRewards>;
/** What screens may ask of rewards. */
export type RewardsService = Pick<
  Rewards,
  "invitation" | "referralPage" | "joinReferral" | "terms" | "claimFirstOrder" | "firstOrder"
>;
