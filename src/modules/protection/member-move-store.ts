/** What one member watches becomes another's, when two accounts become one. Schema `protection` only. */
import type { Tx } from "#platform/database";
import type { Move } from "#platform/member-parts";
import { sql } from "#platform/sql";
import { lockMember } from "./price-store.ts";

/** Two that were added with one key, as two mails of one order are, stay two: only one of them is ever paid. */
export async function moveMember(tx: Tx, { from, to, round }: Move): Promise<void> {
  for (const id of [from, to].toSorted()) await lockMember(tx, id);
  await sql`
    update protection.price_watches set user_id = ${to}, request_key = request_key || ':' || watch_id::text where user_id = ${from}`.execute(
    tx,
  );
  // Both were told of the same booking: the one that is already there stays.
  await sql`
    delete from protection.trips t where user_id = ${from}
      and exists (select 1 from protection.trips o where o.user_id = ${to} and o.request_key = t.request_key)`.execute(
    tx,
  );
  await sql`update protection.trips set user_id = ${to} where user_id = ${from}`.execute(tx);
  // Nothing is claimed by itself where one of the two did not want it. What is chosen after the merge stands.
  if (round === 0)
    await sql`
    update protection.members m set claims_by_itself = false where user_id = ${to}
      and not exists (select 1 from protection.members o where o.user_id = ${from} and o.claims_by_itself)`.execute(tx);
  await sql`delete from protection.members where user_id = ${from}`.execute(tx);
}
