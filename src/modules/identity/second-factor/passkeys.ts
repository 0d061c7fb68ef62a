/**
 * Passkeys: a key in somebody's device, asked for with their finger or face. It is both steps of a sign-in in one, and
 * nothing that can be typed into a wrong page. What a browser signs names our host, so it works here only.
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
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { LIMITS } from "../limits.ts";
import type { IdentityRefusal } from "../messages.ts";
import { openSession } from "../open-session.ts";
import type { IdentityRoom } from "../room.ts";
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
export const PASSKEYS_MOST = 20;
const PASSKEY = { en: "A passkey", es: "Una llave de acceso" };

const siteOf = (room: IdentityRoom) => {
  const { hostname, origin } = new URL(room.settings.PUBLIC_URL);
  return { rpID: hostname, origin };
};

async function keepChallenge(
  room: IdentityRoom,
  challenge: string,
  kind: "passkey_added" | "passkey_used",
  userId: string | null,
) {
  await insertChallenge(room.database.db, {
    challenge_hash: sha256(challenge),
    kind,
    user_id: userId,
    expires_at: new Date(room.clock.now().getTime() + CHALLENGE_MINUTES * 60_000),
  });
}

/** What the browser needs to make a key. */
export async function startPasskey(room: IdentityRoom, member: Member, password: string | null) {
  const confirmed = await confirmMember(room, member, password);
  if (!confirmed.ok) return confirmed;
  const own = await listPasskeys(room.database.db, member.user_id);
  if (own.length >= PASSKEYS_MOST) return refused<IdentityRefusal>("passkeys_many");
  const options = await generateRegistrationOptions({
    rpName: room.partners.named(member.partner).name,
    rpID: siteOf(room).rpID,
    userName: member.email ?? member.name,
    userDisplayName: member.name,
    userID: new TextEncoder().encode(member.user_id),
    attestationType: "none",
    excludeCredentials: own.map((key) => ({ id: key.credential_id, transports: key.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(room, options.challenge, "passkey_added", member.user_id);
  return done(options);
}

export async function addPasskey(
  room: IdentityRoom,
  member: Member,
  response: RegistrationResponseJSON,
  visit: Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const { rpID, origin } = siteOf(room);
  const now = room.clock.now();
  return room.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
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
    await tellOfFactor(tx, room, member, { factor: PASSKEY, added: true }, visit);
    return done(null);
  });
}

export async function removePasskey(
  room: IdentityRoom,
  member: Member,
  credentialId: string,
  password: string | null,
  visit: Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const confirmed = await confirmMember(room, member, password);
  if (!confirmed.ok) return confirmed;
  return room.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
    if (!(await deletePasskey(tx, member.user_id, credentialId))) return refused("passkey_unknown");
    await tellOfFactor(tx, room, member, { factor: PASSKEY, added: false }, visit);
    return done(null);
  });
}

/** What the browser needs to sign in with a key: the same for everybody, so that it tells nothing of any address. */
export async function askForPasskey(room: IdentityRoom) {
  const options = await generateAuthenticationOptions({ rpID: siteOf(room).rpID, userVerification: "required" });
  await keepChallenge(room, options.challenge, "passkey_used", null);
  return options;
}

export async function signInWithPasskey(
  room: IdentityRoom,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const over = await room.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_tries", over);
  const { rpID, origin } = siteOf(room);
  const now = room.clock.now();
  const outcome = await room.database.transaction(async (tx): Promise<Outcome<string, IdentityRefusal>> => {
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
  return outcome.ok ? done(await openSession(room, outcome.value, visit)) : outcome;
}
