/** What operators see and do of payments to others: those that only a person can end, and what became of each. */
import { showUsd } from "#platform/money";
import type { ActRefusal, OperatorAct, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { payableId } from "./ids.ts";
import { paymentLink, paymentList, paymentObject } from "./operator-pages.ts";
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
    if (by.trim() === "" || reason.trim() === "")
      return refused("not_possible", { why: "It says who does it and why." });
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
  const endAct = (to: End): OperatorAct => ({
    name: to,
    what: WHAT[to],
    permission: "payments.decide",
    freshSignIn: true,
    reason: true,
    asks: [REFERENCE],
    run: (id, told) => settle(to, id, told),
  });
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
        acts: [retry, ...ENDS.map(endAct)],
      },
    ],
    objects: [paymentObject(payables, [retry, ...ENDS.map(endAct)])],
    members: [
      {
        name: "payments",
        what: "Payments to them, and refunds to their card",
        permission: "money.see",
        list: async (user, most) =>
          (await payables.desk.of(user, most)).map((row) => ({ ...paymentLink(row), at: row.created_at })),
      },
    ],
    lists: [paymentList(payables)],
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
