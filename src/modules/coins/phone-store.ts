/** SQL of confirmed numbers. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type PhoneRow = {
  phone_hash: Buffer | null;
  last4: string | null;
  confirmed_at: Date | null;
  asked_hash: Buffer | null;
  asked_last4: string | null;
  code_hash: Buffer | null;
  code_until: Date | null;
  tries: number;
};

export async function readPhoneOf(runner: Database | Tx, userId: string): Promise<PhoneRow | null> {
  const result = await sql<PhoneRow>`
    select phone_hash, last4, confirmed_at, asked_hash, asked_last4, code_hash, code_until, tries from coins.phones where user_id = ${userId}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

export async function hasPhone(runner: Database | Tx, userId: string): Promise<boolean> {
  return (await readPhoneOf(runner, userId))?.confirmed_at != null;
}

/** Whose number it is, for as long as the transaction lasts; null when it is nobody's. */
export async function findPhoneOwner(tx: Tx, phone_hash: Buffer): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone_hash.toString("hex")}, 7420036))`.execute(tx);
  const result = await sql<{ user_id: string }>`
    select user_id from coins.phones where phone_hash = ${phone_hash}`.execute(tx);
  return result.rows[0]?.user_id ?? null;
}

export async function saveAsked(
  tx: Tx,
  userId: string,
  asked: { hash: Buffer; last4: string; code_hash: Buffer; until: Date },
): Promise<void> {
  await sql`
    insert into coins.phones (user_id, asked_hash, asked_last4, code_hash, code_until)
    values (${userId}, ${asked.hash}, ${asked.last4}, ${asked.code_hash}, ${asked.until})
    on conflict (user_id) do update set asked_hash = excluded.asked_hash, asked_last4 = excluded.asked_last4,
      code_hash = excluded.code_hash, code_until = excluded.code_until, tries = 0`.execute(tx);
}

export async function countTry(tx: Tx, userId: string): Promise<void> {
  await sql`update coins.phones set tries = tries + 1 where user_id = ${userId}`.execute(tx);
}

/** The asked number becomes the confirmed one. */
export async function confirmAsked(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`
    update coins.phones set phone_hash = asked_hash, last4 = asked_last4, confirmed_at = ${at},
      asked_hash = null, asked_last4 = null, code_hash = null, code_until = null, tries = 0
    where user_id = ${userId}`.execute(tx);
}

export async function deletePhone(tx: Tx, userId: string): Promise<void> {
  await sql`delete from coins.phones where user_id = ${userId}`.execute(tx);
}
