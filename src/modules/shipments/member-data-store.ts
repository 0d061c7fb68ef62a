/** What the module knows of one member, for their own copy of it; and what goes when they leave. Schema `shipments` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    parcels: await rows(sql`
      select to_jsonb(p) - array['user_id', 'tracker_id', 'silent_looks', 'look_at', 'clock_at', 'candidates', 'sequence'] || jsonb_build_object(
          'scans', (select coalesce(jsonb_agg(to_jsonb(s) - 'parcel_id' order by s.occurred_at, s.status), '[]') from shipments.scans s where s.parcel_id = p.parcel_id),
          'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'parcel_id' order by e.sequence), '[]') from shipments.parcel_events e where e.parcel_id = p.parcel_id)
        ) as row
      from shipments.parcels p where user_id = ${userId} order by added_at`),
    cases: await rows(sql`
      select to_jsonb(c) - array['user_id', 'remind_at', 'sequence'] || jsonb_build_object(
          'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'case_id' order by e.sequence), '[]') from shipments.case_events e where e.case_id = c.case_id)
        ) as row
      from shipments.cases c where user_id = ${userId} order by opened_at`),
  };
}

/** No money hangs on any of it: all of it goes. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from shipments.cases where user_id = ${userId}`.execute(tx);
  await sql`delete from shipments.parcels where user_id = ${userId}`.execute(tx);
}
