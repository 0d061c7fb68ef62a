/** What every verb of privacy is given. */
import type { Attribution } from "#attribution";
import type { Identity } from "#identity";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";

export type PrivacyContext = {
  database: DatabaseHandle;
  clock: Clock;
  limits: Limits;
  notifications: Pick<Notifications, "queue" | "forgetStrangers">;
  partners: Pick<Partners, "named">;
  identity: Pick<Identity, "accountOf" | "confirm" | "confirmFresh" | "contact">;
  attribution: Pick<Attribution, "refuseSharing">;
  publicUrl: string;
  /** Signs the links by which a letter lets its request go. */
  secret: string;
};
