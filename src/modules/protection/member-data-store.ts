/** What the module knows of one member, for their own copy of it; and what goes when they leave. Schema `protection` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    watched_prices: await rows(sql`
      select to_jsonb(w) - 'user_id' || jsonb_build_object(
          'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'watch_id' order by e.sequence), '[]') from protection.price_events e where e.watch_id = w.watch_id),
          'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - 'watch_id' order by r.at), '[]') from protection.price_refunds r where r.watch_id = w.watch_id)
        ) as row
      from protection.price_watches w where user_id = ${userId} order by created_at`),
    bookings: await rows(sql`
      select to_jsonb(t) - 'user_id' || jsonb_build_object(
          'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'trip_id' order by e.sequence), '[]') from protection.trip_events e where e.trip_id = t.trip_id)
        ) as row
      from protection.trips t where user_id = ${userId} order by created_at`),
    protection_choices: await rows(
      sql`select to_jsonb(m) - 'user_id' as row from protection.members m where user_id = ${userId}`,
    ),
  };
}

/** What was claimed stays with the claim; that an order was paid for stays as a print that leads to nobody. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from protection.price_watches where user_id = ${userId}`.execute(tx);
  await sql`delete from protection.trips where user_id = ${userId}`.execute(tx);
  await sql`delete from protection.members where user_id = ${userId}`.execute(tx);
}
