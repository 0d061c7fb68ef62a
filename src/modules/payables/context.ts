/** What every verb of payables is given. */
import type { Ledger } from "#ledger";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Log } from "#platform/log";
import type { Provider } from "./provider.types.ts";
import type { PayableRow } from "./store.ts";

/** Whoever asked for a payable follows it, in the transaction that changes it. `secret` comes with `done` alone. */
export type Listener = { changed(tx: Tx, payable: PayableRow, secret: string | null): Promise<void> };

export type PayablesContext = {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  ledger: Ledger;
  providers: Map<string, Provider>;
  listeners: Map<string, Listener>;
};
