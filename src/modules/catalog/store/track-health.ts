/** SQL of how stores tell of orders, as it is counted above. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { TrackRecord } from "../track.types.ts";

/** For pages: null where too few bought to tell. */
export const TRACK = `(select json_build_object('health', t.health, 'median_hours', t.median_hours, 'refused', t.refused, 'decided', t.decided)
  from catalog.track_health t where t.merchant_id = m.merchant_id) as track`;

/** What was counted takes the place of what was counted before. Stores are known by their names at the click. */
export async function replaceTracks(
  tx: Tx,
  tracks: readonly (TrackRecord & { internal_name: string })[],
  at: Date,
): Promise<void> {
  await sql`delete from catalog.track_health`.execute(tx);
  await sql`
    insert into catalog.track_health (merchant_id, health, median_hours, refused, decided, counted_at)
    select m.merchant_id, t.health, t.median_hours, t.refused, t.decided, ${at}
    from jsonb_to_recordset(${JSON.stringify(tracks)}::jsonb) as t(internal_name text, health text, median_hours integer, refused integer, decided integer)
    join catalog.merchants m using (internal_name)`.execute(tx);
}
