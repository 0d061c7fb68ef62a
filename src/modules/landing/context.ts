/** What every verb of the landing flow is given. */
import type { Attribution, HeaderOf } from "#attribution";
import type { Identity, Member } from "#identity";
import type { Ledger } from "#ledger";
import type { Membership } from "#membership";
import type { Notifications } from "#notifications";
import type { Brand } from "#partners";
import type { Clock } from "#platform/clock";
import type { SharedSettings } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import type { Random } from "./rules.ts";

export type LandingContext = {
  database: DatabaseHandle;
  clock: Clock;
  settings: SharedSettings;
  attribution: Pick<Attribution, "arrivalOf">;
  ledger: Ledger;
  identity: Pick<Identity, "isEmail" | "confirmedMember">;
  limits: Limits;
  notifications: Pick<Notifications, "queue" | "queueText" | "texts">;
  membership: Pick<
    Membership,
    | "quote"
    | "startCard"
    | "join"
    | "finishPayment"
    | "optOutOfRetries"
    | "readBooks"
    | "findMain"
    | "firstMonths"
    | "cardKeys"
  >;
  random: Random;
};

/** Who asks: the request's headers, the member behind it, and the brand that the page wears. */
export type Caller = { header: HeaderOf; member: Member | null; brand: Brand };
