/**
 * A person gives a charge back to the card, whole or in part, through the one payable of refunds. Limits and the second person are
 * those of money by hand; the membership goes on as it is.
 */
import { civilDate } from "#platform/clock";
import { momentOf } from "#platform/database";
import { type HandSums, isTooMuch, needsSecond } from "#platform/hand-limits";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { lockCharge, readCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { type HandRefundReason, isHandRefundReason } from "./messages.ts";
import { sumReturned } from "./reconcile-store.ts";
import { requestRefund } from "./refund-payment.ts";
import { findByHand, insertRefund, lockByHand, readHandSums, sumSpokenFor } from "./refund-store.ts";
import { lockJoin, lockMembership, readJoin } from "./store.ts";

export type RefundByHand = {
  charge_id: string;
  /** In cents; null for all that is left. */
  amount_minor: bigint | null;
  reason: string;
  note: string;
  by: string;
  approved_by: string | null;
};
export type HandRefundRefusal =
  | "unknown_charge"
  | "unknown_member"
  | "not_paid"
  | "once"
  | "too_much_left"
  | "too_much"
  | "second_person"
  | "not_said";

const spanOf = (now: Date) => {
  const day = civilDate(now);
  return { day: new Date(`${day}T00:00:00Z`), month: new Date(`${day.slice(0, 7)}-01T00:00:00Z`) };
};

/** Whether this would take a second person now. */
export async function asksSecondToRefund(
  context: MembershipContext,
  asked: Pick<RefundByHand, "charge_id" | "amount_minor" | "by">,
): Promise<boolean> {
  const charge = await readCharge(context.database.db, asked.charge_id);
  const join = charge && (await readJoin(context.database.db, charge.membership_id));
  if (!charge || !join) return false;
  const sums: HandSums = await readHandSums(context.database.db, {
    ...{ user_id: join.user_id, by: asked.by },
    ...spanOf(context.clock.now()),
  });
  return needsSecond(asked.amount_minor ?? charge.amount_minor, sums);
}

export async function refundByHand(
  context: MembershipContext,
  input: RefundByHand,
): Promise<Outcome<{ amount_minor: bigint; again: boolean }, HandRefundRefusal>> {
  const { by, approved_by, reason } = input;
  const note = input.note.trim().slice(0, 500);
  if (note === "" || by === "" || approved_by === by || !isHandRefundReason(reason)) return refused("not_said");
  const known = await readCharge(context.database.db, input.charge_id);
  const owner = known && (await readJoin(context.database.db, known.membership_id));
  if (!known || !owner) return refused("unknown_charge");
  return context.database.transaction(
    async (tx): Promise<Outcome<{ amount_minor: bigint; again: boolean }, HandRefundRefusal>> => {
      // The person first, as a merge and the end of an account take them.
      if (!(await context.identity.lockLiving(tx, owner.user_id))) return refused("unknown_member");
      const join = await lockJoin(tx, known.membership_id);
      await lockMembership(tx, known.membership_id);
      const charge = await lockCharge(tx, known.charge_id);
      if (join?.user_id !== owner.user_id || !charge) return refused("unknown_member");
      const { payment_id } = charge;
      if (!payment_id || (charge.state !== "succeeded" && charge.state !== "refunded")) return refused("not_paid");
      const before = await findByHand(tx, payment_id);
      if (before?.by === by && before.note === note) return done({ amount_minor: before.amount_minor, again: true });
      if (before) return refused("once");
      await lockByHand(tx, by);
      const left = charge.amount_minor + (await sumReturned(tx, payment_id)) - (await sumSpokenFor(tx, payment_id));
      const amount_minor = input.amount_minor ?? left;
      if (amount_minor <= 0n || amount_minor > left) return refused("too_much_left");
      const asked_at = momentOf(tx, context.clock);
      const sums = await readHandSums(tx, { user_id: join.user_id, by, ...spanOf(asked_at) });
      if (isTooMuch(amount_minor, sums)) return refused("too_much");
      if (!approved_by && needsSecond(amount_minor, sums)) return refused("second_person");
      const refund_id = newId("charge");
      const row = { refund_id, payable_id: refund_id, charge_id: charge.charge_id, payment_id, amount_minor, asked_at };
      const told: HandRefundReason = reason;
      await insertRefund(tx, { ...row, reason: told, by, approved_by, note });
      await requestRefund(tx, context, row, join.user_id);
      return done({ amount_minor, again: false });
    },
  );
}
