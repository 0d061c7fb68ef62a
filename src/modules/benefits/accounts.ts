/** The account that rebates are paid from. */
import { defineAccount } from "#platform/account-kind";

export const REBATES = defineAccount("rebates", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "paid back to members by what their membership covers",
});
