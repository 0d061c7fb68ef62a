/** Accounts of the cash side: our bank, and what a payment of a network was less or more than its orders. */
import { defineAccount } from "#platform/account-kind";

export const BANK = defineAccount("bank", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "our bank account, as far as this product moves it: only what its statement shows",
});
export const REMITTANCE_DIFFERENCE = defineAccount("remittance_difference", {
  class: "asset",
  unit: "USD",
  house: true,
  bound: "none",
  about: "what a network paid less or more than its orders say, until a person knows why",
});
export const NETWORK_FEES = defineAccount("network_fees", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "kept by networks and banks on the way to us",
});
export const EXCHANGE_DIFFERENCES = defineAccount("exchange_differences", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "lost or won because a network pays in another currency",
});
export const WRITE_OFFS = defineAccount("write_offs", {
  class: "expense",
  unit: "USD",
  house: true,
  bound: "none",
  about: "given up or corrected by a person, with a reason",
});
