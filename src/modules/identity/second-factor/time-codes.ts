/**
 * Codes of an authenticator app (RFC 6238) as the second step after a password, with ten recovery codes. Each step of
 * time opens once; the secret is sealed at rest; wrong ones are counted by account (`wrong-codes.ts`).
 */
import { Secret, TOTP } from "otpauth";
import type { Tx } from "#platform/database";
import { newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { createSeal } from "#platform/seal";
import { confirmMember } from "../confirm-member.ts";
import type { IdentityContext } from "../context.ts";
import type { Member, SignedIn, Visit } from "../identity.types.ts";
import { LIMITS } from "../limits.ts";
import type { IdentityRefusal } from "../messages.ts";
import { openSession } from "../open-session.ts";
import {
  countRecoveryCodes,
  deleteTimeCode,
  findChallenge,
  findTimeCode,
  insertChallenge,
  listPasskeys,
  replaceRecoveryCodes,
  spendChallenge,
  spendRecoveryCode,
  spendStep,
  startTimeCode,
  tryChallenge,
} from "./factor-store.ts";
import { tellOfFactor } from "./tell-of-factor.ts";
import { countCode, forgetCodes, readCodeCount } from "./wrong-codes.ts";

const STEP_SECONDS = 30;
const TICKET_MINUTES = 10;
/** Wrong codes for one password; then the password is asked for again, which is limited itself. */
const MAX_TRIES = 6;
const RECOVERY_CODES = 10;
const TIME_CODE = { en: "An authenticator app", es: "Una app de autenticación" };

const sealOf = (context: IdentityContext) => createSeal(context.secret);

const codeOf = (secret: string, brand: string, label: string) =>
  new TOTP({
    issuer: brand,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

export type SecondFactors = {
  time_code: boolean;
  recovery_codes_left: number;
  passkeys: { id: string; name: string; backed_up: boolean; created_at: string; last_used_at: string | null }[];
};

export async function readSecondFactors(context: IdentityContext, userId: string): Promise<SecondFactors> {
  const { db } = context.database;
  const [keys, code, left] = await Promise.all([
    listPasskeys(db, userId),
    findTimeCode(db, userId),
    countRecoveryCodes(db, userId),
  ]);
  return {
    time_code: Boolean(code?.confirmed_at),
    recovery_codes_left: left,
    passkeys: keys.map((key) => ({
      id: key.credential_id,
      name: key.name,
      backed_up: key.backed_up,
      created_at: key.created_at.toISOString(),
      last_used_at: key.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** A secret for the app, as text and as the address that its camera reads. It counts once a code of it was typed. */
export async function startTimeCodes(
  context: IdentityContext,
  member: Member,
  password: string | null,
): Promise<Outcome<{ secret: string; address: string }, IdentityRefusal>> {
  const confirmed = await confirmMember(context, member, password);
  if (!confirmed.ok) return confirmed;
  const secret = new Secret({ size: 20 }).base32;
  return context.database.transaction(
    async (tx): Promise<Outcome<{ secret: string; address: string }, IdentityRefusal>> => {
      const have = await findTimeCode(tx, member.user_id, true);
      if (have?.confirmed_at) return refused("time_code_already_on");
      await startTimeCode(tx, member.user_id, sealOf(context).close(secret), context.clock.now());
      return done({
        secret,
        address: codeOf(secret, context.partners.named(member.partner).name, member.email ?? member.name).toString(),
      });
    },
  );
}

/** The first code that fits switches it on, and hands out the recovery codes, once. */
export async function confirmTimeCodes(
  context: IdentityContext,
  member: Member,
  code: string,
  visit: Visit,
): Promise<Outcome<{ recovery_codes: string[] }, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.code_account, member.user_id);
  if (over) return refused("too_many_attempts", over);
  return context.database.transaction(async (tx): Promise<Outcome<{ recovery_codes: string[] }, IdentityRefusal>> => {
    const have = await findTimeCode(tx, member.user_id, true);
    if (have?.confirmed_at) return refused("time_code_already_on");
    if (!(await fits(tx, context, member.user_id, code))) return refused("code_wrong");
    const recovery_codes = Array.from({ length: RECOVERY_CODES }, () =>
      `${newSecret(5)}-${newSecret(5)}`.toLowerCase(),
    );
    await replaceRecoveryCodes(tx, member.user_id, recovery_codes.map(recoveryHash));
    await tellOfFactor(tx, context, member, { factor: TIME_CODE, added: true }, visit);
    return done({ recovery_codes });
  });
}

export async function removeTimeCodes(
  context: IdentityContext,
  member: Member,
  password: string | null,
  visit: Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const confirmed = await confirmMember(context, member, password);
  if (!confirmed.ok) return confirmed;
  return context.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
    if (!(await deleteTimeCode(tx, member.user_id))) return refused("time_code_off");
    await tellOfFactor(tx, context, member, { factor: TIME_CODE, added: false }, visit);
    return done(null);
  });
}

/** After a right password: a ticket for the second step, or null when the member wants none. */
export async function askForCode(context: IdentityContext, userId: string): Promise<string | null> {
  const have = await findTimeCode(context.database.db, userId);
  if (!have?.confirmed_at) return null;
  const ticket = newSecret(48);
  await insertChallenge(context.database.db, {
    challenge_hash: sha256(ticket),
    kind: "second_step",
    user_id: userId,
    expires_at: new Date(context.clock.now().getTime() + TICKET_MINUTES * 60_000),
  });
  return ticket;
}

/** The second step: a code of the app, or one of the recovery codes. */
export async function signInWithCode(
  context: IdentityContext,
  ticket: string,
  code: string,
  visit: Visit,
): Promise<Outcome<SignedIn, IdentityRefusal>> {
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, IdentityRefusal>> => {
    const hash = sha256(ticket.slice(0, 200));
    const seen = await findChallenge(tx, hash, "second_step", now);
    if (!seen?.user_id || seen.tries >= MAX_TRIES) return refused("ticket_expired");
    // Tries of one account wait for each other here, or many at once would all see the same count.
    await findTimeCode(tx, seen.user_id, true);
    const count = await readCodeCount(tx, seen.user_id, visit, now);
    if (count.wait_seconds > 0)
      return refused("codes_rate_limited", { minutes: String(Math.max(1, Math.ceil(count.wait_seconds / 60))) });
    const open = await tryChallenge(tx, hash, "second_step", now);
    if (!open?.user_id || open.tries > MAX_TRIES) return refused("ticket_expired");
    const good =
      (await fits(tx, context, open.user_id, code)) ||
      (await spendRecoveryCode(tx, open.user_id, recoveryHash(code), now));
    if (!good) {
      await countCode(tx, context, count, visit);
      return refused("code_wrong");
    }
    await forgetCodes(tx, count);
    await spendChallenge(tx, open.challenge_hash, now);
    return done(open.user_id);
  });
  return outcome.ok ? openSession(context, outcome.value, visit) : outcome;
}

const recoveryHash = (code: string): Buffer => sha256(`recovery:${code.trim().toLowerCase()}`);

/** A code of this step of time or of its neighbours, which was not used before; it is used up now. */
async function fits(tx: Tx, context: IdentityContext, userId: string, typed: string): Promise<boolean> {
  const code = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return false;
  const have = await findTimeCode(tx, userId, true);
  if (!have) return false;
  const now = context.clock.now();
  const totp = codeOf(sealOf(context).open(have.secret_sealed), "", "");
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta;
  if (step <= Number(have.last_step)) return false;
  await spendStep(tx, userId, step, now);
  return true;
}
