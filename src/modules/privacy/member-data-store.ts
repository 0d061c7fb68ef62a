/** What a member asked of what we keep about them. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(r) - array['user_id', 'token_hash', 'link_until', 'agent_number'] || jsonb_build_object('history', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['request_id', 'by_whom'] order by e.sequence), '[]')
        from privacy.request_events e where e.request_id = r.request_id)) as row
    from privacy.requests r where user_id = ${userId} order by asked_at`.execute(runner);
  return { requests: rows.map(({ row }) => row) };
}

/** The address of the account that went over may be gone; whatever was asked from it stays with who it is now. */
export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update privacy.requests set user_id = ${to} where user_id = ${from}`.execute(tx);
}
