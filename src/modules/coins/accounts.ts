/** Accounts that coins post to: what their providers owe us, and what we give ourselves. */
import { defineAccount } from "#platform/account-kind";

export const OFFER_RECEIVABLE = defineAccount("offer_receivable", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what a provider of offers or surveys owes us for confirmed coins",
});
export const MARKETING = defineAccount("marketing", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "given to win members: credits of promotions and rewards for bringing a friend",
});
