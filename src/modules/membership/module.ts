/** What the membership tells of itself to the server. */

import type { Identity, Member } from "#identity";
import type { DatabaseHandle } from "#platform/database";
import type { Request } from "#platform/http";
import type { Module } from "#platform/module";
import type { ProviderHealth } from "#platform/provider-health";
import {
  CASH_IN_TRANSIT,
  MEMBERSHIP_INCOME,
  MEMBERSHIP_REFUNDS,
  PROCESSOR_CLEARING,
  PROCESSOR_FEES,
} from "./accounts.ts";
import { registerMembershipHooks } from "./http.ts";
import { registerCardCalls } from "./http-card.ts";
import { registerInvoiceCalls } from "./http-invoice.ts";
import { chargeId, membershipId, refundId } from "./ids.ts";
import { membershipJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { LETTERS_OF_PRICES } from "./letters-of-prices.ts";
import type { Membership } from "./membership.server.ts";
import { NEEDS_PERSON, PROCESSOR_DIFFERENCES } from "./metrics.ts";
import { navigation } from "./navigation.ts";
import { membershipView } from "./operator.ts";
import { membershipFiguresOf } from "./partner-figure-store.ts";
import { countPersonCases } from "./person-store.ts";
import {
  ATTEMPT_TRANSITIONS,
  CHARGE_TRANSITIONS,
  JOIN_TRANSITIONS,
  MEMBERSHIP_TRANSITIONS,
  REFUND_TRANSITIONS,
} from "./rules.ts";
import { membershipFacts, membershipSettings } from "./settings.ts";

type Doors = {
  membership: Membership;
  memberOf(request: Request): Promise<Member | null>;
  limitFactor: number;
  database: Pick<DatabaseHandle, "db">;
  providerHealth: Pick<ProviderHealth, "heard" | "registerParked">;
  identity: Pick<Identity, "registerTraceSource">;
};

export const membershipModule = {
  name: "membership",
  migration_place: 8,
  accounts: [MEMBERSHIP_INCOME, MEMBERSHIP_REFUNDS, PROCESSOR_CLEARING, PROCESSOR_FEES, CASH_IN_TRANSIT],
  settings: membershipSettings,
  facts: membershipFacts,
  navigation,
  ids: [membershipId, chargeId, refundId],
  states: {
    "membership.memberships": MEMBERSHIP_TRANSITIONS,
    "membership.charges": CHARGE_TRANSITIONS,
    "membership.attempts": ATTEMPT_TRANSITIONS,
    "membership.refunds": REFUND_TRANSITIONS,
    "membership.joins": JOIN_TRANSITIONS,
  },
  operators: ({ membership, database }) => ({
    ...membershipView(membership),
    partners: membershipFiguresOf(database.db),
  }),
  metrics: [NEEDS_PERSON, PROCESSOR_DIFFERENCES],
  readings: ({ database }) => [
    {
      metric: NEEDS_PERSON,
      read: async () =>
        Object.entries(await countPersonCases(database.db)).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ],
  letters: [...LETTERS, ...LETTERS_OF_PRICES],
  jobs: ({ membership }) => membershipJobs(membership),
  data: ({ membership }) => membership.data,
  move: ({ membership }) => membership.moveMember,
  introduce({ membership, identity, providerHealth, database }) {
    providerHealth.registerParked(async () => new Map([["stripe", (await membership.personCases()).length]]));
    identity.registerTraceSource(async (one, other) => {
      const [cards, others] = await Promise.all([
        membership.cardKeys(database.db, one),
        membership.cardKeys(database.db, other),
      ]);
      return cards.some((card) => others.includes(card));
    });
  },
  calls(scope, doors) {
    registerCardCalls(scope, { ...doors, factor: doors.limitFactor });
    registerInvoiceCalls(scope, doors);
  },
  hooks: [registerMembershipHooks],
} as const satisfies Module<Doors>;
