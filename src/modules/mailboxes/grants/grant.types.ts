/** What every provider can do whose mailboxes are linked by its own sign-in (OAuth 2.0, RFC 6749, with PKCE). */
import type { Clock } from "#platform/clock";
import type { ProviderCalls } from "#platform/provider-calls";
import type { GrantName } from "../links/links.types.ts";
import type { OpenMailbox } from "../links/reader.ts";
import type { MailboxesSettings } from "../settings.ts";

export type GrantDeps = { settings: MailboxesSettings; calls: MailCalls; clock: Clock };
export type MailCalls = Pick<ProviderCalls, "call" | "json">;

export const GRANTS = ["gmail", "microsoft"] as const satisfies readonly GrantName[];
export const isGrant = (text: string): text is GrantName => (GRANTS as readonly string[]).includes(text);

export type GrantJourney = { state: string; verifier: string; redirect_uri: string };

/** `key` opens the mailbox again and again, until it is ended or its owner takes it back. */
export type Granted = { key: string; address: string };

export type Grant = {
  name: GrantName;
  /** Whose server the mailbox lies on, for the lists of operators. */
  host: string;
  authorizationUrl(journey: GrantJourney, language: "en" | "es"): Promise<string>;
  /** @throws {GrantError} */
  exchange(journey: GrantJourney, params: Readonly<Record<string, string>>): Promise<Granted>;
  /** @throws {MailboxError} */
  open(key: string): Promise<OpenMailbox>;
  /** Ends the key at the provider; null where the provider has no call for it. */
  end: ((key: string) => Promise<void>) | null;
};

/** `down`: the same may work later. `short`: its owner left out what reading needs. `not_proven`: what came back proves nothing. */
export class GrantError extends Error {
  readonly kind: "down" | "short" | "not_proven";
  constructor(kind: "down" | "short" | "not_proven", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
