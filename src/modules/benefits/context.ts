/** What every verb of benefits is given. */
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Coins } from "#coins";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Mailboxes } from "#mailboxes";
import type { Membership } from "#membership";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Receipts } from "#receipts";
import type { BenefitsSettings } from "./settings.ts";

export type BenefitsDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: BenefitsSettings;
  log: Log;
  registry: Registry;
  limits: Limits;
  ledger: Ledger;
  identity: Identity;
  catalog: Catalog;
  membership: Membership;
  cashback: Cashback;
  coins: Coins;
  receipts: Receipts;
  mailboxes: Pick<Mailboxes, "factsOf" | "factsOfMember">;
  notifications: Notifications;
  partners: Partners;
};
