/** SQL of known devices and of wrong codes. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

/** Whether another account was there before: for operators' lists. Rows of others are not touched, so that sign-ins never wait for each other. */
const isShared = (userId: string, deviceHash: Buffer) =>
  sql`exists (select 1 from identity.devices o where o.device_hash = ${deviceHash} and o.user_id <> ${userId})`;

export async function knowDevice(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into identity.devices (user_id, device_hash, first_at, last_at, is_shared)
    values (${userId}, ${deviceHash}, ${now}, ${now}, ${isShared(userId, deviceHash)})
    on conflict (user_id, device_hash) do update set last_at = excluded.last_at, dropped_at = null, is_shared = excluded.is_shared`.execute(
    tx,
  );
}

/** Written down for whoever asks whether two members share a device, and no more known to the account than before. */
export async function noteDevice(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into identity.devices (user_id, device_hash, first_at, last_at, dropped_at, is_shared)
    values (${userId}, ${deviceHash}, ${now}, ${now}, ${now}, ${isShared(userId, deviceHash)})
    on conflict (user_id, device_hash) do update set last_at = excluded.last_at, is_shared = excluded.is_shared`.execute(
    tx,
  );
}

/** Whether somebody signed in to the account from this device, and nothing has shut it out since. */
export async function isKnownDevice(runner: Runner, userId: string, deviceHash: Buffer): Promise<boolean> {
  const result = await sql`
    select 1 from identity.devices
    where user_id = ${userId} and device_hash = ${deviceHash} and dropped_at is null`.execute(runner);
  return result.rows.length > 0;
}

/** They stay written down, because rewards ask whether two members share one. */
export async function dropDevices(tx: Tx, userId: string, exceptHash: Buffer | null, now: Date): Promise<void> {
  await sql`
    update identity.devices set dropped_at = ${now}
    where user_id = ${userId} and dropped_at is null and device_hash is distinct from ${exceptHash}`.execute(tx);
}

export type WrongCodesRow = { wrong: number; last_at: Date; told_at: Date | null };

export async function lockWrongCodes(tx: Tx, userId: string, deviceHash: Buffer): Promise<WrongCodesRow | null> {
  const result = await sql<WrongCodesRow>`
    select wrong, last_at, told_at from identity.wrong_codes
    where user_id = ${userId} and device_hash = ${deviceHash} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function countWrongCode(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<WrongCodesRow> {
  const result = await sql<WrongCodesRow>`
    insert into identity.wrong_codes (user_id, device_hash, wrong, last_at) values (${userId}, ${deviceHash}, 1, ${now})
    on conflict (user_id, device_hash) do update set wrong = identity.wrong_codes.wrong + 1, last_at = excluded.last_at
    returning wrong, last_at, told_at`.execute(tx);
  return result.rows[0] ?? { wrong: 1, last_at: now, told_at: null };
}

export async function markTold(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    update identity.wrong_codes set told_at = ${now}
    where user_id = ${userId} and device_hash = ${deviceHash}`.execute(tx);
}

export async function forgetWrongCodes(tx: Tx, userId: string, deviceHash: Buffer): Promise<void> {
  await sql`delete from identity.wrong_codes where user_id = ${userId} and device_hash = ${deviceHash}`.execute(tx);
}

export async function deleteOldWrongCodes(runner: Runner, before: Date): Promise<void> {
  await sql`delete from identity.wrong_codes where last_at < ${before}`.execute(runner);
}

/** Addresses from which somebody signed in to the account, newest first. A code of the extension is no sign-in. */
export async function readSignInAddresses(runner: Runner, userId: string, since: Date): Promise<string[]> {
  const result = await sql<{ address: string }>`
    select address from identity.sessions
    where user_id = ${userId} and issued_at > ${since} and address <> '' and parent_id is null order by issued_at desc limit 50`.execute(
    runner,
  );
  return result.rows.map((row) => row.address);
}
