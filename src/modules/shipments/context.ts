/** What every verb of shipments is given. */
import type { Benefits } from "#benefits";
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Mailboxes } from "#mailboxes";
import type { Membership } from "#membership";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { ProviderCalls } from "#platform/provider-calls";
import type { ShipmentsSettings } from "./settings.ts";

export type ShipmentsDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: ShipmentsSettings;
  secret: string;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  limits: Limits;
  metrics: Metrics;
  inbox: Inbox;
  identity: Identity;
  catalog: Catalog;
  membership: Membership;
  cashback: Cashback;
  mailboxes: Mailboxes;
  benefits: Benefits;
  notifications: Notifications;
  partners: Partners;
};
