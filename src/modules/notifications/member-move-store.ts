/** Letters, notices and refused lists of one member become another's: whoever refused a list refuses it for both. */
import { sql } from "kysely";
import type { Tx } from "#platform/database";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into notifications.refusals (user_id, list, channel, at)
    select ${to}, list, channel, at from notifications.refusals where user_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`delete from notifications.refusals where user_id = ${from}`.execute(tx);
  await sql`update notifications.notices set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update notifications.mails set user_id = ${to} where user_id = ${from}`.execute(tx);
}
