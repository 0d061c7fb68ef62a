/** What every provider of sign-in can do, whatever its dialect. */

export const PROVIDERS = ["google", "apple", "facebook"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const isProvider = (text: string): text is ProviderName => (PROVIDERS as readonly string[]).includes(text);

/** Who somebody is at a provider, proven. */
export type SocialProfile = {
  /** The provider's own, lasting key of the person: addresses change, this does not. */
  subject: string;
  email: string | null;
  /** Whether the provider itself proved the address. */
  email_verified: boolean;
  /** A relay address that stands for one we do not know. */
  is_private_email: boolean;
  name: string | null;
  /** For ending the consent at the provider later; Apple asks for that. */
  refresh_token: string | null;
};

/** What the provider's answer carried: `code`, `state`, `iss`, `error`, and Apple's `user`. */
export type ReturnParams = Readonly<Record<string, string>>;

export type Journey = { state: string; nonce: string; verifier: string; redirect_uri: string };

export type SocialProvider = {
  name: ProviderName;
  authorizationUrl(journey: Journey, language: "en" | "es"): Promise<string>;
  exchange(journey: Journey, params: ReturnParams): Promise<SocialProfile>;
  /** Google's One Tap: an ID token that the browser brings. */
  readCredential?(credential: string): Promise<{ profile: SocialProfile; nonce: string | null }>;
  /** Ends the consent at the provider. */
  revoke?(token: string): Promise<void>;
  /** A signed note from the provider, verified: its claims. */
  readNotice?(text: string): Promise<Record<string, unknown>>;
};

/** `down`: nobody knows, the same may work later. `not_proven`: what came back proves nothing. */
export class SocialError extends Error {
  readonly kind: "down" | "not_proven";
  constructor(kind: "down" | "not_proven", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Sign-in is something people wait for: after this a provider counts as away. */
export const PROVIDER_SECONDS = 6;
