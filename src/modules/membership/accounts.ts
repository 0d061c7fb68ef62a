/** Accounts that charges, and what the card processor does with them, post to. */
import { defineAccount } from "#platform/account-kind";

export const MEMBERSHIP_INCOME = defineAccount("membership_income", {
  class: "income",
  unit: "USD",
  house: true,
  bound: "none",
  about: "paid for memberships",
});
export const MEMBERSHIP_REFUNDS = defineAccount("membership_refunds", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "paid for memberships and given back, or taken back through a bank",
});
export const PROCESSOR_CLEARING = defineAccount("processor_clearing", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what the card processor holds for us",
});
export const PROCESSOR_FEES = defineAccount("processor_fees", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "kept by the card processor",
});
export const CASH_IN_TRANSIT = defineAccount("cash_in_transit", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "paid out by the card processor and not yet seen at our bank",
});
