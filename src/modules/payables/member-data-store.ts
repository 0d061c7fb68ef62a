/** What the module knows of one member: their payments. When an account ends, who was paid where is forgotten; the books stay. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const result = await sql<{ row: unknown }>`
    select jsonb_build_object('payable_id', p.payable_id, 'provider', p.provider, 'amount_minor', p.amount_minor, 'told', p.request, 'state', p.state,
      'created_at', p.created_at, 'timeline', (
        select coalesce(jsonb_agg(jsonb_build_object('to', e.to_state, 'at', e.at) order by sequence), '[]')
        from payables.payable_events e where e.payable_id = p.payable_id)) as row
    from payables.payables p where owner = ${userId} order by created_at`.execute(runner);
  return { payables: result.rows.map(({ row }) => row) };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`update payables.payables set request = '{}'::jsonb where owner = ${userId}`.execute(tx);
}
