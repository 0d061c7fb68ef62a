/** What operators see and do of payments to others: those that only a person can end, and what became of each. */
import { showUsd } from "#platform/money";
import type { ActRefusal, OperatorAct, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { payableId } from "./ids.ts";
import type { Payables } from "./payables.server.ts";

const ENDS = ["done", "refused", "returned"] as const;
type End = (typeof ENDS)[number];
const WHAT: Record<End, string> = {
  done: "The provider says that it was paid: what was set aside is booked to the provider.",
  refused: "The provider says that it was not paid: what was set aside goes back to its member.",
  returned: "The provider says that it came back: the member has it again.",
};
const REFERENCE = {
  name: "reference",
  what: "the provider's own id of it, when we have none",
  optional: true,
} as const;

export function payableView(payables: Payables): OperatorView {
  async function settle(to: End, shown: string, { by, reason, values }: Told): Promise<Outcome<string, ActRefusal>> {
    const id = payableId.read(shown);
    if (!id) return refused("unknown");
    const outcome = await payables.settle(id, { to, by, reason, reference: values.reference ?? null });
    if (outcome.ok) return done(`It is ${to} now.`);
    return refused(outcome.code === "unknown_payable" ? "unknown" : "not_possible");
  }
  const retry: OperatorAct = {
    name: "retry",
    what: "What was in the way is mended: it is tried as soon as a worker is free.",
    permission: "payments.decide",
    reason: false,
    async run(shown) {
      const id = payableId.read(shown);
      return id && (await payables.retry(id)).ok
        ? done("It is tried as soon as a worker is free.")
        : refused("unknown");
    },
  };
  return {
    queues: [
      {
        name: "payments",
        what: "Payouts and refunds of which nobody but a person can say how they ended",
        permission: "payments.decide",
        list: async (most) =>
          (await payables.forPerson(most)).map((row) => ({
            id: payableId.show(row.payable_id),
            since: row.person_since ?? row.state_at,
            due: null,
            line: `${row.kind} of ${showUsd(row.amount_minor)} by ${row.provider}, ${row.state}: ${row.person_reason}`,
          })),
        acts: [
          retry,
          ...ENDS.map((to) => ({
            name: to,
            what: WHAT[to],
            permission: "payments.decide" as const,
            freshSignIn: true as const,
            reason: true,
            asks: [REFERENCE],
            run: (id: string, told: Told) => settle(to, id, told),
          })),
        ],
      },
    ],
    objects: [
      {
        kind: "payment",
        permission: "money.see",
        async show(shown) {
          const id = payableId.read(shown);
          const row = id && (await payables.read(id));
          if (!row) return null;
          const known = { reference: row.reference, item: row.item, code: row.code, note: row.note };
          const facts = {
            kind: row.kind,
            amount: row.unit === "USD" ? showUsd(row.amount_minor) : `${row.amount_minor} ${row.unit}`,
            provider: row.provider,
            state: row.state,
            ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
            ...(row.person_reason ? { "needs a person": row.person_reason } : {}),
            ...(row.first_sent_at ? { "first sent": row.first_sent_at.toISOString() } : {}),
            ...(row.next_look_at ? { "next look": row.next_look_at.toISOString() } : {}),
          } as Record<string, string>;
          const events = await payables.events(row.payable_id);
          return {
            facts,
            timeline: events.map((event) => ({
              at: event.at,
              what: [event.to_state, event.detail].filter(Boolean).join(": "),
              by: event.by,
            })),
          };
        },
      },
    ],
    figures: [
      {
        name: "paid out",
        what: "Cash and gift cards that providers paid, less what came back, by the day of either",
        permission: "figures.see",
        unit: "USD",
        kind: "flow",
        read: async (span) =>
          (await payables.paidIn(span)).reduce((sum, row) => sum + row.paid_minor - row.returned_minor, 0n),
      },
    ],
  };
}
