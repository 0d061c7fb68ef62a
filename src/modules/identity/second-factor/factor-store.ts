/** SQL of passkeys, time codes, recovery codes and challenges. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type PasskeyRow = {
  credential_id: string;
  user_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
};

export async function insertPasskey(tx: Tx, key: Omit<PasskeyRow, "last_used_at">): Promise<boolean> {
  const result = await sql`
    insert into identity.passkeys (credential_id, user_id, public_key, counter, transports, name, backed_up, created_at)
    values (${key.credential_id}, ${key.user_id}, ${key.public_key}, ${key.counter}, ${key.transports}, ${key.name}, ${key.backed_up}, ${key.created_at})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function listPasskeys(runner: Runner, userId: string): Promise<PasskeyRow[]> {
  const result = await sql<PasskeyRow>`
    select * from identity.passkeys where user_id = ${userId} order by created_at`.execute(runner);
  return result.rows;
}

export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const result = await sql<PasskeyRow>`
    select * from identity.passkeys where credential_id = ${credentialId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function touchPasskey(tx: Tx, credentialId: string, counter: number, now: Date): Promise<void> {
  await sql`
    update identity.passkeys set counter = ${counter}, last_used_at = ${now}
    where credential_id = ${credentialId}`.execute(tx);
}

export async function deletePasskey(tx: Tx, userId: string, credentialId: string): Promise<boolean> {
  const result = await sql`
    delete from identity.passkeys where user_id = ${userId} and credential_id = ${credentialId}`.execute(tx);
  return result.rowCount === 1;
}

export type TimeCodeRow = { user_id: string; secret_sealed: Buffer; confirmed_at: Date | null; last_step: string };

export async function findTimeCode(runner: Runner, userId: string, lock = false): Promise<TimeCodeRow | null> {
  const result = lock
    ? await sql<TimeCodeRow>`select * from identity.time_codes where user_id = ${userId} for update`.execute(runner)
    : await sql<TimeCodeRow>`select * from identity.time_codes where user_id = ${userId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function startTimeCode(tx: Tx, userId: string, sealed: Buffer, now: Date): Promise<void> {
  await sql`
    insert into identity.time_codes (user_id, secret_sealed, created_at) values (${userId}, ${sealed}, ${now})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = 0
    where identity.time_codes.confirmed_at is null`.execute(tx);
}

export async function spendStep(tx: Tx, userId: string, step: number, confirmedAt: Date | null): Promise<void> {
  await sql`
    update identity.time_codes set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${confirmedAt})
    where user_id = ${userId}`.execute(tx);
}

export async function deleteTimeCode(tx: Tx, userId: string): Promise<boolean> {
  await sql`delete from identity.recovery_codes where user_id = ${userId}`.execute(tx);
  const result = await sql`delete from identity.time_codes where user_id = ${userId}`.execute(tx);
  return result.rowCount === 1;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from identity.recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`
    insert into identity.recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${[...hashes]}::bytea[])`.execute(tx);
}

/** True when the code was good and had not been used. */
export async function spendRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const result = await sql`
    update identity.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`.execute(tx);
  return result.rowCount === 1;
}

export async function countRecoveryCodes(runner: Runner, userId: string): Promise<number> {
  const result = await sql<{ left: number }>`
    select count(*)::int as left from identity.recovery_codes where user_id = ${userId} and used_at is null`.execute(
    runner,
  );
  return result.rows[0]?.left ?? 0;
}

export type ChallengeKind = "passkey_added" | "passkey_used" | "second_step" | "one_tap";
export type ChallengeRow = { challenge_hash: Buffer; kind: ChallengeKind; user_id: string | null; tries: number };

export async function insertChallenge(
  runner: Runner,
  challenge: { challenge_hash: Buffer; kind: ChallengeKind; user_id: string | null; expires_at: Date },
): Promise<void> {
  await sql`
    insert into identity.challenges (challenge_hash, kind, user_id, expires_at)
    values (${challenge.challenge_hash}, ${challenge.kind}, ${challenge.user_id}, ${challenge.expires_at})
    on conflict do nothing`.execute(runner);
}

/** An open challenge, with one more try counted; locked until the transaction ends. */
export async function tryChallenge(
  tx: Tx,
  challengeHash: Buffer,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | null> {
  const result = await sql<ChallengeRow>`
    update identity.challenges set tries = tries + 1
    where challenge_hash = ${challengeHash} and kind = ${kind} and used_at is null and expires_at > ${now}
    returning *`.execute(tx);
  return result.rows[0] ?? null;
}

export async function findChallenge(
  runner: Runner,
  challengeHash: Buffer,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | null> {
  const result = await sql<ChallengeRow>`
    select * from identity.challenges
    where challenge_hash = ${challengeHash} and kind = ${kind} and used_at is null and expires_at > ${now}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

export async function spendChallenge(tx: Tx, challengeHash: Buffer, now: Date): Promise<void> {
  await sql`update identity.challenges set used_at = ${now} where challenge_hash = ${challengeHash}`.execute(tx);
}

/** Steps that are half done, and keys that are being made. */
export async function dropChallenges(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity.challenges where user_id = ${userId}`.execute(tx);
}

/** Everything of a second step: keys, the app, its recovery codes, what is half done, and wrong tries. */
export async function dropFactors(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity.passkeys where user_id = ${userId}`.execute(tx);
  await sql`delete from identity.recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from identity.time_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from identity.wrong_codes where user_id = ${userId}`.execute(tx);
  await dropChallenges(tx, userId);
}

export async function deleteOldChallenges(runner: Runner, before: Date): Promise<void> {
  await sql`delete from identity.challenges where expires_at < ${before}`.execute(runner);
}
