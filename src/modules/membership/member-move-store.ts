/** Memberships of one member become another's. Which of two ends, and what becomes of open sign-ups, is decided in `leave-account.ts`, before. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of ["memberships", "joins", "cards"] as const)
    await sql`update ${sql.ref(`membership.${table}`)} set user_id = ${to} where user_id = ${from}`.execute(tx);
  // Cards hang on the processor's customer of the one who entered them; a membership keeps naming that one.
  await sql`
    insert into membership.retry_opt_outs (user_id, via, at) select ${to}, via, at from membership.retry_opt_outs where user_id = ${from} on conflict do nothing`.execute(
    tx,
  );
}
