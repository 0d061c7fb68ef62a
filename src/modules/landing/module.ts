/** What the landing flow tells of itself to the server. */

import type { Module } from "#platform/module";
import { cookies } from "./cookies.ts";
import { landingDescribers } from "./describe-bonuses.ts";
import { type LandingCalls, registerLandingCalls } from "./http.ts";
import { landingJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { landingView } from "./operator.ts";
import { BONUS_TRANSITIONS, WINNER_TRANSITIONS } from "./rules.ts";
import { UPSELL_TRANSITIONS } from "./upsell/upsell-rules.ts";

export const landingModule = {
  name: "landing",
  migration_place: 14,
  settings: {},
  limits: LIMITS,
  states: {
    "landing.bonuses": BONUS_TRANSITIONS,
    "landing.upsells": UPSELL_TRANSITIONS,
    "landing.draw_winners": WINNER_TRANSITIONS,
  },
  cookies,
  letters: LETTERS,
  jobs: ({ landing }) => landingJobs(landing),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: ({ landing }) => landing.moveMember,
  operators: ({ landing }) => landingView(landing),
  describers: landingDescribers,
  calls: registerLandingCalls,
} as const satisfies Module<LandingCalls>;
