/** What every verb of the module works with. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { ProviderHealth } from "#platform/provider-health";
import type { AttributionSettings } from "./settings.ts";

export type AttributionContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: AttributionSettings;
  log: Log;
  partners: Partners;
  health: Pick<ProviderHealth, "note">;
};

/** One header of a request, by its lower-case name. Calls and pages have their own kinds of headers. */
export type HeaderOf = (name: string) => string | null;
