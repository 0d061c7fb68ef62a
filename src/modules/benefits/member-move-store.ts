/** Claims of one member become another's, when two accounts become one. Schema `benefits` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { moveBoosts } from "./boost-store.ts";
import { lockMember } from "./claim-store.ts";

/**
 * Limits stay with whom they were taken from; what both have used counts together (`readUsage`). Two claims that were sent
 * with one key stay two.
 */
export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const id of [from, to].toSorted()) await lockMember(tx, id);
  await sql`
    update benefits.claims set user_id = ${to}, request_key = request_key || ':' || claim_id::text where user_id = ${from}`.execute(
    tx,
  );
  await moveBoosts(tx, { from, to });
  // Where both gave an address, that of the account that stays counts.
  await sql`
    update benefits.addresses a set user_id = ${to} where user_id = ${from}
      and not exists (select 1 from benefits.addresses b where b.user_id = ${to})`.execute(tx);
  await sql`delete from benefits.addresses where user_id = ${from}`.execute(tx);
}
