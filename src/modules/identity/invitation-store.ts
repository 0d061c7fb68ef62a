/** SQL of addresses that partners told us of. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type InvitationRow = {
  invitation_id: string;
  email: string;
  name: string;
  language: "en" | "es";
  partner: string;
  sid: string | null;
  cid: string | null;
  told_by: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

/** False where this address was written to before, whoever told us of it. */
export async function insertInvitation(
  tx: Tx,
  row: Omit<InvitationRow, "used_at"> & { hash: Buffer; address_hash: Buffer },
): Promise<boolean> {
  const result = await sql`
    insert into identity.invitations
      (invitation_id, hash, address_hash, email, name, language, partner, sid, cid, told_by, created_at, expires_at)
    values (${row.invitation_id}, ${row.hash}, ${row.address_hash}, ${row.email}, ${row.name}, ${row.language}, ${row.partner},
      ${row.sid}, ${row.cid}, ${row.told_by}, ${row.created_at}, ${row.expires_at})
    on conflict (address_hash) do nothing`.execute(tx);
  return result.rowCount === 1;
}

export const findInvitation = async (runner: Runner, hash: Buffer): Promise<InvitationRow | null> =>
  (await sql<InvitationRow>`select * from identity.invitations where hash = ${hash}`.execute(runner)).rows[0] ?? null;

export const lockInvitation = async (tx: Tx, hash: Buffer): Promise<InvitationRow | null> =>
  (await sql<InvitationRow>`select * from identity.invitations where hash = ${hash} for update`.execute(tx)).rows[0] ??
  null;

export async function spendInvitation(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update identity.invitations set used_at = ${at}, email = '', name = '', sid = null, cid = null
    where invitation_id = ${id}`.execute(tx);
}

/** Of what nobody took up in time only that it was written to stays, and that for a year. */
export async function tidyInvitations(runner: Runner, now: Date): Promise<void> {
  await sql`
    update identity.invitations set email = '', name = '', sid = null, cid = null
    where expires_at <= ${now} and email <> ''`.execute(runner);
  await sql`delete from identity.invitations where created_at <= ${now}::timestamptz - interval '365 days'`.execute(
    runner,
  );
}
