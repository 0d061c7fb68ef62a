/** SQL of known devices and of wrong codes. Schema `identity` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";

type Runner = Database | Tx;

export async function knowDevice(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into identity.devices (user_id, device_hash, first_at, last_at)
    values (${userId}, ${deviceHash}, ${now}, ${now})
    on conflict (user_id, device_hash) do update set last_at = excluded.last_at, dropped_at = null`.execute(tx);
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
