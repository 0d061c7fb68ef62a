/** What payouts tells of itself to the server. */
import type { Coins } from "#coins";
import type { Module } from "#platform/module";
import { payoutDescribers } from "./describe-payouts.ts";
import { HELD_TRANSITIONS } from "./held-rules.ts";
import { type PayoutHooks, registerPayoutHooks } from "./http.ts";
import { heldId, withdrawalId } from "./ids.ts";
import { payoutJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { giftCodeGiven } from "./letters-of-codes.ts";
import { heldDecided } from "./letters-of-held.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { navigation } from "./navigation.ts";
import { withdrawalView } from "./operator.ts";
import { giftCodeView } from "./operator-codes.ts";
import { WITHDRAWAL_TRANSITIONS } from "./rules.ts";
import { payoutsFacts, payoutsSettings } from "./settings.ts";

export const payoutsModule = {
  name: "payouts",
  migration_place: 13,
  settings: payoutsSettings,
  facts: payoutsFacts,
  limits: LIMITS,
  navigation,
  ids: [withdrawalId, heldId],
  states: {
    "payouts.withdrawals": WITHDRAWAL_TRANSITIONS,
    "payouts.held": HELD_TRANSITIONS,
  },
  operators({ payouts, coins }) {
    const [withdrawals, codes] = [withdrawalView(payouts, coins.desk), giftCodeView(payouts)];
    return {
      ...withdrawals,
      ...codes,
      members: [...(withdrawals.members ?? []), ...(codes.members ?? [])],
      adds: [...(withdrawals.adds ?? []), ...(codes.adds ?? [])],
    };
  },
  letters: [...LETTERS, giftCodeGiven, heldDecided],
  jobs: ({ payouts }) => payoutJobs(payouts),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  describers: payoutDescribers,
  hooks: [registerPayoutHooks],
} as const satisfies Module<PayoutHooks & { coins: Coins }>;
