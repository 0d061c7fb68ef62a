/** What coins tells of itself to the server. */
import type { Notifications } from "#notifications";
import type { Module } from "#platform/module";
import { MARKETING, OFFER_RECEIVABLE } from "./accounts.ts";
import { cookies } from "./cookies.ts";
import { coinDescribers } from "./describe-coins.ts";
import { type CoinCalls, registerBegun, registerCoinCalls, registerCoinHooks, registerGoEarning } from "./http.ts";
import { registerScreenshots } from "./http-screenshots.ts";
import { coinClaimId, coinOfferId, refusedCallbackId, rewardId, screenshotId, startId } from "./ids.ts";
import { REWARDS_CHANGED } from "./job-kinds.ts";
import { coinsJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { coinsView } from "./operator.ts";
import { CLAIM_TRANSITIONS, REWARD_TRANSITIONS } from "./rules.ts";
import { coinsFacts, coinsSettings } from "./settings.ts";

export const coinsModule = {
  name: "coins",
  migration_place: 10,
  accounts: [OFFER_RECEIVABLE, MARKETING],
  settings: coinsSettings,
  facts: coinsFacts,
  limits: LIMITS,
  ids: [coinOfferId, startId, rewardId, coinClaimId, refusedCallbackId, screenshotId],
  states: {
    "coins.rewards": REWARD_TRANSITIONS,
    "coins.claims": CLAIM_TRANSITIONS,
  },
  cookies,
  letters: LETTERS,
  events: [REWARDS_CHANGED],
  jobs: ({ coins }) => coinsJobs(coins),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  describers: coinDescribers,
  operators: ({ coins }) => coinsView(coins),
  introduce: ({ coins, notifications }) => notifications.consents.registerConfirmed(coins.isPhoneOf),
  forget: ({ coins }) => coins.ways.forget(),
  calls(scope, doors) {
    registerCoinCalls(scope, doors);
    registerBegun(scope, doors);
    registerScreenshots(scope, doors);
  },
  hooks: [registerGoEarning, registerCoinHooks],
} as const satisfies Module<CoinCalls & { notifications: Pick<Notifications, "consents"> }>;
