/** Parcels of one member become another's, when two accounts become one. Schema `shipments` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { lockMember } from "./parcel-store.ts";

/** A number that both follow stays with each case that was opened about it; the one that goes gives up its number, and is put away. */
export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const id of [from, to].toSorted()) await lockMember(tx, id);
  await sql`
    update shipments.parcels p set number = null, tracker_id = null, look_at = null, removed_at = coalesce(removed_at, changed_at)
    where user_id = ${from} and exists (select 1 from shipments.parcels q where q.user_id = ${to} and q.number = p.number)`.execute(
    tx,
  );
  await sql`update shipments.parcels set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update shipments.cases set user_id = ${to} where user_id = ${from}`.execute(tx);
}
