/** What operators do with a member's money by hand, and what was done. */

import { ALONE, CEILING, readAmount } from "#platform/hand-limits";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ActRefusal, OperatorAct, OperatorView, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { GIVEN, type HandReason, isReason, TAKEN } from "./hand-rules.ts";
import type { HandRefusal } from "./move-by-hand.ts";
import type { Rewards } from "./rewards.server.ts";

const WHY: Record<Exclude<HandRefusal, "unknown_member">, string> = {
  too_much: `At most ${showUsd(CEILING.press)} at once, and ${showUsd(CEILING.operator_day)} a day.`,
  second_person: `Above ${showUsd(ALONE.member_month)} a member and month, or ${showUsd(ALONE.operator_day)} a day, a second person says yes.`,
  not_said: "It says what it is about, and who says yes is somebody else.",
};
const ASKS = [
  { name: "amount", what: "dollars, such as 12.50" },
  { name: "note", what: "what it is about, for colleagues" },
] as const;

function actOf(rewards: Rewards, name: "credit" | "debit"): OperatorAct {
  const reasons = name === "credit" ? GIVEN : TAKEN;
  const sign = name === "credit" ? 1n : -1n;
  return {
    name,
    what:
      name === "credit"
        ? "The member has this money at once, and reads the reason in the passbook and in a letter."
        : "The money is taken from what is free; what is not there is owed. The member reads the reason.",
    permission: "money.propose",
    reasons: Object.entries(reasons).map(([code, { what }]) => ({ code, what })),
    secondPerson: {
      permission: "money.approve",
      async needed(id, { by, values }) {
        const user_id = userId.read(id);
        const amount = readAmount(values.amount);
        return user_id !== null && amount !== null && rewards.asksSecond({ user_id, amount_minor: amount, by });
      },
    },
    freshSignIn: true,
    reason: true,
    asks: ASKS,
    async run(id: string, { by, reason, values, approvedBy, decidedAt }: Told): Promise<Outcome<string, ActRefusal>> {
      const user_id = userId.read(id);
      if (!user_id) return refused("unknown");
      const amount = readAmount(values.amount);
      if (!amount) return refused("not_possible", { why: "The amount is dollars, such as 12.50." });
      if (!isReason(reason, reasons)) return refused("not_possible", { why: "The reason is one of the list." });
      const outcome = await rewards.moveByHand({
        user_id,
        amount_minor: sign * amount,
        // What was looked up in the list is one of it.
        words: reason as HandReason,
        note: values.note ?? "",
        by,
        approved_by: approvedBy ?? null,
        decided_at: decidedAt,
      });
      if (outcome.ok)
        return done(
          `${showUsd(amount)} ${outcome.value.again ? "had been" : "was"} ${name === "credit" ? "given" : "taken"}.`,
        );
      return outcome.code === "unknown_member"
        ? refused("unknown")
        : refused("not_possible", { why: WHY[outcome.code] });
    },
  };
}

export const rewardView = (rewards: Rewards): OperatorView => ({
  adds: [{ kind: "member", permission: "money.see", acts: [actOf(rewards, "credit"), actOf(rewards, "debit")] }],
  members: [
    {
      name: "money by hand",
      what: "What was given or taken by a person, with the reason",
      permission: "money.see",
      list: async (user, most) =>
        (await rewards.movedByHand(user, most)).map((row) => ({
          kind: "money by hand",
          id: row.move_id,
          at: row.at,
          line: `${showUsd(row.amount_minor)} ${row.words}: ${row.note} (${row.by}${row.approved_by ? `, with ${row.approved_by}` : ""})`,
        })),
    },
  ],
});
