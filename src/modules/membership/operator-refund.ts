/** The act by which a person gives a charge back. */
import { ALONE, CEILING, readAmount } from "#platform/hand-limits";
import { showUsd } from "#platform/money";
import type { OperatorAct } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import { chargeId } from "./ids.ts";
import type { Membership } from "./membership.server.ts";
import { HAND_REFUNDS } from "./messages.ts";
import type { HandRefundRefusal } from "./refund-by-hand.ts";

const WHY: Record<Exclude<HandRefundRefusal, "unknown_charge" | "unknown_member">, string> = {
  not_paid: "Nothing was paid.",
  once: "A person gave some of it back before: once by hand is all.",
  too_much_left: "That is more than is left of it.",
  too_much: `At most ${showUsd(CEILING.press)} at once, and ${showUsd(CEILING.operator_day)} a day.`,
  second_person: `Above ${showUsd(ALONE.member_month)} a member and month, or ${showUsd(ALONE.operator_day)} a day, a second person says yes.`,
  not_said: "It says what it is about, and who says yes is somebody else.",
};

/** Undefined for what is no amount; null for all that is left. */
const amountOf = (text: string | undefined): bigint | null | undefined =>
  text?.trim() ? (readAmount(text) ?? undefined) : null;

export const refundAct = (membership: Membership): OperatorAct => ({
  name: "refund",
  what: "It goes back to the card, and the member reads the reason. The membership goes on as it is.",
  permission: "money.propose",
  reasons: Object.entries(HAND_REFUNDS).map(([code, { what }]) => ({ code, what })),
  secondPerson: {
    permission: "money.approve",
    async needed(shown, { by, values }) {
      const charge_id = chargeId.read(shown);
      const amount_minor = amountOf(values.amount);
      return charge_id !== null && amount_minor !== undefined
        ? membership.asksSecondToRefund({ charge_id, amount_minor, by })
        : false;
    },
  },
  freshSignIn: true,
  reason: true,
  asks: [
    { name: "amount", what: "dollars, such as 4.50; without one all that is left", optional: true },
    { name: "note", what: "what it is about, for colleagues" },
  ],
  async run(shown, { by, reason, values, approvedBy }) {
    const charge_id = chargeId.read(shown);
    if (!charge_id) return refused("unknown");
    const amount_minor = amountOf(values.amount);
    if (amount_minor === undefined) return refused("not_possible", { why: "The amount is dollars, such as 4.50." });
    const outcome = await membership.refundByHand({
      ...{ charge_id, amount_minor, reason, by },
      ...{ note: values.note ?? "", approved_by: approvedBy ?? null },
    });
    if (outcome.ok) return done(`${showUsd(outcome.value.amount_minor)} go back to the card.`);
    return outcome.code === "unknown_charge" || outcome.code === "unknown_member"
      ? refused("unknown")
      : refused("not_possible", { why: WHY[outcome.code] });
  },
});
