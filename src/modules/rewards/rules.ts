/** Rules of credits and referrals: pure. What a referral is, given the friend's orders, and what it holds in the ledger. */
import { MARKETING } from "#coins";
import type { Held, Line } from "#ledger";
import type { ReferralReason } from "./messages.ts";

export const FLOWS = ["flow1", "flow5"] as const;
export type Flow = (typeof FLOWS)[number];
export const readFlow = (text: string | null): Flow | null => FLOWS.find((flow) => flow === text) ?? null;

export const REFERRAL_TRANSITIONS = {
  joined: ["pending", "earned", "refused"],
  pending: ["earned", "reversed", "refused"],
  earned: ["reversed", "pending", "refused"],
  reversed: ["pending", "earned", "refused"],
  refused: [],
} as const satisfies Record<string, readonly string[]>;
export type ReferralState = keyof typeof REFERRAL_TRANSITIONS;

/** A friend who came with a code may be written down within so many days of registering. */
export const JOIN_DAYS = 7;

/** Codes are typed and read aloud: upper case, without spaces and dashes. Null when it cannot be a code. */
export function readCode(text: string | null | undefined): string | null {
  const code = (text ?? "").replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z0-9]{6,12}$/.test(code) ? code : null;
}

/** The mailbox behind an address: `Ann.Smith+tuppence@googlemail.com` and `annsmith@gmail.com` are one person's. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase().replace(/\+.*$/, "");
  if (domain === "gmail.com" || domain === "googlemail.com") return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}

export type FriendOrder = {
  order_id: string;
  state: "pending" | "confirmed" | "declined" | "reversed";
  expected_at: Date;
};

export type Standing = {
  state: ReferralState;
  order_id: string | null;
  expected_at: Date | null;
  reason_code: ReferralReason | null;
};

/**
 * What a referral is, given all of the friend's orders that are large enough and were made in time, oldest first. The
 * first that still stands carries the reward, and a confirmed one before a pending one; so neither the order in which
 * networks tell things nor a repeat makes a difference.
 */
export function standingOf(before: Standing, orders: readonly FriendOrder[]): Standing {
  if (before.state === "refused") return before;
  const carrier =
    orders.find((order) => order.state === "confirmed") ?? orders.find((order) => order.state === "pending") ?? null;
  if (carrier)
    return {
      state: carrier.state === "confirmed" ? "earned" : "pending",
      order_id: carrier.order_id,
      expected_at: carrier.expected_at,
      reason_code: null,
    };
  if (before.state === "joined") return before;
  return { ...before, state: "reversed", expected_at: null, reason_code: "order_reversed" };
}

/** Of a second invitation of one person nothing stands but what it had earned, for as long as its own order does. */
export function secondStanding(before: Standing, orders: readonly FriendOrder[]): Standing {
  const stands = orders.some((order) => order.order_id === before.order_id && order.state === "confirmed");
  if (before.state === "refused" || (before.state === "earned" && stands)) return before;
  return { state: "refused", order_id: null, expected_at: null, reason_code: "one_person" };
}

/**
 * The order in which several rewards of one person, who had them in accounts that became one, are looked at: what was
 * earned comes first, then the older. Whoever of them carries something leaves nothing to those that follow.
 */
export const inTurn = <T extends { state: string; earned_at: Date | null }>(oldestFirst: readonly T[]): T[] => {
  const earnedAt = (row: T) => (row.state === "earned" ? (row.earned_at?.getTime() ?? 0) : Number.POSITIVE_INFINITY);
  // Infinity minus itself is no order.
  return oldestFirst.toSorted((a, b) => (earnedAt(a) === earnedAt(b) ? 0 : earnedAt(a) - earnedAt(b)));
};

/** What one side's reward holds in the ledger in a state. */
export function heldIn(state: ReferralState, amount: bigint): Held {
  return {
    pending: state === "pending" ? amount : 0n,
    confirmed: state === "earned" ? amount : 0n,
  };
}

/** Rewards and promotions are a cost of winning members. */
export const againstMarketing = (from: Held, to: Held): Line[] => [
  {
    account: { kind: MARKETING, owner: "house" },
    amount: from.pending + from.confirmed - to.pending - to.confirmed,
  },
];

/** "Nia Newcomer" → "Nia N.": enough for the one who invited, no more. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return last ? `${words[0]} ${last.toUpperCase()}.` : (words[0] ?? "");
}
