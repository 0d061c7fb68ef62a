/** What screens and operators see of linked mailboxes, and what a link may become. */

/** `checking`: the password is being tried. `throttled`: the provider lets nobody in for now. `reauth_needed`: it takes the password no more. */
export const LINK_TRANSITIONS = {
  checking: ["backfilling", "revoked"],
  backfilling: ["active", "paused", "throttled", "reauth_needed", "revoked"],
  active: ["backfilling", "paused", "throttled", "reauth_needed", "revoked"],
  throttled: ["backfilling", "active", "paused", "reauth_needed", "revoked"],
  paused: ["backfilling", "active", "revoked"],
  reauth_needed: ["backfilling", "revoked"],
  revoked: [],
} as const satisfies Record<string, readonly string[]>;
export type LinkState = keyof typeof LINK_TRANSITIONS;

/** Why a mailbox could not be read, by its own server's answer. Never its words: they may be personal. */
export const LINK_ERRORS = ["password_refused", "unreachable", "busy", "no_inbox"] as const;
export type LinkError = (typeof LINK_ERRORS)[number];

/** `imap`: with an app password. The others gave a key to their own interface, by their own sign-in. */
export type GrantName = "gmail" | "microsoft";
export type LinkProvider = "imap" | GrantName;

export type ShownLink = {
  link_id: string;
  provider: LinkProvider;
  address: string;
  state: LinkState;
  linked_at: string;
  last_sync_at: string | null;
  next_sync_at: string | null;
  /** Mails with facts that came by it. */
  mails: number;
  too_large: number;
};

/** `named`: providers that take app passwords, as people know them. `words` are what is agreed to. */
export type LinksPage = {
  links: readonly ShownLink[];
  consent: { version: string; words: Readonly<Record<"en" | "es", readonly string[]>> };
  named: readonly string[];
  /** Providers whose mailboxes are linked by their own sign-in, without a password. */
  grants: readonly GrantName[];
};

/** `why`: a code where it ended by itself. */
export type LinkResult = { address: string; state: LinkState; why: string };
