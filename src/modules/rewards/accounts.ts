/** The account that operators give from. */
import { defineAccount } from "#platform/account-kind";

export const GOODWILL = defineAccount("goodwill", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "given by an operator, with a reason",
});
