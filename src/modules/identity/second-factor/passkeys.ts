/**
 * Passkeys: a key in somebody's device, asked for with their finger or face. It is both steps of a sign-in in one, and
 * nothing that can be typed into a wrong page. What a browser signs names the host that it stands on: one of ours, or of a
 * partner that we serve. A key works on the host that it was made on.
 */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmMember } from "../confirm-member.ts";
import type { IdentityContext } from "../context.ts";
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { LIMITS } from "../limits.ts";
import type { IdentityRefusal } from "../messages.ts";
import { openSession } from "../open-session.ts";
import { deviceOf } from "../rules-devices.ts";
import { findUser } from "../store.ts";
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  spendChallenge,
  touchPasskey,
  tryChallenge,
} from "./factor-store.ts";
import { tellOfFactor } from "./tell-of-factor.ts";

const CHALLENGE_MINUTES = 5;
export const MAX_PASSKEYS = 20;
const PASSKEY = { en: "A passkey", es: "Una llave de acceso" };

/** `asked`: the origin of the page that asks; one that is nobody's is taken for ours, so that its signatures are worth nothing. */
const siteOf = (context: IdentityContext, asked: string | null) => {
  const { PUBLIC_URL } = context.settings;
  const isPartner = context.partners.isOrigin(asked, PUBLIC_URL);
  const { hostname, origin } = new URL(isPartner && asked ? asked : PUBLIC_URL);
  return { rpID: hostname, origin };
};

async function keepChallenge(
  context: IdentityContext,
  challenge: string,
  kind: "passkey_added" | "passkey_used",
  userId: string | null,
) {
  await insertChallenge(context.database.db, {
    challenge_hash: sha256(challenge),
    kind,
    user_id: userId,
    expires_at: new Date(context.clock.now().getTime() + CHALLENGE_MINUTES * 60_000),
  });
}

/** What the browser needs to make a key. */
export async function startPasskey(
  context: IdentityContext,
  member: Member,
  password: string | null,
  asked: string | null = null,
) {
  const confirmed = await confirmMember(context, member, password);
  if (!confirmed.ok) return confirmed;
  const own = await listPasskeys(context.database.db, member.user_id);
  if (own.length >= MAX_PASSKEYS) return refused<IdentityRefusal>("too_many_passkeys");
  const options = await generateRegistrationOptions({
    rpName: context.partners.named(member.partner).name,
    rpID: siteOf(context, asked).rpID,
    userName: member.email ?? member.name,
    userDisplayName: member.name,
    userID: new TextEncoder().encode(member.user_id),
    attestationType: "none",
    excludeCredentials: own.map((key) => ({ id: key.credential_id, transports: key.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(context, options.challenge, "passkey_added", member.user_id);
  return done(options);
}

export async function addPasskey(
  context: IdentityContext,
  member: Member,
  response: RegistrationResponseJSON,
  visit: Visit,
  asked: string | null = null,
): Promise<Outcome<null, IdentityRefusal>> {
  const { rpID, origin } = siteOf(context, asked);
  const now = context.clock.now();
  return context.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
    const info = await verifyRegistrationResponse({
      response,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      expectedChallenge: async (challenge) => {
        const open = await tryChallenge(tx, sha256(challenge), "passkey_added", now);
        if (open?.user_id !== member.user_id) return false;
        await spendChallenge(tx, open.challenge_hash, now);
        return true;
      },
    }).catch(() => null);
    if (!info?.verified || !info.registrationInfo) return refused("passkey_wrong");
    const { credential, credentialBackedUp } = info.registrationInfo;
    const added = await insertPasskey(tx, {
      credential_id: credential.id,
      user_id: member.user_id,
      public_key: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
      name: deviceOf(visit.user_agent),
      backed_up: credentialBackedUp,
      created_at: now,
    });
    if (!added) return refused("passkey_wrong");
    await tellOfFactor(tx, context, member, { factor: PASSKEY, added: true }, visit);
    return done(null);
  });
}

export async function removePasskey(
  context: IdentityContext,
  member: Member,
  credentialId: string,
  password: string | null,
  visit: Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const confirmed = await confirmMember(context, member, password);
  if (!confirmed.ok) return confirmed;
  return context.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
    if (!(await deletePasskey(tx, member.user_id, credentialId))) return refused("passkey_unknown");
    await tellOfFactor(tx, context, member, { factor: PASSKEY, added: false }, visit);
    return done(null);
  });
}

/** What the browser needs to sign in with a key: the same for everybody, so that it tells nothing of any address. */
export async function askForPasskey(context: IdentityContext, asked: string | null = null) {
  const { rpID } = siteOf(context, asked);
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
  await keepChallenge(context, options.challenge, "passkey_used", null);
  return options;
}

export async function signInWithPasskey(
  context: IdentityContext,
  response: AuthenticationResponseJSON,
  visit: Visit,
  asked: string | null = null,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_attempts", over);
  const { rpID, origin } = siteOf(context, asked);
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, IdentityRefusal>> => {
    const key = await lockPasskey(tx, String(response.id ?? ""));
    const user = key && (await findUser(tx, key.user_id));
    if (!key || !user || user.deleted_at) return refused("passkey_wrong");
    const answer = await verifyAuthenticationResponse({
      response,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: Number(key.counter),
        transports: key.transports,
      },
      expectedChallenge: async (challenge) => {
        const open = await tryChallenge(tx, sha256(challenge), "passkey_used", now);
        if (!open) return false;
        await spendChallenge(tx, open.challenge_hash, now);
        return true;
      },
    }).catch(() => null);
    if (!answer?.verified) return refused("passkey_wrong");
    await touchPasskey(tx, key.credential_id, answer.authenticationInfo.newCounter, now);
    return done(key.user_id);
  });
  return outcome.ok ? openSession(context, outcome.value, visit) : outcome;
}
