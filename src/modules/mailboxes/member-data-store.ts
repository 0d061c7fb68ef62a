/** What the module knows of one member, for their own copy of it; and what goes when they leave: all of it. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { allLinks } from "./links/link-store.ts";
import { endKey } from "./links/move-state.ts";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    forwarding_addresses: await rows(
      sql`select to_jsonb(a) - array['user_id', 'main'] as row from mailboxes.addresses a where user_id = ${userId} order by created_at`,
    ),
    order_mails: await rows(sql`
      select to_jsonb(m) - array['user_id', 'mail_key'] || jsonb_build_object('facts',
        (select coalesce(jsonb_agg(f.content order by f.position), '[]') from mailboxes.facts f where f.mail_id = m.mail_id)) as row
      from mailboxes.mails m where user_id = ${userId} order by read_at`),
    // The app password or key opens their mailbox to whoever has this copy.
    linked_mailboxes: await rows(sql`
      select to_jsonb(l) - array['user_id', 'secret_sealed', 'sequence'] || jsonb_build_object('steps',
        (select coalesce(jsonb_agg(to_jsonb(e) - 'link_id' order by e.sequence), '[]') from mailboxes.link_events e where e.link_id = l.link_id)) as row
      from mailboxes.links l where user_id = ${userId} order by created_at`),
  };
}

/** A mail that still waits to be read finds nobody then, and its text goes unread. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from mailboxes.grant_starts where user_id = ${userId}`.execute(tx);
  for (const row of await allLinks(tx, userId)) await endKey(tx, row);
  await sql`delete from mailboxes.links where user_id = ${userId}`.execute(tx);
  await sql`delete from mailboxes.facts where user_id = ${userId}`.execute(tx);
  await sql`delete from mailboxes.mails where user_id = ${userId}`.execute(tx);
  await sql`delete from mailboxes.addresses where user_id = ${userId}`.execute(tx);
}
