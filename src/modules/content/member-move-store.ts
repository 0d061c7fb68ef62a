/** Two members become one: what either agreed to. Schema `content` only. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

/** Both of them agreed: the account that stays keeps the earlier of two agreements to the same words. */
export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into content.agreements (user_id, version_id, way, agreed_at)
    select ${to}, version_id, way, agreed_at from content.agreements where user_id = ${from}
    on conflict (user_id, version_id) do update set way = excluded.way, agreed_at = excluded.agreed_at
      where excluded.agreed_at < agreements.agreed_at`.execute(tx);
  await sql`delete from content.agreements where user_id = ${from}`.execute(tx);
}
