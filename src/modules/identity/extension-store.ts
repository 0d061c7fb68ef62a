/** SQL of the extension's sign-in. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { dropPhoneLinks } from "./link-store.ts";

export type ExtensionCodeRow = {
  code_hash: Buffer;
  /** SHA-256 of what only the extension that asked knows. */
  challenge: Buffer;
  origin: string;
  /** The site's session that was asked, and agreed. */
  session_id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export async function insertExtensionCode(
  runner: Database | Tx,
  code: Omit<ExtensionCodeRow, "used_at">,
): Promise<void> {
  await sql`
    insert into identity.extension_codes (code_hash, challenge, origin, session_id, created_at, expires_at)
    values (${code.code_hash}, ${code.challenge}, ${code.origin}, ${code.session_id}, ${code.created_at}, ${code.expires_at})`.execute(
    runner,
  );
}

/** In which session of whom it was asked for; null for no code. */
export async function findExtensionCode(
  runner: Database | Tx,
  codeHash: Buffer,
): Promise<{ session_id: string; user_id: string } | null> {
  const { rows } = await sql<{ session_id: string; user_id: string }>`
    select s.session_id, s.user_id from identity.extension_codes c join identity.sessions s using (session_id)
    where c.code_hash = ${codeHash}`.execute(runner);
  return rows[0] ?? null;
}

/** Its codes are brought and used up by one at a time. Locked after its member and before its codes, everywhere. */
export async function lockSession(tx: Tx, sessionId: string): Promise<void> {
  await sql`select 1 from identity.sessions where session_id = ${sessionId} for update`.execute(tx);
}

/** Codes of the extension and links of phones that are on their way open nothing any more. Waits for those that are being brought, so that what they opened is found and ended. */
export async function dropCodesOnTheWay(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    select 1 from identity.sessions where user_id = ${userId} and parent_id is null and ended_at is null
    order by session_id for update`.execute(tx);
  await sql`
    update identity.extension_codes set used_at = ${now}
    where used_at is null and expires_at > ${now}
      and session_id in (select session_id from identity.sessions where user_id = ${userId})`.execute(tx);
  await dropPhoneLinks(tx, userId, null, now);
}

/** Two at once: the second waits for the first, and finds it used. */
export async function lockExtensionCode(tx: Tx, codeHash: Buffer): Promise<ExtensionCodeRow | null> {
  const { rows } = await sql<ExtensionCodeRow>`
    select * from identity.extension_codes where code_hash = ${codeHash} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function markExtensionCodeUsed(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  await sql`update identity.extension_codes set used_at = ${now} where code_hash = ${codeHash}`.execute(tx);
}

/** What the same browser's extension had before; those that were ended. */
export async function endExtensionSessions(tx: Tx, parentId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ session_id: string }>`
    update identity.sessions set ended_at = ${now}, end_reason = 'replaced'
    where parent_id = ${parentId} and opened_by = 'extension' and ended_at is null returning session_id`.execute(tx);
  for (const { session_id } of rows) await sql`select pg_notify('tuppence_sessions', ${session_id})`.execute(tx);
}

export async function deleteOldExtensionCodes(runner: Database | Tx, before: Date): Promise<void> {
  await sql`delete from identity.extension_codes where expires_at < ${before}`.execute(runner);
}
