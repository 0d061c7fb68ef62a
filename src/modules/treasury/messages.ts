/** Why the treasury books nothing, as whoever told it reads it. */
import type { TreasuryRefusal } from "./context.ts";

export const TREASURY_REFUSALS: Readonly<Record<TreasuryRefusal, string>> = {
  content_conflict:
    "This was told before under the same reference, with other amounts or another day. Nothing is booked.",
  parts_differ: "The amounts of the programs do not add up to what was stated. Nothing is booked.",
  unknown_difference: "There is no such open difference.",
  not_reported: "Nothing stands under this reference.",
  no_orders: "No order has come that it could pay for.",
  unknown_invoice: "The network has told of no such invoice. Nothing is booked.",
  invoice_paid: "A remittance has paid for such an invoice before. Nothing is booked.",
  invoice_currency: "An invoice is not in dollars: tell by program what the paper says. Nothing is booked.",
};
