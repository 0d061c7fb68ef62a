/** What the parts of health work with. */
import type { Notifications } from "#notifications";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { HealthSettings } from "./settings.ts";

export type HealthContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: HealthSettings;
  log: Log;
  limits: Limits;
  notifications: Pick<Notifications, "queue">;
};
