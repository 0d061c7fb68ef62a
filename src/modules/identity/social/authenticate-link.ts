/**
 * The address that a provider told belongs to an account here. Its owner authenticates as always, and only then is the
 * profile that waits linked to it: what was proven elsewhere never opens an account by its address alone.
 */
import { sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Visit } from "../identity.types.ts";
import { logIn } from "../log-in.ts";
import { type SocialEnd, sameBrowser } from "./finish-social.ts";
import { isProvider } from "./provider.types.ts";
import { link } from "./settle-profile.ts";
import type { SocialContext } from "./social-context.ts";
import { PROVIDER_LABELS, type SocialOrIdentityRefusal } from "./social-messages.ts";
import { findLinked, lockNames, lockState, type StateRow, setPending } from "./social-store.ts";

export type LinkAuthentication = {
  provider: string;
  state: string;
  browser: string | null;
  email: string;
  password: string;
  captcha?: string | null;
  visit: Visit;
};

export async function authenticateAndLink(
  context: SocialContext,
  input: LinkAuthentication,
): Promise<Outcome<SocialEnd, SocialOrIdentityRefusal>> {
  const { provider } = input;
  if (!isProvider(provider)) return refused("unknown_provider");
  if (!input.email.trim() || !input.password) return refused("credentials_missing");
  const waiting = await context.database.transaction((tx) => lockState(tx, sha256(input.state), provider));
  const reason = whyNot(context, waiting, input.browser);
  if (reason || !waiting) return refused(reason ?? "social_state_unknown");
  const signed = await logIn(context, {
    email: input.email,
    password: input.password,
    captcha: input.captcha ?? null,
    ...input.visit,
  });
  if (!signed.ok) return signed;
  const { user_id } = signed.value.member;
  const taken = await context.database.transaction(async (tx) => {
    const row = await lockState(tx, waiting.state_hash, provider);
    // A doubled click: the first has linked it already.
    if (!row?.pending) return false;
    const { refresh_sealed, ...profile } = row.pending;
    await lockNames(tx, [`${provider}:${profile.subject}`]);
    const linked = await findLinked(tx, provider, profile.subject);
    if (linked) return linked.user_id !== user_id;
    const refresh_token = refresh_sealed ? context.seal.open(Buffer.from(refresh_sealed, "base64")) : null;
    await link(tx, context, { provider, profile: { ...profile, refresh_token }, visit: input.visit }, user_id);
    await setPending(tx, row.state_hash, null);
    return false;
  });
  if (taken) return refused("social_taken", { provider: PROVIDER_LABELS[provider] });
  return done({ kind: "signed_in", signed_in: signed.value, to: waiting.return_path });
}

function whyNot(context: SocialContext, row: StateRow | null, browser: string | null): SocialOrIdentityRefusal | null {
  if (!row?.used_at) return "social_state_unknown";
  if (!sameBrowser(browser, row.browser_hash)) return "social_other_browser";
  // The ten minutes begin anew when the profile was proven: a password may have to be looked for.
  if (context.clock.now().getTime() - row.used_at.getTime() > 600_000) return "social_state_expired";
  return row.pending ? null : "social_state_used";
}
