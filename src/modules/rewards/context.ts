/** What every verb of rewards is given. */
import type { Cashback } from "#cashback";
import type { Identity } from "#identity";
import type { Ledger } from "#ledger";
import type { Membership } from "#membership";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Payouts } from "#payouts";
import type { Clock } from "#platform/clock";
import type { SharedSettings } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";

export type RewardsContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: SharedSettings;
  ledger: Ledger;
  identity: Identity;
  cashback: Cashback;
  membership: Pick<Membership, "findMain" | "hasPaidMonth" | "cardKeys">;
  payouts: Pick<Payouts, "giftCards" | "buyGiftCard" | "giftCardHistory">;
  notifications: Notifications;
  partners: Pick<Partners, "named">;
};
