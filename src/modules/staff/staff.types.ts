/** What the staff's files share. */
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { OperatorView, Permission } from "#platform/operator";
import type { PersonState, Role } from "./rules.ts";
import type { StaffSettings } from "./settings.ts";

/** Where something is asked from, for sessions and the log. */
export type Visit = { user_agent: string; address: string; request_id: string };

/** Who is signed in. */
export type Operator = {
  readonly person_id: string;
  /** As everybody sees it, and as modules keep it: `opr_…`. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** Whom they are sent by: they see that partner's page and nothing else; null for the house's own. */
  readonly partner: string | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly session_id: string;
  /** When they last proved who they are. */
  readonly confirmed_at: Date;
  /** When the session ends, whatever they do. */
  readonly ends_at: Date;
};

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly partner: string | null;
  readonly state: PersonState;
  readonly passkeys: number;
  readonly seen_at: string | null;
};

/** What a partner's own page needs. */
export type PartnerContext = StaffContext & { readonly partners: Pick<Partners, "keys"> };

export type StaffContext = {
  readonly database: DatabaseHandle;
  readonly clock: Clock;
  readonly settings: StaffSettings;
  readonly secret: string;
  readonly limits: Limits;
  readonly log: Log;
  readonly notifications: Pick<Notifications, "queue">;
  /** What modules declare; known once all of them are built. */
  readonly view: () => Required<OperatorView>;
  /** Whether a brand is open. */
  readonly isPartner: (name: string) => boolean;
};
