/** SQL of forwarding addresses. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type AddressRow = { token: string; user_id: string; created_at: Date };

export async function readAddress(runner: Database, userId: string): Promise<AddressRow | null> {
  const { rows } = await sql<AddressRow>`
    select token, user_id, created_at from mailboxes.addresses where user_id = ${userId} and stopped_at is null and main`.execute(
    runner,
  );
  return rows[0] ?? null;
}

/** Whose an address is, as long as it takes mail. */
export async function findOwner(runner: Database, token: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from mailboxes.addresses where token = ${token} and stopped_at is null`.execute(runner);
  return rows[0]?.user_id ?? null;
}

/** Whose it was when its mail was taken in, also after it was replaced. */
export async function findFormerOwner(runner: Database, token: string): Promise<string | null> {
  const { rows } = await sql<{
    user_id: string;
  }>`select user_id from mailboxes.addresses where token = ${token}`.execute(runner);
  return rows[0]?.user_id ?? null;
}

/** The member's address; the first to ask makes it. */
export async function makeAddress(runner: Database, row: AddressRow): Promise<void> {
  await sql`
    insert into mailboxes.addresses (token, user_id, created_at) values (${row.token}, ${row.user_id}, ${row.created_at})
    on conflict (user_id) where stopped_at is null and main do nothing`.execute(runner);
}

export async function stopAddress(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`update mailboxes.addresses set stopped_at = ${at} where user_id = ${userId} and stopped_at is null`.execute(
    tx,
  );
}
