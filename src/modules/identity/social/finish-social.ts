/**
 * Somebody comes back from a provider. The state is used up before the provider is asked, because its code works once;
 * who comes from another browser uses nothing up, or a stranger could end the owner's sign-in.
 */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { openOrAsk } from "../second-factor/open-or-ask.ts";
import { isProvider, type ProviderName, type ReturnParams, SocialError, type SocialProfile } from "./provider.types.ts";
import { type Arrival, settleProfile } from "./settle-profile.ts";
import { callbackUrl, type SocialContext } from "./social-context.ts";
import { PROVIDER_LABELS, type SocialOrIdentityRefusal } from "./social-messages.ts";
import { keepPosted, lockState, markStateUsed, type StateRow } from "./social-store.ts";

export type Return = {
  provider: string;
  params: ReturnParams;
  browser: string | null;
  /** Who is signed in here now; linking needs the one who set out. */
  member: Pick<Member, "user_id"> | null;
  visit: Visit;
  arrival: Arrival;
};

export type SocialEnd =
  | { kind: "signed_in"; signed_in: SignedIn; to: string }
  | { kind: "linked"; to: string; provider: ProviderName };

export const sameBrowser = (browser: string | null, hash: Buffer): boolean =>
  browser !== null && timingSafeEqual(sha256(browser), hash);

const label = (provider: ProviderName) => ({ provider: PROVIDER_LABELS[provider] });

/** Takes the state: the row, or why it opens nothing. */
async function takeState(
  context: SocialContext,
  provider: ProviderName,
  state: string,
  browser: string | null,
): Promise<Outcome<StateRow, SocialOrIdentityRefusal>> {
  const now = context.clock.now();
  const hash = sha256(state);
  return context.database.transaction(async (tx) => {
    const row = await lockState(tx, hash, provider);
    if (!row) return refused("social_state_unknown");
    if (!sameBrowser(browser, row.browser_hash)) return refused("social_other_browser");
    if (row.used_at) return refused("social_state_used");
    if (row.expires_at <= now) return refused("social_state_expired");
    await markStateUsed(tx, hash, now);
    return done(row);
  });
}

/** Errors that mean the person said no; Apple has a word of its own. */
const DENIALS = new Set(["access_denied", "user_cancelled_authorize", "user_denied", "consent_required"]);

async function askProvider(
  context: SocialContext,
  provider: ProviderName,
  row: StateRow,
  params: ReturnParams,
): Promise<Outcome<SocialProfile, SocialOrIdentityRefusal>> {
  if (params.error) {
    if (DENIALS.has(params.error)) return refused("social_denied", label(provider));
    const away = params.error === "temporarily_unavailable" || params.error === "server_error";
    return refused(away ? "social_unavailable" : "social_unverified", label(provider));
  }
  try {
    const profile = await context.providers.get(provider)?.exchange(
      {
        state: params.state ?? "",
        nonce: row.nonce,
        verifier: row.verifier,
        redirect_uri: callbackUrl(context, provider),
      },
      params,
    );
    return profile ? done(profile) : refused("unknown_provider");
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    context.log.warn({ err: error, provider }, "a sign-in with another account proved nothing");
    return refused(error.kind === "down" ? "social_unavailable" : "social_unverified", label(provider));
  }
}

export async function finishSocial(
  context: SocialContext,
  input: Return,
): Promise<Outcome<SocialEnd, SocialOrIdentityRefusal>> {
  const { provider } = input;
  if (!isProvider(provider) || !context.providers.has(provider)) return refused("unknown_provider");
  const state = input.params.state ?? "";
  if (!/^[\w-]{20,200}$/.test(state)) return refused("social_state_unknown");
  const taken = await takeState(context, provider, state, input.browser);
  if (!taken.ok) return taken;
  const row = taken.value;
  const ended = await endJourney(context, provider, row, input);
  // Where the reader was headed goes along: the way on leads there.
  return ended.ok ? ended : { ...ended, detail: { ...ended.detail, to: row.return_path } };
}

async function endJourney(
  context: SocialContext,
  provider: ProviderName,
  row: StateRow,
  input: Return,
): Promise<Outcome<SocialEnd, SocialOrIdentityRefusal>> {
  const answered = await askProvider(context, provider, row, { ...row.posted, ...input.params });
  if (!answered.ok) return answered;
  // Whoever set out to link must still be the one who is signed in.
  if (row.purpose === "link" && row.user_id !== input.member?.user_id) return refused("sign_in_again");
  const settled = await settleProfile(context, {
    provider,
    purpose: row.purpose,
    member: row.purpose === "link" ? row.user_id : null,
    profile: answered.value,
    visit: input.visit,
    arrival: input.arrival,
    state_hash: row.state_hash,
  });
  if (!settled.ok) return settled;
  if (row.purpose === "link") return done({ kind: "linked", to: row.return_path, provider });
  const opened = await openOrAsk(context, settled.value.user_id, input.visit);
  if (!opened.ok) return opened;
  return done({
    kind: "signed_in",
    signed_in: { ...opened.value, recently_created: settled.value.created },
    to: row.return_path,
  });
}

/** Apple's answer arrives without our cookies. It is kept with its state, and the browser comes back to fetch it. */
export async function keepSocialPost(
  context: SocialContext,
  provider: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { state } = params;
  if (!isProvider(provider) || typeof state !== "string" || !/^[\w-]{20,200}$/.test(state)) return;
  const posted: Record<string, string> = {};
  for (const name of ["code", "iss", "user", "error"]) {
    const value = params[name];
    // Anybody may post here: what is no text, or none that can be stored, is left out.
    const stored = typeof value === "string" && value.length <= 4_000 && value.isWellFormed() && !value.includes("\0");
    if (stored) posted[name] = value;
  }
  await keepPosted(context.database.db, sha256(state), provider, posted, context.clock.now());
}
