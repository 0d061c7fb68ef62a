/** What every verb of the treasury is given. */
import type { Cashback } from "#cashback";
import type { Ledger } from "#ledger";
import type { Membership } from "#membership";
import type { Payables } from "#payables";
import type { Payouts } from "#payouts";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";

export type TreasuryContext = {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  ledger: Ledger;
  payables: Payables;
  membership: Membership;
  cashback: Cashback;
  payouts: Payouts;
};

/** `content_conflict`: told before under the same reference, with something else. */
export type TreasuryRefusal =
  | "content_conflict"
  | "parts_differ"
  | "unknown_difference"
  /** Nothing stands under this reference. */
  | "not_reported"
  | "no_orders"
  | "unknown_invoice"
  | "invoice_paid"
  | "invoice_currency";
