/** What rewards tells of itself to the server. */

import type { Membership } from "#membership";
import type { Module } from "#platform/module";
import { GOODWILL } from "./accounts.ts";
import { cookies } from "./cookies.ts";
import { rewardDescribers } from "./describe-rewards.ts";
import { FIRST_ORDER_TRANSITIONS } from "./first-order-rules.ts";
import { type RewardCalls, registerRewardCalls } from "./http.ts";
import { referralId } from "./ids.ts";
import { rewardJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { movedByHand } from "./letters-by-hand.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { navigation } from "./navigation.ts";
import { rewardView } from "./operator.ts";
import { CREDIT_TRANSITIONS } from "./promotion-rules.ts";
import { REFERRAL_TRANSITIONS } from "./rules.ts";

export const rewardsModule = {
  name: "rewards",
  migration_place: 15,
  accounts: [GOODWILL],
  settings: {},
  navigation,
  ids: [referralId],
  states: {
    "rewards.referrals": REFERRAL_TRANSITIONS,
    "rewards.credits": CREDIT_TRANSITIONS,
    "rewards.first_orders": FIRST_ORDER_TRANSITIONS,
  },
  cookies,
  letters: [...LETTERS, movedByHand],
  jobs: ({ rewards }) => rewardJobs(rewards),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ rewards }) => rewards.moveMember,
  describers: rewardDescribers,
  operators: ({ rewards }) => rewardView(rewards),
  // With it a trial was used: its price stays (decision 0011).
  introduce: ({ rewards, membership }) => membership.registerUse(rewards.usedFirstOrder),
  calls: registerRewardCalls,
} as const satisfies Module<RewardCalls & { membership: Pick<Membership, "registerUse"> }>;
