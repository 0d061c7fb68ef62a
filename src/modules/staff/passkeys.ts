/** Passkeys of operators: the way in, and what is asked again before money, personal data, exports and roles. */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { keepAct } from "./audit.ts";
import { type Failure, keepFailure } from "./failed-sign-ins.ts";
import { operatorId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import type { StaffRefusal } from "./messages.ts";
import { activate, consoleOrigin } from "./people.ts";
import { CHALLENGE_MINUTES, minutesAfter } from "./rules.ts";
import { openSession } from "./sessions.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";
import {
  type ChallengeKind,
  confirmSession,
  deleteKey,
  findLink,
  findPassword,
  findPerson,
  insertChallenge,
  insertKey,
  listKeys,
  lockKey,
  type PersonRow,
  spendLink,
  takeChallenge,
  touchKey,
} from "./store.ts";

const siteOf = (context: StaffContext) => {
  const origin = consoleOrigin(context);
  return { origin, rpID: new URL(origin).hostname };
};

const keepChallenge = (context: StaffContext, challenge: string, kind: ChallengeKind, personId: string | null) =>
  insertChallenge(context.database.db, {
    challenge_hash: sha256(challenge),
    kind,
    person_id: personId,
    expires_at: minutesAfter(context.clock.now(), CHALLENGE_MINUTES),
  });

async function askForKey(context: StaffContext, person: Pick<PersonRow, "person_id" | "email" | "name">) {
  const own = await listKeys(context.database.db, person.person_id);
  const options = await generateRegistrationOptions({
    rpName: "Operators' console",
    rpID: siteOf(context).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.person_id),
    attestationType: "none",
    excludeCredentials: own.map((key) => ({ id: key.credential_id, transports: transportsOf(key) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(context, options.challenge, "key_added", person.person_id);
  return options;
}

async function takeKey(
  tx: Tx,
  context: StaffContext,
  person: Pick<PersonRow, "person_id">,
  made: { response: RegistrationResponseJSON; name: string },
): Promise<boolean> {
  const { rpID, origin } = siteOf(context);
  const now = context.clock.now();
  const info = await verifyRegistrationResponse({
    response: made.response,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    expectedChallenge: async (challenge) =>
      (await takeChallenge(tx, sha256(challenge), "key_added", now))?.person_id === person.person_id,
  }).catch(() => null);
  if (!info?.verified || !info.registrationInfo) return false;
  const { credential } = info.registrationInfo;
  return insertKey(tx, {
    credential_id: credential.id,
    person_id: person.person_id,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    name: made.name.trim().slice(0, 60) || "Passkey",
    created_at: now,
  });
}

/** Kept as the browser named them, and only ever handed back to one. */
const transportsOf = (key: { transports: readonly string[] }) => [...key.transports] as AuthenticatorTransport[];

/** Who a one-time link is for, without spending it. */
export async function readLink(context: StaffContext, link: string): Promise<{ name: string; email: string } | null> {
  const person = await findLink(context.database.db, sha256(link.slice(0, 200)), context.clock.now());
  return person && { name: person.name, email: person.email };
}

export async function startEnrolment(context: StaffContext, link: string, visit: Visit) {
  const over = await context.limits.take(LIMITS.console_link, networkOf(visit.address));
  if (over) return refused<StaffRefusal>("too_many", over);
  const person = await findLink(context.database.db, sha256(link.slice(0, 200)), context.clock.now());
  if (person) return done(await askForKey(context, person));
  await keepFailure(context, { how: "one-time link", why: "link used, over or made up", person_id: null }, visit);
  return refused<StaffRefusal>("link_wrong");
}

/** Spends the link, keeps the key and signs in: all of it, or nothing. */
export async function enrol(
  context: StaffContext,
  asked: { link: string; response: RegistrationResponseJSON; name: string },
  visit: Visit,
): Promise<Outcome<string, StaffRefusal>> {
  const hash = sha256(asked.link.slice(0, 200));
  const now = context.clock.now();
  let about: string | null = null;
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, StaffRefusal>> => {
    const found = await findLink(tx, hash, now);
    about = found?.person_id ?? null;
    if (!found) return refused("link_wrong");
    // The person is locked first, as whoever switches them off does it.
    if ((await findPerson(tx, found.person_id, true))?.state === "off") return refused("link_wrong");
    if (!(await takeKey(tx, context, found, asked))) return refused("passkey_wrong");
    if (!(await spendLink(tx, hash, now))) return refused("link_wrong");
    const person = await activate(tx, context, found.person_id);
    await keepAct(
      tx,
      context,
      person,
      { what: "passkey_added", object: operatorId.show(person.person_id), facts: { name: asked.name } },
      visit,
    );
    return done(await openSession(tx, context, person, "one-time link and new passkey", visit));
  });
  if (!outcome.ok) {
    const why = outcome.code === "passkey_wrong" ? "new passkey not confirmed" : "link used, over or made up";
    await keepFailure(context, { how: "one-time link", why, person_id: about }, visit);
  }
  return outcome;
}

export async function askToSignIn(context: StaffContext) {
  const options = await generateAuthenticationOptions({ rpID: siteOf(context).rpID, userVerification: "required" });
  await keepChallenge(context, options.challenge, "key_used", null);
  return options;
}

/** Whose passkey was named, and whether it was really there. */
type CheckedKey = { good: true; person_id: string } | { good: false; person_id: string | null };

async function checkKey(
  tx: Tx,
  context: StaffContext,
  response: AuthenticationResponseJSON,
  kind: "key_used" | "confirmed",
): Promise<CheckedKey> {
  const { rpID, origin } = siteOf(context);
  const now = context.clock.now();
  const key = await lockKey(tx, String(response.id ?? ""));
  if (!key) return { good: false, person_id: null };
  const answer = await verifyAuthenticationResponse({
    response,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
      transports: transportsOf(key),
    },
    expectedChallenge: async (challenge) => {
      const open = await takeChallenge(tx, sha256(challenge), kind, now);
      return open !== null && (kind === "key_used" || open.person_id === key.person_id);
    },
  }).catch(() => null);
  if (!answer?.verified) return { good: false, person_id: key.person_id };
  await touchKey(tx, key.credential_id, answer.authenticationInfo.newCounter, now);
  return { good: true, person_id: key.person_id };
}

export async function signInWithKey(
  context: StaffContext,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<Outcome<string, StaffRefusal>> {
  const over = await context.limits.take(LIMITS.console_network, networkOf(visit.address));
  if (over) return refused("too_many", over);
  let checked: CheckedKey = { good: false, person_id: null };
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, StaffRefusal>> => {
    checked = await checkKey(tx, context, response, "key_used");
    const person = checked.good ? await findPerson(tx, checked.person_id, true) : null;
    if (person?.state !== "active") return refused("passkey_wrong");
    return done(await openSession(tx, context, person, "passkey", visit));
  });
  if (!outcome.ok) await keepFailure(context, { how: "passkey", ...failureOf(checked) }, visit);
  return outcome;
}

function failureOf({ good, person_id }: CheckedKey): Pick<Failure, "why" | "person_id"> {
  if (good) return { why: "switched off", person_id };
  return { why: person_id === null ? "unknown passkey" : "passkey not confirmed", person_id };
}

/** A fresh sign-in of who is signed in already. */
export async function askToConfirm(context: StaffContext, operator: Operator) {
  const own = await listKeys(context.database.db, operator.person_id);
  const options = await generateAuthenticationOptions({
    rpID: siteOf(context).rpID,
    userVerification: "required",
    allowCredentials: own.map((key) => ({ id: key.credential_id, transports: transportsOf(key) })),
  });
  await keepChallenge(context, options.challenge, "confirmed", operator.person_id);
  return options;
}

export async function confirm(
  context: StaffContext,
  operator: Operator,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    const { good, person_id } = await checkKey(tx, context, response, "confirmed");
    if (!good || person_id !== operator.person_id) return refused("passkey_wrong");
    await confirmSession(tx, operator.session_id, context.clock.now());
    await keepAct(tx, context, operator, { what: "confirmed", object: operator.id }, visit);
    return done(null);
  });
  const { person_id } = operator;
  if (!outcome.ok)
    await keepFailure(context, { how: "passkey", why: "passkey not confirmed", person_id }, visit, "confirm_failed");
  return outcome;
}

export const startKey = (context: StaffContext, operator: Operator) => askForKey(context, operator);

export async function addKey(
  context: StaffContext,
  operator: Operator,
  made: { response: RegistrationResponseJSON; name: string },
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    if (!(await takeKey(tx, context, operator, made))) return refused("passkey_wrong");
    await keepAct(
      tx,
      context,
      operator,
      { what: "passkey_added", object: operator.id, facts: { name: made.name } },
      visit,
    );
    return done(null);
  });
}

export async function removeKey(
  context: StaffContext,
  operator: Operator,
  credentialId: string,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    // Locked, so that the last two do not go at once.
    await findPerson(tx, operator.person_id, true);
    const own = await listKeys(tx, operator.person_id);
    const key = own.find((one) => one.credential_id === credentialId);
    if (!key) return refused("passkey_unknown");
    if (own.length === 1) return refused("last_passkey");
    await deleteKey(tx, operator.person_id, credentialId);
    await keepAct(
      tx,
      context,
      operator,
      { what: "passkey_removed", object: operator.id, facts: { name: key.name } },
      visit,
    );
    return done(null);
  });
}

/** How somebody may sign in, for their own page. */
export async function waysOf(context: StaffContext, operator: Operator) {
  const [keys, password] = await Promise.all([
    listKeys(context.database.db, operator.person_id),
    findPassword(context.database.db, operator.person_id),
  ]);
  return {
    passkeys: keys.map((key) => ({
      id: key.credential_id,
      name: key.name,
      created_at: key.created_at.toISOString(),
      last_used_at: key.last_used_at?.toISOString() ?? null,
    })),
    passwords_allowed: context.settings.CONSOLE_PASSWORDS === "on",
    has_password: password?.confirmed_at != null,
  };
}
