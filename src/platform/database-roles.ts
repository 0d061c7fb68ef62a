/**
 * Two roles: the owner, who migrates, and the server's own, which has everything that modules do not keep from it. One role for
 * both is possible, and then nothing is kept from it.
 */
import { SettingsError } from "#platform/config";
import type { Database, DatabaseHandle } from "#platform/database";
import { sql } from "#platform/sql";

const named = (url: string) => {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** The role that an address signs in as; it is made when there is none, and whoever makes it becomes its member. */
export async function ensureRole(owner: DatabaseHandle, url: string): Promise<string> {
  const { role, password } = named(url);
  // Several that start at once look and make one after the other.
  await owner.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(7420004)`.execute(tx);
    const found = await sql<{ us: boolean }>`
      select rolname = current_user as us from pg_roles where rolname = ${role}`.execute(tx);
    const [known] = found.rows;
    if (known?.us)
      throw new SettingsError(
        "DATABASE_OWNER_URL: names the role of DATABASE_URL; the ledger needs another role as its owner",
      );
    if (!known) await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(tx);
    const member = await sql<{ yes: boolean }>`select pg_has_role(current_user, ${role}, 'usage') as yes`.execute(tx);
    if (!member.rows[0]?.yes) await sql`grant ${sql.id(role)} to current_user`.execute(tx);
  });
  return role;
}

/** Hands over all schemas but those that are kept. */
export async function handOver(owner: Database, role: string, keep: readonly string[]): Promise<void> {
  await sql`select platform.hand_over(${role}, ${keep}::text[])`.execute(owner);
}

/** Whether a schema belongs to the role that an address signs in as. */
export async function ownsSchema(database: Database, url: string, schema: string): Promise<boolean> {
  const result = await sql<{ owner: string }>`
    select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = ${schema}`.execute(database);
  return result.rows[0]?.owner === named(url).role;
}

/** Whether who asks could change how a schema works: they own it, or may become its owner. True when there is none yet. */
export async function mayChange(database: Database, schema: string): Promise<boolean> {
  const result = await sql<{ may: boolean }>`
    select pg_has_role(current_user, nspowner, 'member') as may from pg_namespace where nspname = ${schema}`.execute(
    database,
  );
  return result.rows[0]?.may ?? true;
}
