/** What every verb of privacy is given. */
import type { Notifications } from "#notifications";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";

export type PrivacyContext = {
  database: DatabaseHandle;
  clock: Clock;
  limits: Limits;
  notifications: Pick<Notifications, "queue">;
  publicUrl: string;
};
