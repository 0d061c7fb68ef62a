/** Rules of a promotion's credit: pure. What it is, given what its member has done. */
import type { FriendOrder } from "./rules.ts";

export const CREDIT_TRANSITIONS = {
  pending: ["earned", "reversed"],
  earned: ["reversed", "pending"],
  reversed: ["earned", "pending"],
} as const satisfies Record<string, readonly string[]>;
export type CreditState = keyof typeof CREDIT_TRANSITIONS;
export type CreditReason = "taken_back" | "payment_returned" | "lapsed" | "card_had" | "one_a_person";

export type CreditStanding = { state: CreditState; order_id: string | null; reason_code: CreditReason | null };

/** Earned by a paid month: an order that earned it is named. */
export const byMonth = (row: Pick<CreditStanding, "state" | "order_id"> | null): boolean =>
  row?.state === "earned" && row.order_id === null;

/**
 * A credit is earned by a confirmed order that is large enough and was made in time, or by a month paid in time; never before its
 * member has confirmed their address. Without either it lapses when its time is over. `orders` are those that are large
 * enough and were made in time. Of several, which came together with their accounts, all but the first keep what they had
 * earned for as long as what earned it stands, and earn nothing more.
 */
export function creditStanding(
  before: CreditStanding,
  facts: { verified: boolean; orders: readonly FriendOrder[]; paid_month: boolean; in_time: boolean; first: boolean },
): CreditStanding {
  // Once a person and once a card: no later order changes that.
  if (before.reason_code === "card_had" || before.reason_code === "one_a_person") return before;
  if (!facts.first) return secondStanding(before, facts);
  const confirmed = facts.orders.find((order) => order.state === "confirmed");
  const earned = confirmed !== undefined || facts.paid_month;
  if (earned && facts.verified) return { state: "earned", order_id: confirmed?.order_id ?? null, reason_code: null };
  const open = facts.orders.some((order) => order.state === "pending");
  if (earned || open || facts.in_time) return { state: "pending", order_id: null, reason_code: null };
  return { state: "reversed", order_id: null, reason_code: whyReversed(before, facts.orders.length > 0) };
}

function whyReversed(before: CreditStanding, hadOrders: boolean): CreditReason {
  if (before.reason_code === "payment_returned" || byMonth(before)) return "payment_returned";
  return before.state === "earned" || hadOrders ? "taken_back" : "lapsed";
}

function secondStanding(
  before: CreditStanding,
  facts: { orders: readonly FriendOrder[]; paid_month: boolean },
): CreditStanding {
  const own = facts.orders.some((order) => order.order_id === before.order_id && order.state === "confirmed");
  const stands = before.order_id === null ? facts.paid_month : own;
  if (before.state === "reversed" || (before.state === "earned" && stands)) return before;
  return { state: "reversed", order_id: null, reason_code: "one_a_person" };
}
