/** Memberships, charges, refunds and disputes as operators list them. */
import { showUsd } from "#platform/money";
import type { MemberSection, ObjectLink, OperatorList } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { OwnedCharge, OwnedRefund } from "./desk/desk-store.ts";
import type { MembershipDesk } from "./desk/membership-desk.ts";
import { chargeId, membershipId, refundId } from "./ids.ts";
import { CHARGE_TRANSITIONS, type ChargeState, MEMBERSHIP_TRANSITIONS, type MembershipState } from "./rules.ts";
import type { MembershipRow } from "./store.ts";

export const membershipLink = (row: MembershipRow): ObjectLink => ({
  kind: "membership",
  id: membershipId.show(row.membership_id),
  line: `${row.tier} at ${showUsd(row.monthly_minor)} a month, ${row.state}${row.cancel_at_period_end ? `, ends ${row.ends_on}` : ""}`,
});
export const chargeLink = (row: OwnedCharge): ObjectLink => ({
  kind: "charge",
  id: chargeId.show(row.charge_id),
  line: `${showUsd(row.amount_minor)} for ${row.tier} from ${row.period_start}, ${row.state}${row.decline_code ? ` (${row.decline_code})` : ""}`,
});
export const refundLink = (row: OwnedRefund): ObjectLink => ({
  kind: "refund",
  id: refundId.show(row.refund_id),
  line: `${showUsd(row.amount_minor)} back, ${row.state}: ${row.reason}`,
});

// The tables of transitions have every state as a key.
const CHARGE_STATES = Object.keys(CHARGE_TRANSITIONS) as ChargeState[];
const STATES = Object.keys(MEMBERSHIP_TRANSITIONS) as MembershipState[];

export const membershipSections = (
  desk: MembershipDesk,
  membershipsOf: (userId: string) => Promise<readonly MembershipRow[]>,
): readonly MemberSection[] => [
  {
    name: "memberships",
    what: "Memberships that run and that ended",
    permission: "members.see",
    list: async (user, most) =>
      (await membershipsOf(user)).slice(0, most).map((row) => ({ ...membershipLink(row), at: row.joined_at })),
  },
  {
    name: "charges",
    what: "Sums that were asked of their cards",
    permission: "money.see",
    list: async (user, most) =>
      (await desk.chargesOf(user, most)).map((row) => ({ ...chargeLink(row), at: row.created_at })),
  },
];

export const membershipLists = (desk: MembershipDesk): readonly OperatorList[] => [
  {
    name: "memberships",
    what: "Every membership, the newest first",
    permission: "members.see",
    filters: [{ name: "state", values: ["all", ...STATES] }],
    async read({ filters, after, most }) {
      const rows = await desk.memberships({
        state: readFilter(filters.state, STATES),
        after: readPlace(after, membershipId),
        most,
      });
      return {
        rows: rows.map((row) => ({
          ...membershipLink(row),
          facts: known({
            joined: row.joined_at,
            plan: row.tier,
            "a month": showUsd(row.monthly_minor),
            "next charge": row.state !== "ended" && !row.cancel_at_period_end && row.next_charge_on,
            state: row.end_reason ? `${row.state} (${row.end_reason})` : row.state,
          }),
        })),
        after: placeAfter(rows, most, (row) => ({ at: row.joined_at, shown: membershipId.show(row.membership_id) })),
      };
    },
  },
  {
    name: "charges",
    what: "Every sum that was asked of a card, the newest first",
    permission: "money.see",
    filters: [{ name: "state", values: ["all", ...CHARGE_STATES] }],
    async read({ filters, after, most }) {
      const rows = await desk.charges({
        state: readFilter(filters.state, CHARGE_STATES),
        after: readPlace(after, chargeId),
        most,
      });
      return {
        rows: rows.map((row) => ({
          ...chargeLink(row),
          facts: known({
            asked: row.created_at,
            amount: showUsd(row.amount_minor),
            plan: row.tier,
            tries: String(row.tries),
            state: row.decline_code ? `${row.state} (${row.decline_code})` : row.state,
          }),
        })),
        after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: chargeId.show(row.charge_id) })),
      };
    },
  },
  {
    name: "refunds",
    what: "Every payment that was given back, the newest first",
    permission: "money.see",
    async read({ after, most }) {
      const rows = await desk.refunds({ after: readPlace(after, refundId), most });
      return {
        rows: rows.map((row) => ({
          ...refundLink(row),
          facts: known({ asked: row.asked_at, amount: showUsd(row.amount_minor), why: row.reason, state: row.state }),
        })),
        after: placeAfter(rows, most, (row) => ({ at: row.asked_at, shown: refundId.show(row.refund_id) })),
      };
    },
  },
  {
    name: "disputes",
    what: "Payments that a bank took back, the newest first; nothing is away of those that were won",
    permission: "money.see",
    async read({ after, most }) {
      const rows = await desk.disputes({ after: readPlace(after, chargeId), most });
      return {
        rows: rows.map((row) => ({
          ...chargeLink(row),
          facts: known({
            disputed: row.disputed_at,
            amount: showUsd(row.amount_minor),
            away: showUsd(row.disputed_minor),
            payment: row.payment_id,
          }),
        })),
        after: placeAfter(rows, most, (row) => ({ at: row.disputed_at, shown: chargeId.show(row.charge_id) })),
      };
    },
  },
];
