/** Whose account a proven profile opens, in one transaction: found, made, claimed, linked or waiting for its owner. */

import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { agreeToLegal } from "../agree-to-legal.ts";
import { claimAccount } from "../claim-account.ts";
import type { Visit } from "../identity.types.ts";
import { factorChanged, welcome } from "../letters.ts";
import { insertSafetyEvent } from "../link-store.ts";
import { isEmail, normaliseEmail } from "../rules.ts";
import { deviceOf } from "../rules-devices.ts";
import { queueVerification } from "../send-verification.ts";
import { findUser, findUserByEmail, insertUser, markVerified } from "../store.ts";
import type { ProviderName, SocialProfile } from "./provider.types.ts";
import { type Decision, decide, nameFor } from "./rules.ts";
import type { SocialContext } from "./social-context.ts";
import { PROVIDER_LABELS, type SocialOrIdentityRefusal } from "./social-messages.ts";
import { findLinked, insertLinked, lockNames, refreshLinked, setPending } from "./social-store.ts";

/** How somebody came, for an account that is made on the way. */
export type Arrival = {
  language: "en" | "es";
  partner: string;
  sid: string | null;
  cid: string | null;
  country_code: string | null;
  reads_in: string | null;
  /** Whose pages they read, where that is not the partner who brought them. */
  reads_under?: string;
};

export type Settlement = {
  provider: ProviderName;
  purpose: "sign_in" | "link";
  member: string | null;
  profile: SocialProfile;
  visit: Visit;
  arrival: Arrival;
  /** Where the profile waits when its owner has to authenticate; null where nothing can wait. */
  state_hash: Buffer | null;
};

export type Settled = { user_id: string; created: boolean };

export async function settleProfile(
  context: SocialContext,
  input: Settlement,
): Promise<Outcome<Settled, SocialOrIdentityRefusal>> {
  const email = input.profile.email ? normaliseEmail(input.profile.email) : null;
  const profile = { ...input.profile, email: email && isEmail(email) ? email : null };
  const outcome = await context.database.transaction(async (tx) => {
    await lockNames(tx, [`${input.provider}:${profile.subject}`, ...(profile.email ? [`email:${profile.email}`] : [])]);
    const linked = await findLinked(tx, input.provider, profile.subject);
    const found = profile.email ? await findUserByEmail(tx, profile.email) : null;
    const decision = decide({
      purpose: input.purpose,
      linked_to: linked?.user_id ?? null,
      member: input.member,
      profile,
      local: found && { user_id: found.user_id, is_verified: found.email_verified_at !== null },
    });
    if (linked && (decision.act === "sign_in" || decision.act === "nothing"))
      await refreshLinked(
        tx,
        linked.link_id,
        { ...profile, refresh_token: sealed(context, profile) },
        context.clock.now(),
      );
    return act(tx, context, { ...input, profile }, decision);
  });
  if (outcome.ok) context.forgetUser(outcome.value.user_id);
  return outcome;
}

const sealed = (context: SocialContext, profile: SocialProfile): Buffer | null =>
  profile.refresh_token ? context.seal.close(profile.refresh_token) : null;

async function act(
  tx: Tx,
  context: SocialContext,
  input: Settlement,
  decision: Decision,
): Promise<Outcome<Settled, SocialOrIdentityRefusal>> {
  switch (decision.act) {
    case "nothing":
      return done({ user_id: input.member ?? "", created: false });
    case "taken":
      return refused("social_taken", { provider: PROVIDER_LABELS[input.provider] });
    case "authenticate":
      return wait(tx, context, input);
    case "sign_in": {
      const user = await findUser(tx, decision.user_id);
      if (!user || user.deleted_at) return refused("account_not_found");
      return done({ user_id: user.user_id, created: false });
    }
    case "create":
      return done({ user_id: await create(tx, context, input, decision.email), created: true });
    case "claim":
      await claimAccount(tx, context, decision.user_id, input.visit);
      await agree(tx, context, input, decision.user_id);
      await markVerified(tx, decision.user_id, context.clock.now());
      await link(tx, context, input, decision.user_id);
      return done({ user_id: decision.user_id, created: false });
    case "link":
      await link(tx, context, input, decision.user_id);
      return done({ user_id: decision.user_id, created: false });
  }
}

