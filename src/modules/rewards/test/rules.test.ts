/** What a reward is, given what its people did: the tables behind the stories of invitations, credits and first orders. */
import { describe, expect, it } from "vitest";
import { claimStanding } from "../first-order-rules.ts";
import { creditStanding } from "../promotion-rules.ts";
import { type FriendOrder, type Standing, standingOf } from "../rules.ts";

const AT = new Date("2027-04-01T00:00:00Z");
const order = (order_id: string, state: FriendOrder["state"]): FriendOrder => ({ order_id, state, expected_at: AT });
const [waiting, sure, refused] = [order("w", "pending"), order("s", "confirmed"), order("r", "reversed")];

describe("an invitation's reward", () => {
  const joined: Standing = { state: "joined", order_id: null, expected_at: null, reason_code: null };
  it.each([
    ["waits without an order", joined, [], "joined", null],
    ["is pending with one that waits", joined, [refused, waiting], "pending", "w"],
    ["is earned by a confirmed one, though an earlier one still waits", joined, [waiting, sure], "earned", "s"],
    ["goes back when none stands", { ...joined, state: "earned", order_id: "r" }, [refused], "reversed", "r"],
    ["stays refused whatever is bought", { ...joined, state: "refused" }, [sure], "refused", null],
  ] as const)("%s", (_what, before, orders, state, order_id) =>
    expect(standingOf(before, orders)).toMatchObject({ state, order_id }),
  );
});

describe("a promotion's credit", () => {
  const before = { state: "pending", order_id: null, reason_code: null } as const;
  const facts = { verified: true, orders: [sure], paid_month: false, in_time: true, first: true };
  it.each([
    ["is earned by a confirmed order", before, facts, "earned"],
    ["is earned by a paid month", before, { ...facts, orders: [], paid_month: true }, "earned"],
    ["waits for a proven address", before, { ...facts, verified: false }, "pending"],
    ["waits for its order", before, { ...facts, orders: [waiting], in_time: false }, "pending"],
    ["lapses without one", before, { ...facts, orders: [], in_time: false }, "reversed"],
    ["is had once a card", { ...before, state: "reversed", reason_code: "card_had" }, facts, "reversed"],
  ] as const)("%s", (_what, standing, known, state) =>
    expect(creditStanding(standing, known)).toMatchObject({ state }),
  );
});

describe("a first order's reward", () => {
  const before = { state: "claimed", order_id: null, expected_at: null, reason_code: null } as const;
  const earned = { ...before, state: "earned", order_id: "s" } as const;
  it.each([
    ["counts while the membership runs", before, [sure], { member: true, first: true }, "earned"],
    ["does not begin to count without one", before, [sure], { member: false, first: true }, "claimed"],
    ["goes on when the membership has ended", earned, [sure], { member: false, first: true }, "earned"],
    ["that a second account had earned stays with its order", earned, [sure], { member: true, first: false }, "earned"],
    ["that a second account had earned goes with it", earned, [refused], { member: true, first: false }, "reversed"],
  ] as const)("%s", (_what, standing, orders, who, state) =>
    expect(claimStanding(standing, orders, who)).toMatchObject({ state }),
  );
});
