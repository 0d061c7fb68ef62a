/** SQL of `move-member.ts`: visits, number, extras, bonus and prizes of one member become another's. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update landing.visits set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update landing.draw_winners set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update landing.upsells set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`
    update landing.phones set user_id = ${to}
    where user_id = ${from} and not exists (select 1 from landing.phones k where k.user_id = ${to})`.execute(tx);
  await sql`update landing.bonuses set user_id = ${to} where user_id = ${from}`.execute(tx);
}
