/** What operators see and do of memberships: sums and refunds that only a person can settle, and the day's numbers. */
import { showUsd } from "#platform/money";
import type { OperatorView } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Decision } from "./decide-case.ts";
import { chargeId, refundId } from "./ids.ts";
import type { Membership } from "./membership.server.ts";
import { membershipFigures, membershipTables } from "./operator-figures.ts";
import { membershipLists, membershipSections } from "./operator-lists.ts";
import { chargeObject, membershipObject, refundObject } from "./operator-objects.ts";

const WHAT: Record<Decision, string> = {
  retry: "The card processor is asked anew.",
  close: "A sum is let go, so that its member has the period for nothing; a refund counts as settled another way.",
};

export const membershipView = (membership: Membership): OperatorView => ({
  queues: [
    {
      name: "charges",
      what: "Sums that the card processor never answered for, and refunds that it does not make",
      permission: "charges.decide",
      list: async (most) =>
        (await membership.personCases(most)).map((one) => ({
          id: (one.kind === "charge" ? chargeId : refundId).show(one.id),
          since: one.since,
          due: null,
          line: `${one.kind} of ${showUsd(one.amount_minor)}: ${one.why}${one.payment_id ? ` (${one.payment_id})` : ""}`,
        })),
      acts: (["retry", "close"] as const).map((decision) => ({
        name: decision,
        what: WHAT[decision],
        permission: "charges.decide" as const,
        freshSignIn: true as const,
        reason: false,
        async run(shown: string) {
          const id = chargeId.read(shown) ?? refundId.read(shown);
          return id && (await membership.decideCase(id, decision)) ? done("Done.") : refused("unknown" as const);
        },
      })),
    },
  ],
  objects: [membershipObject(membership), chargeObject(membership), refundObject(membership)],
  members: membershipSections(membership.desk, membership.membershipsOf),
  lists: membershipLists(membership.desk),
  tables: membershipTables(membership),
  figures: [
    ...membershipFigures(membership),
    {
      name: "memberships begun",
      what: "Memberships of every plan, trials included, by the instant of joining",
      permission: "figures.see",
      unit: "count",
      kind: "flow",
      read: async (span) => (await membership.counts(span)).joined,
    },
    {
      name: "memberships ended",
      what: "Memberships whose last day has passed, by the instant of the end",
      permission: "figures.see",
      unit: "count",
      kind: "flow",
      read: async (span) => (await membership.counts(span)).ended,
    },
    {
      name: "charged",
      what: "Charges that were paid, before refunds, by the instant of the payment",
      permission: "figures.see",
      unit: "USD",
      kind: "flow",
      read: async (span) => (await membership.counts(span)).charged,
    },
  ],
});
