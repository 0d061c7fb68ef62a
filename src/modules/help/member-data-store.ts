/** What a member wrote to us. When they leave, their words and files go; that there was a message stays for the count. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    messages: await rows(
      sql`select to_jsonb(m) - 'user_id' || jsonb_build_object('files', (
            select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'bytes', octet_length(f.bytes)) order by f.created_at), '[]')
            from help.files f where f.message_id = m.message_id
          ), 'entries', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'message_id' - 'by' - 'place' order by e.place), '[]') from help.entries e where e.message_id = m.message_id
          ), 'solved', (select v.solved from help.verdicts v where v.message_id = m.message_id)) as row from help.messages m where user_id = ${userId} order by created_at`,
    ),
    reviews: await rows(sql`select to_jsonb(r) - 'user_id' as row from help.reviews r where user_id = ${userId}`),
  };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from help.files where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from help.verdicts where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from help.held_letters where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from help.chats where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from help.askings where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`delete from help.entries where message_id in (select message_id from help.messages where user_id = ${userId})`.execute(
    tx,
  );
  await sql`
    update help.messages set email = null, name = '', purchase = null, state = 'erased', due_at = null where user_id = ${userId}`.execute(
    tx,
  );
  await sql`delete from help.reviews where user_id = ${userId}`.execute(tx);
}

export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update help.messages set user_id = ${to} where user_id = ${from}`.execute(tx);
  // Of two reviews of one person the kept account's counts.
  await sql`delete from help.reviews where user_id = ${from} and exists (select 1 from help.reviews r where r.user_id = ${to})`.execute(
    tx,
  );
  await sql`update help.reviews set user_id = ${to} where user_id = ${from}`.execute(tx);
}
