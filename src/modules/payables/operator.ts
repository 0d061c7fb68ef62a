/** What operators see and do of payments to others: those that only a person can end, and what became of each. */
import { showUsd } from "#platform/money";
import type { ActRefusal, OperatorAct, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { payableId } from "./ids.ts";
import { paymentLink, paymentList, paymentObject } from "./operator-pages.ts";
import type { PayableRefusal, PayableState, Payables } from "./payables.server.ts";

const ENDS = ["done", "refused", "returned"] as const;
type End = (typeof ENDS)[number];
const WHAT: Record<End, string> = {
  done: "The provider says that it was paid: what was set aside is booked to the provider.",
  refused:
    "The provider says that it was not paid: what was set aside goes back to its member. One without a reference is stopped first.",
  returned: "The provider says that it came back: the member has it again.",
};
const REFERENCE: Record<End, string> = {
  done: "the provider's own id of it as you see it there; may stay empty when we know it",
  refused: "the provider's own id of it as you see it there; may stay empty when the provider has none",
  returned: "the provider's own id of it as you see it there",
};
/** What is in the way, and what to do about it. */
const WHY: Record<PayableRefusal, string> = {
  unknown_payable: "There is no such payment.",
  not_possible: "From where it stands now it cannot become that: look at it again.",
  call_under_way: "The provider is being asked about it at this moment: look at it again in two minutes, then say it.",
  not_stopped:
    "It may still be sent, or was sent since you looked. Stop it first; then look for it at the provider once more, and say what you see.",
  stopped_just_now:
    "The last call may still be carried out there. Wait until five minutes after it was stopped, look for it at the provider once more, and say what you see.",
  already_stopped: "It is stopped: look for it at the provider, and say what you see.",
  already_known: "The provider has it, so it is not sent again: say how it ended, with the provider's id of it.",
  reference_needed:
    "The provider has it. Look it up there, and type its id as you see it there: only for that one is this said.",
  other_reference: "That is not the id by which the provider told us of it: look at both again.",
  other_payment:
    "That is the id of another payment, and tells nothing of this one: look for this one at the provider again.",
};
const ENDED =
  "Nothing is tried: it ended before, and stays so. It only leaves this list; what the provider may have paid all the same is not asked back.";
/** What comes of letting it go on, by where it stands. */
const TRIED: Partial<Record<PayableState, string>> = {
  done: "The provider is asked about it as soon as a worker is free.",
  refused: ENDED,
  returned: ENDED,
};

export function payableView(payables: Payables): OperatorView {
  const toldOf = (to: End, { values }: Told) => ({ to, reference: values.reference?.trim() || null });
  const answer = (code: PayableRefusal): Outcome<string, ActRefusal> =>
    code === "unknown_payable" ? refused("unknown") : refused("not_possible", { why: WHY[code] });

  async function settle(to: End, shown: string, told: Told): Promise<Outcome<string, ActRefusal>> {
    const { by, reason, decidedAt } = told;
    const id = payableId.read(shown);
    if (!id) return refused("unknown");
    if (by.trim() === "" || reason.trim() === "")
      return refused("not_possible", { why: "It says who does it and why." });
    const decided = decidedAt ? { decided_at: decidedAt } : {};
    const outcome = await payables.settle(id, { ...toldOf(to, told), by, reason, ...decided });
    return outcome.ok ? done(`It is ${to} now.`) : answer(outcome.code);
  }
  const stop: OperatorAct = {
    name: "stop",
    what: "It is not sent any more until somebody says “retry”: look for it at the provider five minutes after this, then say how it ended.",
    permission: "payments.decide",
    reason: false,
    atOnce: true,
    aside: true,
    async barred(shown) {
      const id = payableId.read(shown);
      const why = id && (await payables.whyNotStopped(id));
      return why ? WHY[why] : null;
    },
    async run(shown, { by }) {
      const id = payableId.read(shown);
      if (!id) return refused("unknown");
      const outcome = await payables.stop(id, by);
      return outcome.ok
        ? done("It is not sent any more: look for it at the provider in five minutes.")
        : answer(outcome.code);
    },
  };
  const retry: OperatorAct = {
    name: "retry",
    what: "What was in the way is mended: it is tried as soon as a worker is free. One that was given back only leaves this list.",
    permission: "payments.decide",
    reason: false,
    async run(shown) {
      const id = payableId.read(shown);
      const outcome = id && (await payables.retry(id));
      if (!outcome?.ok) return refused("unknown");
      return done(TRIED[outcome.value.state] ?? "It is tried as soon as a worker is free.");
    },
  };
  const endAct = (to: End): OperatorAct => ({
    name: to,
    what: WHAT[to],
    permission: "payments.decide",
    freshSignIn: true,
    reason: true,
    asks: [{ name: "reference", what: REFERENCE[to], optional: to !== "returned" }],
    async barred(shown) {
      const id = payableId.read(shown);
      const why = id && (await payables.whyNot(id, { to, reference: null }));
      // The reference is what they are asked for.
      return why && why !== "reference_needed" ? WHY[why] : null;
    },
    async check(shown, told) {
      const id = payableId.read(shown);
      const why = id && (await payables.whyNot(id, toldOf(to, told)));
      return why ? WHY[why] : null;
    },
    run: (id, told) => settle(to, id, told),
  });
  // What may still go out is stopped first; trying again comes last, since it undoes that.
  const acts = [stop, ...ENDS.map(endAct), retry];
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
        acts,
      },
    ],
    objects: [paymentObject(payables, acts)],
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
        isIdle: async (span) =>
          (await payables.paidIn(span)).every((row) => row.paid_minor === 0n && row.returned_minor === 0n),
      },
    ],
  };
}
