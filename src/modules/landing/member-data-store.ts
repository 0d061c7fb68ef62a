/** What the module knows of one member: visits, phone number, extras, bonus and prizes. What was given stays in the books. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    visits: await rows(
      sql`select to_jsonb(v) - 'user_id' - 'secret_hash' as row from landing.visits v where user_id = ${userId} order by created_at`,
    ),
    phones: await rows(sql`select to_jsonb(p) - 'user_id' as row from landing.phones p where user_id = ${userId}`),
    upsells: await rows(
      sql`select to_jsonb(u) - 'user_id' - 'state_hash' as row from landing.upsells u where user_id = ${userId} order by created_at`,
    ),
    bonuses: await rows(sql`select to_jsonb(b) - 'user_id' as row from landing.bonuses b where user_id = ${userId}`),
    prizes: await rows(
      sql`select to_jsonb(w) - 'user_id' as row from landing.draw_winners w where user_id = ${userId} order by drawn_at`,
    ),
  };
}

/** Answers and numbers go; that a wheel was spun stays, as hashes, so that nobody spins again by leaving. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from landing.visits where user_id = ${userId}`.execute(tx);
  await sql`delete from landing.upsells where user_id = ${userId}`.execute(tx);
  await sql`delete from landing.phones where user_id = ${userId}`.execute(tx);
}