/** The address is somebody's already. The proven profile waits beside its state until that somebody authenticates. */
async function wait(
  tx: Tx,
  context: SocialContext,
  input: Settlement,
): Promise<Outcome<Settled, SocialOrIdentityRefusal>> {
  const { refresh_token: _token, ...rest } = input.profile;
  const token = sealed(context, input.profile);
  if (input.state_hash)
    await setPending(tx, input.state_hash, { ...rest, refresh_sealed: token ? token.toString("base64") : null });
  return refused("requires_authentication", {
    provider: PROVIDER_LABELS[input.provider],
    email: input.profile.email ?? "",
  });
}

/** Their pages say that who goes on with a provider accepts the terms. */
const agree = (tx: Tx, context: SocialContext, { arrival }: Settlement, user_id: string): Promise<void> =>
  agreeToLegal(tx, context, {
    user_id,
    partner: arrival.reads_under ?? arrival.partner,
    language: arrival.language,
    country: arrival.reads_in,
    way: "social",
  });

async function create(
  tx: Tx,
  context: SocialContext,
  input: Settlement,
  address: "verified" | "unverified" | "none",
): Promise<string> {
  const { profile, visit } = input;
  const { reads_in: _in, reads_under: _under, ...arrival } = input.arrival;
  const user_id = newId("user");
  const now = context.clock.now();
  await insertUser(tx, {
    user_id,
    email: address === "none" ? null : profile.email,
    name: nameFor(profile, arrival.language),
    password_hash: null,
    ...arrival,
    created_at: now,
  });
  if (address === "verified") await markVerified(tx, user_id, now);
  await agree(tx, context, input, user_id);
  const user = await findUser(tx, user_id);
  if (user?.email && address === "verified")
    await context.notifications.queue(tx, {
      cause: `welcome:${user_id}`,
      recipient: { ...user, email: user.email },
      letter: welcome({ name: user.name }),
    });
  else if (user?.email) await queueVerification(tx, context, user, true);
  const { user_agent, address: network } = visit;
  await insertSafetyEvent(tx, {
    user_id,
    kind: "registered",
    detail: input.provider,
    user_agent,
    address: network,
    at: now,
  });
  await link(tx, context, input, user_id);
  return user_id;
}

export async function link(
  tx: Tx,
  context: SocialContext,
  input: Pick<Settlement, "provider" | "profile" | "visit">,
  userId: string,
): Promise<void> {
  const { provider, profile, visit } = input;
  const now = context.clock.now();
  await insertLinked(tx, {
    link_id: newId("link"),
    provider,
    subject: profile.subject,
    user_id: userId,
    email: profile.email,
    email_verified: profile.email_verified,
    is_private_email: profile.is_private_email,
    refresh_token: sealed(context, profile),
    linked_at: now,
  });
  const { user_agent, address } = visit;
  await insertSafetyEvent(tx, { user_id: userId, kind: "linked", detail: provider, user_agent, address, at: now });
  await tellOfLink(tx, context, userId, input);
}

/** A new way in to an account that was there before: its owner hears of it. */
async function tellOfLink(
  tx: Tx,
  context: SocialContext,
  userId: string,
  { provider, visit }: Pick<Settlement, "provider" | "visit">,
) {
  const now = context.clock.now();
  const user = await findUser(tx, userId);
  if (!user?.email || user.created_at.getTime() === now.getTime()) return;
  const name = PROVIDER_LABELS[provider];
  await context.notifications.queue(tx, {
    cause: `linked:${userId}:${provider}:${now.toISOString()}`,
    recipient: { ...user, email: user.email },
    letter: factorChanged({
      factor: { en: `Sign-in with ${name}`, es: `Acceso con ${name}` },
      added: true,
      name: user.name,
      at: now.toISOString(),
      device: deviceOf(visit.user_agent, user.language),
    }),
  });
}
