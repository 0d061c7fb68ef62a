/** What the module knows of one member: for their own copy of it. Orders and clicks stay in the books when they leave. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    clicks: await rows(
      sql`select to_jsonb(c) - 'user_id' as row from cashback.clicks c where user_id = ${userId} order by at`,
    ),
    orders: await rows(
      sql`select to_jsonb(o) - 'user_id' || jsonb_build_object('timeline', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'order_id' order by sequence), '[]') from cashback.order_events e where e.order_id = o.order_id
          )) as row from cashback.orders o where user_id = ${userId} order by ordered_at`,
    ),
    inquiries: await rows(
      sql`select to_jsonb(i) - 'user_id' - 'fault' || jsonb_build_object('moves', (
            select coalesce(jsonb_agg(to_jsonb(m) - 'inquiry_id' - 'by' order by m.at), '[]') from cashback.inquiry_moves m where m.inquiry_id = i.inquiry_id
          )) as row from cashback.inquiries i where user_id = ${userId} order by made_at`,
    ),
    visits: await rows(
      sql`select to_jsonb(v) - 'user_id' - 'visit_id' as row from cashback.visits v where user_id = ${userId} order by at`,
    ),
  };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from cashback.visits where user_id = ${userId}`.execute(tx);
}
