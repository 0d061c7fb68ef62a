/** Memberships of one member become another's. Which of two ends is decided in `leave-account.ts`, before. */
import { sql } from "kysely";
import type { Tx } from "#platform/database";

export async function moveRows(tx: Tx, { from, to, at }: { from: string; to: string; at: Date }): Promise<void> {
  await sql`update membership.joins set state = 'failed', closed_at = ${at} where user_id = ${from} and state = 'open'`.execute(
    tx,
  );
  for (const table of ["memberships", "joins", "cards"] as const)
    await sql`update ${sql.table(`membership.${table}`)} set user_id = ${to} where user_id = ${from}`.execute(tx);
  // Cards hang on the processor's customer of the one who entered them; a membership keeps naming that one.
  await sql`
    insert into membership.retry_opt_outs (user_id, via, at) select ${to}, via, at from membership.retry_opt_outs where user_id = ${from} on conflict do nothing`.execute(
    tx,
  );
}
