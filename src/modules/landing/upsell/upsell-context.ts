/** What extras need beside the flow itself. */
import type { Attribution } from "#attribution";
import type { Catalog } from "#catalog";
import type { Identity, Member } from "#identity";
import type { Membership } from "#membership";
import type { Clock } from "#platform/clock";
import type { SharedSettings } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { Caller } from "../context.ts";
import type { States } from "./signed-state.ts";

export type UpsellDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: SharedSettings;
  /** The operator's, of which states are signed. */
  secret: string;
  log: Log;
  attribution: Pick<Attribution, "permittedFor" | "privacyOf">;
  catalog: Pick<Catalog, "under">;
  identity: Pick<Identity, "oneTimeToken" | "peekLink" | "signInWithToken">;
  membership: Pick<
    Membership,
    "quotePlan" | "changePlan" | "quoteSavedCard" | "joinWithSavedCard" | "finishPayment" | "readBooks" | "findMain"
  >;
};
export type UpsellContext = UpsellDeps & { states: States };
export type Signed = Caller & { member: Member };
/** From where an answer comes, for the receipt of the consent. */
export type Said = { words: string; language: "en" | "es"; address: string; user_agent: string };
