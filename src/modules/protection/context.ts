/** What every verb of protection is given. */
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
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { Receipts } from "#receipts";
import type { Shipments } from "#shipments";
import type { ProtectionSettings } from "./settings.ts";

export type ProtectionDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: ProtectionSettings;
  secret: string;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  limits: Limits;
  identity: Identity;
  catalog: Catalog;
  membership: Membership;
  cashback: Cashback;
  receipts: Receipts;
  mailboxes: Mailboxes;
  benefits: Benefits;
  shipments: Shipments;
  notifications: Notifications;
  partners: Partners;
};
