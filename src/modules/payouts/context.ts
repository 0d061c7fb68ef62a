/** What every verb of payouts is given. */
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Payables } from "#payables";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { Seal } from "#platform/seal";
import type { PayoutsSettings } from "./settings.ts";

export type PayoutDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: PayoutsSettings;
  /** The operator's, of which gift card links are sealed. */
  secret: string;
  log: Log;
  calls: ProviderCalls;
  limits: Limits;
  inbox: Inbox;
  ledger: Ledger;
  payables: Payables;
  identity: Identity;
  notifications: Notifications;
  catalog: Catalog;
  cashback: Cashback;
  partners: Pick<Partners, "named" | "all">;
};
export type PayoutContext = PayoutDeps & { seal: Seal };
/** What a provider says that it holds for us, in cents, and of when; `late_hours`: for how long payments may be missing. */
export type HeldThere = { balance_minor: bigint; as_of: Date; late_hours: number };
