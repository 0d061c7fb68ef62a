/** What every verb of the membership is given. */
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Brand, Partners } from "#partners";
import type { Payables } from "#payables";
import type { Clock } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { Processor } from "./processor.types.ts";
import type { MembershipSettings } from "./settings.ts";
import type { Links } from "./signed-links.ts";

export type MembershipDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: MembershipSettings;
  /** The operator's, of which links are signed. */
  secret: string;
  log: Log;
  metrics: Metrics;
  inbox: Inbox;
  ledger: Ledger;
  payables: Payables;
  identity: Identity;
  notifications: Notifications;
  partners: Partners;
  processor: Processor;
};

/** Whether a member used what a membership brings, as higher modules know it. */
export type UseProbe = (runner: Database | Tx, userId: string, since: Date) => Promise<boolean>;

export type MembershipContext = MembershipDeps & {
  links: Links;
  probes: UseProbe[];
  brandOf(partner: string): Brand;
};
