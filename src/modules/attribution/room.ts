/** What every verb of the module works with. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { ProviderHealth } from "#platform/provider-health";

export type AttributionRoom = {
  database: DatabaseHandle;
  clock: Clock;
  config: Config;
  log: Log;
  partners: Partners;
  health: Pick<ProviderHealth, "note">;
};

/** One header of a request, by its lower-case name. Calls and pages have their own kinds of headers. */
export type HeaderOf = (name: string) => string | null;
