/** Accounts that the ledger works with itself: what members have, and where its own verbs bring it. Other kinds lie with their modules. */

import type { AccountKind } from "#platform/account-kind";
import { defineAccount } from "#platform/account-kind";
import type { Unit } from "#platform/money";

export const MEMBER_PENDING = defineAccount("member_pending", {
  class: "liability",
  unit: "USD",
  house: false,
  bound: "floor",
  about: "cash back that a store may still take back",
});
export const MEMBER_AVAILABLE = defineAccount("member_available", {
  class: "liability",
  unit: "USD",
  house: false,
  bound: "floor",
  about: "confirmed cash back, free to withdraw",
});
export const MEMBER_HELD = defineAccount("member_held", {
  class: "liability",
  unit: "USD",
  house: false,
  bound: "floor",
  about: "set aside for a withdrawal on its way",
});
export const MEMBER_CLAWBACK = defineAccount("member_clawback", {
  class: "asset",
  unit: "USD",
  house: false,
  bound: "ceiling",
  about: "withdrawn and reversed later: what a member owes",
});
export const MEMBER_COINS = defineAccount("member_coins", {
  class: "liability",
  unit: "COIN",
  house: false,
  bound: "floor",
  about: "coins free to spend",
});
export const MEMBER_COINS_HELD = defineAccount("member_coins_held", {
  class: "liability",
  unit: "COIN",
  house: false,
  bound: "floor",
  about: "coins set aside for a gift card",
});
export const MEMBER_COINS_PENDING = defineAccount("member_coins_pending", {
  class: "liability",
  unit: "COIN",
  house: false,
  bound: "floor",
  about: "coins that a provider has reported and may still take back",
});
export const MEMBER_COINS_CLAWBACK = defineAccount("member_coins_clawback", {
  class: "asset",
  unit: "COIN",
  house: false,
  bound: "ceiling",
  about: "coins spent and taken back later: what a member owes",
});
export const COINS_ISSUED = defineAccount("coins_issued", {
  class: "expense",
  unit: "COIN",
  house: true,
  bound: "none",
  about: "coins given to members",
});
export const COIN_RESERVE = defineAccount("coin_reserve", {
  class: "liability",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what issued coins are worth: never less, so that no coin is out that nobody paid for",
});
export const GIVEN_UP = defineAccount("given_up", {
  class: "income",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what members gave up, in so many words, when they ended their account",
});
export const UNCLAIMED = defineAccount("unclaimed", {
  class: "liability",
  unit: "USD",
  house: true,
  bound: "none",
  about: "came back for people whose account has ended, and is still theirs",
});

/** What a member has, unit by unit: every verb works on one unit's four accounts. */
export const MEMBER_ACCOUNTS = {
  USD: { pending: MEMBER_PENDING, available: MEMBER_AVAILABLE, held: MEMBER_HELD, clawback: MEMBER_CLAWBACK },
  COIN: {
    pending: MEMBER_COINS_PENDING,
    available: MEMBER_COINS,
    held: MEMBER_COINS_HELD,
    clawback: MEMBER_COINS_CLAWBACK,
  },
} as const satisfies Record<Unit, Record<string, AccountKind>>;
