/** What every verb of mailboxes is given. */
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { Receipts } from "#receipts";
import type { MailboxesSettings } from "./settings.ts";

export type MailboxesDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: MailboxesSettings;
  /** The operator's, by which tokens and kept access are sealed. */
  secret: string;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  limits: Limits;
  inbox: Inbox;
  identity: Identity;
  catalog: Catalog;
  receipts: Receipts;
  notifications: Notifications;
  partners: Partners;
};
