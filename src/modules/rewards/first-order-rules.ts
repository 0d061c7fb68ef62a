/** Rules of the first-order reward: pure. They are those of a referral's reward, with a claim where that has a friend. */
import { type FriendOrder, type ReferralState, standingOf } from "./rules.ts";

export const FIRST_ORDER_TRANSITIONS = {
  claimed: ["pending", "earned", "reversed"],
  pending: ["earned", "reversed"],
  earned: ["reversed", "pending"],
  reversed: ["pending", "earned"],
} as const satisfies Record<string, readonly string[]>;
export type FirstOrderState = keyof typeof FIRST_ORDER_TRANSITIONS;
export const FIRST_ORDER_KINDS = ["cash", "gift_card"] as const;
export type FirstOrderKind = (typeof FIRST_ORDER_KINDS)[number];
export type GiftState = "waits" | "bought" | "kept_as_cash";

export type ClaimStanding = {
  state: FirstOrderState;
  order_id: string | null;
  expected_at: Date | null;
  reason_code: FirstOrderReason | null;
};
export type FirstOrderReason = "order_reversed" | "one_a_person" | "card_had";

export const asReferral = (state: FirstOrderState): ReferralState => (state === "claimed" ? "joined" : state);
const asClaim = (state: ReferralState): FirstOrderState =>
  state === "joined" || state === "refused" ? "claimed" : state;

/**
 * What a claim is, given the orders that are large enough and were made in time. It only begins to count while its member's
 * membership runs. While one claim carries something, a second one, which came in with another account of the same person,
 * counts for nothing that is not theirs already.
 */
export function claimStanding(
  before: ClaimStanding,
  orders: readonly FriendOrder[],
  who: { member: boolean; first: boolean },
): ClaimStanding {
  if (!who.first) {
    if (before.state === "pending") return { ...before, state: "reversed", reason_code: "one_a_person" };
    // What it had earned before stays, for as long as the order that earned it does.
    const stands = orders.some((order) => order.order_id === before.order_id && order.state === "confirmed");
    if (before.state !== "earned" || stands) return before;
    return { ...before, state: "reversed", order_id: null, reason_code: "order_reversed" };
  }
  if (before.state === "claimed" && !who.member) return before;
  if (before.reason_code === "one_a_person" || before.reason_code === "card_had") return before;
  const standing = standingOf({ ...before, state: asReferral(before.state), reason_code: null }, orders);
  return { ...standing, state: asClaim(standing.state), reason_code: standing.reason_code ? "order_reversed" : null };
}
