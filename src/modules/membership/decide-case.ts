/** What a person decides of sums that the processor never answered for, and of refunds that it does not make. */
import { lockCharge, readCharge, saveCharge } from "./charge-store.ts";
import { grantPaid } from "./grant-paid.ts";
import { reschedule } from "./keep-agenda.ts";
import { closeRefund, reopenRefund } from "./person-store.ts";
import { askRound } from "./refund-payment.ts";
import type { MembershipRoom } from "./room.ts";
import { lockJoin, lockMembership } from "./store.ts";

export type Decision = "retry" | "close";

/**
 * `retry` asks the processor anew. `close` lets a sum go, so that the member has the period for nothing, or says that a
 * refund was settled another way. False when there is no such case.
 */
export async function decideCase(room: MembershipRoom, id: string, decision: Decision): Promise<boolean> {
  const charge = await readCharge(room.database.db, id);
  return charge ? decideCharge(room, id, charge.membership_id, decision) : decideRefund(room, id, decision);
}

const decideRefund = (room: MembershipRoom, id: string, decision: Decision): Promise<boolean> =>
  room.database.transaction(async (tx) => {
    if (decision === "close") return closeRefund(tx, id);
    const refund = await reopenRefund(tx, id, room.clock.now());
    if (!refund) return false;
    await askRound(tx, room, refund);
    return true;
  });

const decideCharge = (room: MembershipRoom, id: string, membershipId: string, decision: Decision): Promise<boolean> =>
  room.database.transaction(async (tx) => {
    const join = await lockJoin(tx, membershipId);
    const row = await lockMembership(tx, membershipId);
    const charge = await lockCharge(tx, id);
    if (!join || !row || row.state === "ended" || !charge?.needs_person_since) return false;
    const seen = { needs_person_since: null, needs_person_why: null };
    if (decision === "retry") {
      await saveCharge(tx, charge, { ...seen, may_retry: true });
      await reschedule(tx, room, row);
      return true;
    }
    const free = await saveCharge(tx, charge, {
      ...seen,
      state: "succeeded",
      amount_minor: 0n,
      decline_code: null,
      paid_at: room.clock.now(),
    });
    await grantPaid(tx, room, { join, row, charge: free });
    return true;
  });
