/** Accounts that payments post to: one of each for every provider. */
import { defineAccount } from "#platform/account-kind";

export const PAYOUT_FLOAT = defineAccount("payout_float", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "money that left through a payout provider",
});
export const PAYOUT_FEES = defineAccount("payout_fees", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "kept by payout providers",
});
