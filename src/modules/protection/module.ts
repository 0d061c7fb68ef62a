/** What protection tells of itself to the server. */
import type { Module } from "#platform/module";
import { type ProtectionCalls, registerProtectionCalls } from "./http.ts";
import { registerTripCalls } from "./http-trips.ts";
import { priceWatchId, tripId } from "./ids.ts";
import { protectionJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { navigation } from "./navigation.ts";
import { protectionView } from "./operator.ts";
import { PRICE_TRANSITIONS, TRIP_TRANSITIONS } from "./protection.types.ts";
import { protectionFacts, protectionSettings } from "./settings.ts";

export const protectionModule = {
  name: "protection",
  migration_place: 12,
  settings: protectionSettings,
  facts: protectionFacts,
  limits: LIMITS,
  navigation,
  ids: [priceWatchId, tripId],
  states: { "protection.price_watches": PRICE_TRANSITIONS, "protection.trips": TRIP_TRANSITIONS },
  letters: LETTERS,
  jobs: ({ protection }) => protectionJobs(protection),
  data: () => ({ read: readMemberData, erase: eraseMemberData }),
  move: () => moveMember,
  operators: ({ protection }) => protectionView(protection),
  calls(app, deps) {
    registerProtectionCalls(app, deps);
    registerTripCalls(app, deps);
  },
} as const satisfies Module<ProtectionCalls>;
