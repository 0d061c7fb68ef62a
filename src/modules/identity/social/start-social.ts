/** Sends somebody to a provider: a state that works once, for ten minutes, in the browser that set out. */
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Member } from "../identity.types.ts";
import { isProvider, PROVIDER_SECONDS, SocialError } from "./provider.types.ts";
import { STATE_MINUTES } from "./rules.ts";
import { callbackUrl, type SocialContext } from "./social-context.ts";
import { PROVIDER_LABELS, type SocialRefusal } from "./social-messages.ts";
import { insertState } from "./social-store.ts";

export type Start = {
  provider: string;
  /** A path of this site, already made safe. */
  to: string;
  purpose: "sign_in" | "link";
  /** Who links; signing in needs nobody. */
  member: Pick<Member, "user_id"> | null;
  /** The secret of this browser's `tp_social` cookie, when it has one. */
  browser: string | null;
  language: "en" | "es";
};

export async function startSocial(
  context: SocialContext,
  input: Start,
): Promise<Outcome<{ url: string; browser: string }, SocialRefusal>> {
  const provider = isProvider(input.provider) ? context.providers.get(input.provider) : undefined;
  if (!provider) return refused("unknown_provider");
  const browser = input.browser && /^\w{43}$/.test(input.browser) ? input.browser : newSecret(43);
  const journey = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    redirect_uri: callbackUrl(context, provider.name),
  };
  const now = context.clock.now();
  try {
    const url = await provider.authorizationUrl(journey, input.language);
    await insertState(context.database.db, {
      state_hash: sha256(journey.state),
      provider: provider.name,
      nonce: journey.nonce,
      verifier: journey.verifier,
      browser_hash: sha256(browser),
      return_path: input.to,
      purpose: input.purpose,
      user_id: input.purpose === "link" ? (input.member?.user_id ?? null) : null,
      created_at: now,
      expires_at: new Date(now.getTime() + STATE_MINUTES * 60_000),
    });
    return done({ url, browser });
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    context.log.warn({ err: error, provider: provider.name, seconds: PROVIDER_SECONDS }, "a provider is not reachable");
    // Nobody was asked anything yet, so whatever is wrong is the provider's, and the same may work later.
    return refused("social_unavailable", { provider: PROVIDER_LABELS[provider.name] });
  }
}
