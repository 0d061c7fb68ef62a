/** Mails of one member become another's, when two accounts become one. Schema `mailboxes` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { moveLinks } from "./links/move-link.ts";

/** What both had is kept once; both addresses go on taking mail. */
export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }, at: Date): Promise<void> {
  await sql`
    delete from mailboxes.mails a where user_id = ${from}
      and exists (select 1 from mailboxes.mails b where b.user_id = ${to} and b.mail_key = a.mail_key)`.execute(tx);
  await sql`update mailboxes.mails set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update mailboxes.facts set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`
    update mailboxes.addresses a set user_id = ${to},
      main = main and not exists (select 1 from mailboxes.addresses b where b.user_id = ${to} and b.stopped_at is null and b.main)
    where user_id = ${from}`.execute(tx);
  await moveLinks(tx, { from, to }, at);
}
