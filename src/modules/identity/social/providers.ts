/** The providers that are set up: one whose client is `off` does not exist for anybody. */
import type { Clock } from "#platform/clock";
import { isFault, type ProviderHealth } from "#platform/provider-health";
import type { IdentitySettings } from "../settings.ts";
import { createApple } from "./apple.ts";
import { createFacebook } from "./facebook.ts";
import { createGoogle } from "./google.ts";
import { type ProviderName, SocialError, type SocialProvider } from "./provider.types.ts";

const OFF = "off";

export function createProviders(
  settings: IdentitySettings,
  clock: Clock,
  health: Pick<ProviderHealth, "note">,
): ReadonlyMap<ProviderName, SocialProvider> {
  const known: SocialProvider[] = [];
  if (settings.GOOGLE_CLIENT_ID !== OFF) known.push(createGoogle(settings, clock));
  if (settings.APPLE_CLIENT_ID !== OFF) known.push(createApple(settings, clock));
  if (settings.FACEBOOK_APP_ID !== OFF) known.push(createFacebook(settings, clock));
  return new Map(known.map((provider) => [provider.name, observed(provider, health)]));
}

/**
 * The same provider, whose answers leave their mark in its health. What proves nothing may be the visitor's doing and is no
 * mark; a provider that is away, or does not accept us, is a fault.
 */
export function observed(provider: SocialProvider, health: Pick<ProviderHealth, "note">): SocialProvider {
  async function hear<T>(work: Promise<T>, asked: boolean): Promise<T> {
    try {
      const value = await work;
      if (asked) await health.note(provider.name, { ok: true });
      return value;
    } catch (error) {
      const status = error instanceof SocialError ? statusOf(error.cause) : null;
      const down = error instanceof SocialError && error.kind === "down";
      if (down || (status !== null && isFault(status)))
        await health.note(provider.name, { fault: (error as Error).message });
      throw error;
    }
  }
  const { readCredential, revoke } = provider;
  return {
    ...provider,
    // Built from what was read once: only its failing says anything.
    authorizationUrl: (journey, language) => hear(provider.authorizationUrl(journey, language), false),
    exchange: (journey, params) => hear(provider.exchange(journey, params), true),
    ...(readCredential && { readCredential: (credential: string) => hear(readCredential(credential), false) }),
    ...(revoke && { revoke: (token: string) => hear(revoke(token), true) }),
  };
}

/** The status of the answer behind a failure, as our own calls or the library of OpenID Connect keep it. */
function statusOf(error: unknown): number | null {
  const { status, cause } = (error ?? {}) as { status?: unknown; cause?: unknown };
  if (typeof status === "number") return status;
  return cause instanceof Response ? cause.status : null;
}
