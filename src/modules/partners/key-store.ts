/** All SQL of partners' keys. Schema `partners` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type KeyRow = {
  key_id: string;
  partner_name: string;
  name: string;
  made_at: Date;
  made_by: string;
  used_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
};

/** Newest first, those that ended too. */
export const listKeys = async (runner: Runner, partner: string): Promise<KeyRow[]> =>
  (
    await sql<KeyRow>`
      select key_id, partner_name, name, made_at, made_by, used_at, ended_at, ended_by from partners.keys
      where partner_name = ${partner} order by made_at desc, key_id desc limit 100`.execute(runner)
  ).rows;

/** One after the other, so that the bound on keys holds. */
export async function holdKeys(tx: Tx, partner: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('partners.keys'), hashtext(${partner}))`.execute(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from partners.keys where partner_name = ${partner} and ended_at is null`.execute(tx);
  return rows[0]?.open ?? 0;
}

export async function insertKey(
  tx: Tx,
  row: Pick<KeyRow, "key_id" | "partner_name" | "name" | "made_at" | "made_by"> & { hash: Buffer },
): Promise<void> {
  await sql`
    insert into partners.keys (key_id, partner_name, name, hash, made_at, made_by)
    values (${row.key_id}, ${row.partner_name}, ${row.name}, ${row.hash}, ${row.made_at}, ${row.made_by})`.execute(tx);
}

/** False for a key that there is not under this partner, or not any more. */
export async function endKey(
  tx: Tx,
  row: { key_id: string; partner_name: string; at: Date; by: string },
): Promise<boolean> {
  const result = await sql`
    update partners.keys set ended_at = ${row.at}, ended_by = ${row.by}
    where key_id = ${row.key_id} and partner_name = ${row.partner_name} and ended_at is null`.execute(tx);
  return result.rowCount === 1;
}

export const findKey = async (runner: Runner, hash: Buffer): Promise<KeyRow | null> =>
  (
    await sql<KeyRow>`
      select key_id, partner_name, name, made_at, made_by, used_at, ended_at, ended_by from partners.keys
      where hash = ${hash} and ended_at is null`.execute(runner)
  ).rows[0] ?? null;

/** To the hour: the last use is for people who look whether a key may go. */
export async function noteUse(runner: Runner, keyId: string, at: Date): Promise<void> {
  await sql`
    update partners.keys set used_at = ${at}
    where key_id = ${keyId} and (used_at is null or used_at < ${at}::timestamptz - interval '1 hour')`.execute(runner);
}
