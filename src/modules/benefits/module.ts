/** What benefits tell of themselves to the server. */
import type { Membership } from "#membership";
import type { Module } from "#platform/module";
import { REBATES } from "./accounts.ts";
import { CLAIM_TRANSITIONS } from "./benefits.types.ts";
import { BOOST_TRANSITIONS } from "./boost-rules.ts";
import { boostDescriber } from "./describe-boosts.ts";
import { rebateDescribers } from "./describe-rebates.ts";
import { type BenefitCalls, registerBenefitCalls } from "./http.ts";
import { registerRxCalls } from "./http-rx.ts";
import { rebateClaimId } from "./ids.ts";
import { CLAIM_CHANGED } from "./job-kinds.ts";
import { benefitsJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { navigation } from "./navigation.ts";
import { benefitsView } from "./operator.ts";
import { benefitsFacts, benefitsSettings } from "./settings.ts";

export const benefitsModule = {
  name: "benefits",
  migration_place: 11,
  accounts: [REBATES],
  settings: benefitsSettings,
  facts: benefitsFacts,
  limits: LIMITS,
  navigation,
  ids: [rebateClaimId],
  states: { "benefits.claims": CLAIM_TRANSITIONS, "benefits.boosts": BOOST_TRANSITIONS },
  letters: LETTERS,
  events: [CLAIM_CHANGED],
  jobs: ({ benefits }) => benefitsJobs(benefits),
  data: ({ benefits }) => ({ read: readMemberData, erase: benefits.leaveAccount }),
  move: () => moveMember,
  describers: [...rebateDescribers, boostDescriber],
  operators: ({ benefits }) => benefitsView(benefits),
  // With it a trial was used: its price stays (decision 0011).
  introduce: ({ benefits, membership }) => membership.registerUse(benefits.usedBoost),
  calls(scope, doors) {
    registerBenefitCalls(scope, doors);
    registerRxCalls(scope, doors);
  },
} as const satisfies Module<BenefitCalls & { membership: Pick<Membership, "registerUse"> }>;
