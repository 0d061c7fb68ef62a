/** What content knows of one member: what they agreed to. Schema `content` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

/** For the member's own copy: what they agreed to, word for word. */
export async function readMemberData(runner: Database, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object('document', v.document, 'language', v.language, 'country', v.country, 'holds_since', v.holds_since,
      'title', v.title, 'text', v.page, 'way', a.way, 'agreed_at', a.agreed_at) as row
    from content.agreements a join content.versions v using (version_id)
    where a.user_id = ${userId} order by a.agreed_at, v.document`.execute(runner);
  return { agreements: rows.map(({ row }) => row) };
}

/** The words stay, as they were agreed to by others; who agreed goes with the account. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from content.agreements where user_id = ${userId}`.execute(tx);
}
