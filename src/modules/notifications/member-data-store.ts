/** What the module knows of one member: the mails they were sent, what they were told on our pages, and the lists they left. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";

export async function readMemberData(runner: Database, userId: string) {
  // A link that opens the account is in the letter alone: whoever holds a copy must not get in by it.
  const mails = await sql<{ row: unknown }>`
    select to_jsonb(m) - 'user_id' - 'html' - 'last_error' - 'cause' || case when m.secret then '{"plain": ""}'::jsonb else '{}'::jsonb end as row from notifications.mails m
    where user_id = ${userId} order by created_at`.execute(runner);
  const refusals = await sql<{ row: unknown }>`
    select to_jsonb(r) - 'user_id' as row from notifications.refusals r where user_id = ${userId}`.execute(runner);
  const notices = await sql<{ row: unknown }>`
    select to_jsonb(n) - 'user_id' - 'cause' as row from notifications.notices n where user_id = ${userId} order by at`.execute(
    runner,
  );
  return {
    mails: mails.rows.map(({ row }) => row),
    notices: notices.rows.map(({ row }) => row),
    lists_left: refusals.rows.map(({ row }) => row),
  };
}

/** Mails that were sent keep their place without text and address; those still waiting are sent first. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`
    update notifications.mails set recipient = '', subject = '', html = '', plain = ''
    where user_id = ${userId} and state in ('sent', 'unwanted')`.execute(tx);
  await sql`delete from notifications.notices where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications.refusals where user_id = ${userId}`.execute(tx);
}
