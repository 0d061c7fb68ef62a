/** The door of rewards: credits of promotions and invitations of friends. */
import type { Database, Tx } from "#platform/database";
import { claimFirstOrder } from "./claim-first-order.ts";
import { hasReward } from "./first-order-store.ts";
import { giveCredit } from "./give-credit.ts";
import { joinReferral } from "./join-referral.ts";
import { readFirstOrder } from "./read-first-order.ts";
import { codeOf, readInvitation, readReferralPage } from "./read-referrals.ts";
import type { RewardsRoom } from "./room.ts";
import { buyGift, settleFirstOrder, settleOpenClaims } from "./settle-first-order.ts";
import { settleReferral } from "./settle-referral.ts";
import { findRewarded } from "./store.ts";

export type { Credit } from "./give-credit.ts";
export type { Joined } from "./join-referral.ts";
export type { ReferralReason, RewardRefusal } from "./messages.ts";
export { REFERRAL_REASONS, REWARD_REFUSALS } from "./messages.ts";
export type { FirstOrderPage } from "./read-first-order.ts";
export type { Invitation, InvitedEntry, ReferralPage, ReferralTerms } from "./read-referrals.ts";
export { readFlow } from "./rules.ts";

export function createRewards(room: RewardsRoom) {
  return {
    giveCredit: (input: Parameters<typeof giveCredit>[1]) => giveCredit(room, input),
    joinReferral: (input: Parameters<typeof joinReferral>[1]) => joinReferral(room, input),
    /** Acts on orders that changed: the referrals and first-order rewards of their members follow. */
    async followOrders(orderIds: readonly string[]): Promise<void> {
      // One question for all, because hardly anybody is in it: a transaction for each was more work than the orders.
      const owners = await room.cashback.ownersOf(orderIds);
      for (const userId of await findRewarded(room.database.db, owners)) {
        await settleReferral(room, userId);
        await settleFirstOrder(room, userId);
      }
    },
    claimFirstOrder: (input: Parameters<typeof claimFirstOrder>[1]) => claimFirstOrder(room, input),
    firstOrder: (member: Parameters<typeof readFirstOrder>[1]) => readFirstOrder(room, member),
    buyGift: (claimId: string) => buyGift(room, claimId),
    settleOpenClaims: () => settleOpenClaims(room),
    /** Whether a membership has brought its member this reward: then a trial was used. */
    usedFirstOrder: (runner: Database | Tx, userId: string, since: Date) => hasReward(runner, userId, since),
    codeOf: (userId: string) => codeOf(room, userId),
    invitation: (code: string | null) => readInvitation(room, code),
    referralPage: (userId: string) => readReferralPage(room, userId),
    terms: room.brand.referral,
  };
}
export type Rewards = ReturnType<typeof createRewards>;
/** What screens may ask of rewards. */
export type RewardsService = Pick<
  Rewards,
  "invitation" | "referralPage" | "joinReferral" | "terms" | "claimFirstOrder" | "firstOrder"
>;
