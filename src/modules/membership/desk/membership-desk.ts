/** What operators look for among memberships and what was charged for them, as the module's door offers it. */
import type { Database } from "#platform/database";
import * as store from "./desk-store.ts";

export function createMembershipDesk(db: Database) {
  return {
    find: (asked: Parameters<typeof store.findCharges>[1], most: number) => store.findCharges(db, asked, most),
    charge: (chargeId: string) => store.readOwnedCharge(db, chargeId),
    charges: (asked: Parameters<typeof store.listCharges>[1]) => store.listCharges(db, asked),
    chargesOf: (userId: string, most: number) => store.readChargesOf(db, userId, most),
    attempts: (chargeId: string) => store.readAttemptsOf(db, chargeId),
    movements: (paymentId: string) => store.readMovementsOf(db, paymentId),
    membership: (membershipId: string) => store.readMembershipRow(db, membershipId),
    memberships: (asked: Parameters<typeof store.listMemberships>[1]) => store.listMemberships(db, asked),
    refund: (refundId: string) => store.readRefund(db, refundId),
    refunds: (asked: Parameters<typeof store.listRefunds>[1]) => store.listRefunds(db, asked),
    refundsOfCharge: (chargeId: string) => store.readRefundOfCharge(db, chargeId),
    disputes: (asked: Parameters<typeof store.listDisputes>[1]) => store.listDisputes(db, asked),
    receipts: (membershipId: string) => store.readReceipts(db, membershipId),
    notices: (membershipId: string) => store.readNoticesOf(db, membershipId),
    history: (membershipId: string) => store.readHistoryOf(db, membershipId),
  };
}
export type MembershipDesk = ReturnType<typeof createMembershipDesk>;
