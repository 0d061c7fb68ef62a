/** What accounts speak of: a member, their visit, a sign-in, and what the module is made of. */
import type { Attribution } from "#attribution";
import type { Agreements, Editions } from "#content";
import type { Ledger } from "#ledger";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import type { Registry } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { ProviderHealth } from "#platform/provider-health";
import type { IdentitySettings } from "./settings.ts";

/** A member as screens and calls know them (SPEC §3 User and Profile). */
export type Member = {
  user_id: string;
  session_id: string;
  /** None for somebody who came from another account without one, until they set it. */
  email: string | null;
  name: string;
  language: "en" | "es";
  partner: string;
  sid: string | null;
  cid: string | null;
  country_code: string | null;
  coin_onboarding: number;
  subscribed: boolean;
  standard_active: boolean;
  plus_active: boolean;
  shipping_active: boolean;
  is_verified: boolean;
  created_at: Date;
  expires_at: Date;
  /** When this session last proved who it is: by signing in or by the password. */
  confirmed_at: Date;
  has_password: boolean;
};

export type Visit = {
  user_agent: string;
  address: string;
  country?: string | null;
  /** The secret of the visitor's device cookie. */
  device?: string | null;
};
/** What a successful sign-in hands to the caller: the token for the reader, the binding secret for an HttpOnly cookie. */
export type SignedIn = {
  member: Member;
  login_token: string;
  bind_secret: string | null;
  /** For the cookie by which the account knows this device; null when no sign-in took place. */
  device_secret: string | null;
  recently_created: boolean;
};

export type IdentityDeps = {
  database: DatabaseHandle;
  clock: Clock;
  settings: IdentitySettings;
  /** The operator's, of which second steps and sign-ins with others are sealed. */
  secret: string;
  log: Log;
  registry: Registry;
  notifications: Notifications;
  limits: Limits;
  inbox: Inbox;
  attribution: Pick<Attribution, "trackBare">;
  ledger: Ledger;
  partners: Pick<Partners, "named" | "all" | "isOrigin">;
  agreements: Pick<Agreements, "agree" | "placesOf">;
  /** What is published of legal texts, which members are told of. */
  editions: Pick<Editions, "hold" | "readersOf" | "documentOf" | "coming">;
  health: Pick<ProviderHealth, "note">;
  metrics: Metrics;
};
