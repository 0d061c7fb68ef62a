/** What every verb of cash back is given. */
import type { Catalog, Network } from "#catalog";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { InboxWriter } from "#platform/inbox-writer";
import type { Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import { assert } from "#platform/outcome";
import type { ProviderCalls } from "#platform/provider-calls";
import type { NetworkRow, ReportRow } from "./cashback.types.ts";
import type { CashbackSettings } from "./settings.ts";

/** One network's dialect: how its reports are read, and what a row of them means. */
export type NetworkAdapter = {
  network: Network;
  /** Rows by native key; keys that the network does not know are left out. */
  fetchByKey(keys: readonly string[]): Promise<ReportRow[]>;
  /**
   * Everything that changed between two instants. Windows that the network limits are cut inside. `ordered_from` asks, where a
   * network finds new orders by the day they were made on, for those of the days before as well.
   */
  fetchChanged(from: Date, to: Date, options?: { ordered_from: Date | null }): Promise<ReportRow[]>;
  /** Null for a row that cannot be read. */
  read(raw: unknown, defaults: { locking_days: number }): NetworkRow | null;
};

export type CashbackDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: CashbackSettings;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  ledger: Ledger;
  identity: Identity;
  catalog: Catalog;
  inbox: Inbox;
  notifications: Notifications;
};
export type CashbackContext = CashbackDeps & { adapters: Record<Network, NetworkAdapter>; reports: InboxWriter };

export const NETWORKS: readonly Network[] = ["impact", "cj", "awin"];
/** Whose a row of the inbox is. */
export function networkOf({ provider }: { provider: string }): Network {
  const network = NETWORKS.find((known) => known === provider);
  assert(network, `${provider} is a network`);
  return network;
}
