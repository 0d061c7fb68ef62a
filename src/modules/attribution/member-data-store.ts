/** What the module knows of one member: consents with their exact words, tracked events, analytics ids. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const consents = await sql<{ row: unknown }>`
    select to_jsonb(c) - 'user_id' - 'visitor_id' || jsonb_build_object('words', to_jsonb(w)) as row
    from attribution.consents c join attribution.wordings w using (version) where c.user_id = ${userId} order by c.at`.execute(
    runner,
  );
  const events = await sql<{ row: unknown }>`
    select jsonb_build_object('at', at, 'action', action, 'event', document) as row from attribution.events
    where user_id = ${userId} order by at`.execute(runner);
  const analytics = await sql<{ row: unknown }>`
    select to_jsonb(a) - 'user_id' as row from attribution.analytics_clients a where user_id = ${userId}`.execute(
    runner,
  );
  return {
    consents: consents.rows.map(({ row }) => row),
    events: events.rows.map(({ row }) => row),
    analytics: analytics.rows.map(({ row }) => row),
  };
}

/** Consents stay as the proof that the law asks for, without the account; events, analytics ids and pixels go. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from attribution.events where user_id = ${userId}`.execute(tx);
  await sql`delete from attribution.analytics_clients where user_id = ${userId}`.execute(tx);
  await sql`delete from attribution.analytics_outbox where user_id = ${userId}`.execute(tx);
  await sql`delete from attribution.pixel_fires where user_id = ${userId}`.execute(tx);
  await sql`update attribution.consents set user_id = null where user_id = ${userId}`.execute(tx);
}
