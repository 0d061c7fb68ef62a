/** What every verb of payouts is given. */
import type { Cashback } from "#cashback";
import type { Catalog } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Brand } from "#partners";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { Seal } from "#platform/seal";
import type { createPaypal } from "./paypal/payouts.ts";
import type { PayoutProvider } from "./provider.types.ts";
import type { Tremendous } from "./tremendous/orders.ts";

export type PayoutDeps = {
  database: DatabaseHandle;
  clock: Clock;
  config: Config;
  log: Log;
  registry: Registry;
  ledger: Ledger;
  identity: Identity;
  notifications: Notifications;
  catalog: Catalog;
  cashback: Cashback;
  brand: Brand;
};
export type PayoutRoom = PayoutDeps & {
  paypal: ReturnType<typeof createPaypal>;
  tremendous: Tremendous;
  seal: Seal;
  providerOf(method: "paypal" | "venmo" | "gift_card"): PayoutProvider;
};
