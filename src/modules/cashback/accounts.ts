/** Accounts that orders post to: what networks owe us, and our part of it. */
import { defineAccount } from "#platform/account-kind";

export const NETWORK_RECEIVABLE = defineAccount("network_receivable", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "commission that a network has reported",
});
export const MARGIN_PENDING = defineAccount("margin_pending", {
  class: "liability",
  unit: "USD",
  house: true,
  bound: "none",
  about: "our part of commission that may still be taken back",
});
export const MARGIN = defineAccount("margin", {
  class: "income",
  unit: "USD",
  house: true,
  bound: "none",
  about: "our part of confirmed commission",
});
