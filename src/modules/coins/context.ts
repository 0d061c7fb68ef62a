/** What every verb of coins is given. */
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import type { ProviderHealth } from "#platform/provider-health";
import type { CallbackWriter } from "./callback-writer.ts";
import type { CoinProvider, CoinProviderName } from "./provider.types.ts";
import type { CoinsSettings } from "./settings.ts";

export type CoinsDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: CoinsSettings;
  /** The operator's, under which numbers are kept. */
  secret: string;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  heard: ProviderHealth["heard"];
  limits: Limits;
  inbox: Inbox;
  ledger: Ledger;
  identity: Identity;
  notifications: Notifications;
  partners: Partners;
};
export type CoinsContext = CoinsDeps & {
  callbacks: CallbackWriter;
  providers: ReadonlyMap<CoinProviderName, CoinProvider>;
};
