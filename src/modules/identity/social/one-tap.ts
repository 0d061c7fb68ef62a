/** Google One Tap: the browser brings the ID token itself, with a token that must be in a cookie and in the form alike. */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { SignedIn, Visit } from "../identity.server.ts";
import { openOrAsk } from "../second-factor/open-or-ask.ts";
import { isProvider, SocialError } from "./provider.types.ts";
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
    const profile = await provider.readCredential(input.credential);
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
