/**
 * Google One Tap: the browser brings the ID token itself, with a token that must be in a cookie and in the form alike,
 * and with a nonce that this service made and takes once.
 */
import { timingSafeEqual } from "node:crypto";
import { newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { SignedIn, Visit } from "../identity.types.ts";
import { insertChallenge, spendChallenge, tryChallenge } from "../second-factor/factor-store.ts";
import { openOrAsk } from "../second-factor/open-or-ask.ts";
import { isProvider, type ProviderName, SocialError } from "./provider.types.ts";
import { type Arrival, settleProfile } from "./settle-profile.ts";
import type { SocialContext } from "./social-context.ts";
import { PROVIDER_LABELS, type SocialOrIdentityRefusal } from "./social-messages.ts";

export type OneTap = {
  provider: string;
  credential: string;
  /** Google's double-submit token, as the form and as the cookie bring it. */
  form_token: string;
  cookie_token: string | null;
  visit: Visit;
  arrival: Arrival;
};

/** As long as Google's credential is good. */
const NONCE_MINUTES = 60;
const hashOf = (provider: ProviderName, nonce: string): Buffer => sha256(`one_tap:${provider}:${nonce}`);

/** What a page hands to One Tap before it asks; null for a provider without it. */
export async function makeNonce(
  context: SocialContext,
  provider: string,
): Promise<{ nonce: string; expires_at: Date } | null> {
  if (!isProvider(provider) || !context.providers.get(provider)?.readCredential) return null;
  const nonce = newSecret(43);
  const expires_at = new Date(context.clock.now().getTime() + NONCE_MINUTES * 60_000);
  const challenge = { challenge_hash: hashOf(provider, nonce), kind: "one_tap", user_id: null, expires_at } as const;
  await insertChallenge(context.database.db, challenge);
  return { nonce, expires_at };
}

/** True for the first who brings it, while it is good. Of two at once one waits and finds it spent. */
function spendNonce(context: SocialContext, provider: ProviderName, nonce: string): Promise<boolean> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const open = await tryChallenge(tx, hashOf(provider, nonce), "one_tap", now);
    if (open) await spendChallenge(tx, open.challenge_hash, now);
    return open !== null;
  });
}

export async function takeCredential(
  context: SocialContext,
  input: OneTap,
): Promise<Outcome<SignedIn, SocialOrIdentityRefusal>> {
  const { provider: name, visit, arrival } = input;
  const provider = isProvider(name) ? context.providers.get(name) : undefined;
  if (!provider?.readCredential) return refused("unknown_provider");
  const { form_token, cookie_token } = input;
  if (!form_token || !cookie_token || !timingSafeEqual(sha256(form_token), sha256(cookie_token)))
    return refused("social_other_browser");
  try {
    const { profile, nonce } = await provider.readCredential(input.credential);
    // A credential is good for an hour at Google; here it opens once, and only what this service asked for.
    if (!nonce || !(await spendNonce(context, provider.name, nonce))) return refused("social_state_used");
    const settled = await settleProfile(context, {
      provider: provider.name,
      purpose: "sign_in",
      member: null,
      profile,
      visit,
      arrival,
      state_hash: null,
    });
    if (!settled.ok) return settled;
    const opened = await openOrAsk(context, settled.value.user_id, visit);
    return opened.ok ? done({ ...opened.value, recently_created: settled.value.created }) : opened;
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    context.log.warn({ err: error, provider: provider.name }, "a credential proved nothing");
    return refused(error.kind === "down" ? "social_unavailable" : "social_unverified", {
      provider: PROVIDER_LABELS[provider.name],
    });
  }
}
