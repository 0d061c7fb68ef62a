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
import { PROVIDER_LABELS, type SocialOrIdentityRefusal } from "./social-messages.ts";
import type { SocialRoom } from "./social-room.ts";

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
  room: SocialRoom,
  provider: string,
): Promise<{ nonce: string; expires_at: Date } | null> {
  if (!isProvider(provider) || !room.providers.get(provider)?.readCredential) return null;
  const nonce = newSecret(43);
  const expires_at = new Date(room.clock.now().getTime() + NONCE_MINUTES * 60_000);
  const challenge = { challenge_hash: hashOf(provider, nonce), kind: "one_tap", user_id: null, expires_at } as const;
  await insertChallenge(room.database.db, challenge);
  return { nonce, expires_at };
}

/** True for the first who brings it, while it is good. Of two at once one waits and finds it spent. */
function spendNonce(room: SocialRoom, provider: ProviderName, nonce: string): Promise<boolean> {
  const now = room.clock.now();
  return room.database.transaction(async (tx) => {
    const open = await tryChallenge(tx, hashOf(provider, nonce), "one_tap", now);
    if (open) await spendChallenge(tx, open.challenge_hash, now);
    return open !== null;
  });
}

export async function takeCredential(
  room: SocialRoom,
  input: OneTap,
): Promise<Outcome<SignedIn, SocialOrIdentityRefusal>> {
  const { provider: name, visit, arrival } = input;
  const provider = isProvider(name) ? room.providers.get(name) : undefined;
  if (!provider?.readCredential) return refused("unknown_provider");
  const { form_token, cookie_token } = input;
  if (!form_token || !cookie_token || !timingSafeEqual(sha256(form_token), sha256(cookie_token)))
    return refused("social_other_browser");
  try {
    const { profile, nonce } = await provider.readCredential(input.credential);
    // A credential is good for an hour at Google; here it opens once, and only what this service asked for.
    if (!nonce || !(await spendNonce(room, provider.name, nonce))) return refused("social_state_used");
    const settled = await settleProfile(room, {
      provider: provider.name,
      purpose: "sign_in",
      member: null,
      profile,
      visit,
      arrival,
      state_hash: null,
    });
    if (!settled.ok) return settled;
    const opened = await openOrAsk(room, settled.value.user_id, visit);
    return opened.ok ? done({ ...opened.value, recently_created: settled.value.created }) : opened;
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    room.log.warn({ err: error, provider: provider.name }, "a credential proved nothing");
    return refused(error.kind === "down" ? "social_unavailable" : "social_not_proven", {
      provider: PROVIDER_LABELS[provider.name],
    });
  }
}
