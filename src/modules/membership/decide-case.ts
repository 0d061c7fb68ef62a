/** What a person decides of sums that the processor never answered for, and of refunds that it does not make. */
import { lockCharge, readCharge, saveCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { grantPaid } from "./grant-paid.ts";
import { reschedule } from "./keep-agenda.ts";
import { closeRefund, reopenRefund } from "./person-store.ts";
import { askRound } from "./refund-payment.ts";
import { lockJoin, lockMembership } from "./store.ts";

export type Decision = "retry" | "close";

/**
 * `retry` asks the processor anew. `close` lets a sum go, so that the member has the period for nothing, or says that a
 * refund was settled another way. False when there is no such case.
 */
export async function decideCase(context: MembershipContext, id: string, decision: Decision): Promise<boolean> {
  const charge = await readCharge(context.database.db, id);
  return charge ? decideCharge(context, id, charge.membership_id, decision) : decideRefund(context, id, decision);
}

const decideRefund = (context: MembershipContext, id: string, decision: Decision): Promise<boolean> =>
  context.database.transaction(async (tx) => {
    if (decision === "close") return closeRefund(tx, id);
    const refund = await reopenRefund(tx, id, context.clock.now());
    if (!refund) return false;
    await askRound(tx, context, refund);
    return true;
  });

const decideCharge = (
  context: MembershipContext,
  id: string,
  membershipId: string,
  decision: Decision,
): Promise<boolean> =>
  context.database.transaction(async (tx) => {
    const join = await lockJoin(tx, membershipId);
    const row = await lockMembership(tx, membershipId);
    const charge = await lockCharge(tx, id);
    if (!join || !row || row.state === "ended" || !charge?.needs_person_since) return false;
    const seen = { needs_person_since: null, needs_person_why: null };
    if (decision === "retry") {
      await saveCharge(tx, charge, { ...seen, may_retry: true });
      await reschedule(tx, context, row);
      return true;
    }
    const free = await saveCharge(tx, charge, {
      ...seen,
      state: "succeeded",
      amount_minor: 0n,
      decline_code: null,
      paid_at: context.clock.now(),
    });
    await grantPaid(tx, context, { join, row, charge: free });
    return true;
  });
