/** What every verb of receipts is given. */
import type { Catalog } from "#catalog";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { ReceiptsSettings } from "./settings.ts";

export type ReceiptsDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: ReceiptsSettings;
  /** Where files lie unless a setting says otherwise. */
  dataDir: string;
  /** The operator's, of which links to pictures are signed and by which files are sealed. */
  secret: string;
  log: Log;
  registry: Registry;
  limits: Limits;
  metrics: Metrics;
  catalog: Catalog;
};
