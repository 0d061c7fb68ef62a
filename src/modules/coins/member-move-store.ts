/** Coins of one member become another's, when two accounts become one. References that providers know lead to the new one. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { lockMember } from "./start-store.ts";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const id of [from, to].toSorted()) await lockMember(tx, id);
  for (const table of ["member_refs", "starts", "survey_visits", "rewards", "claims", "screenshots", "answer_consents"])
    await sql`update ${sql.ref(`coins.${table}`)} set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update coins.starts set shared_with = null where user_id = ${to} and shared_with in (${from}, ${to})`.execute(
    tx,
  );
  // The number of the account that stays; else that of the one that goes.
  await sql`
    update coins.phones p set user_id = ${to} where user_id = ${from}
      and not exists (select 1 from coins.phones q where q.user_id = ${to})`.execute(tx);
  await sql`delete from coins.phones where user_id = ${from}`.execute(tx);
  // What both answered, the account that stays has answered.
  await sql`
    update coins.answers a set user_id = ${to} where user_id = ${from}
      and not exists (select 1 from coins.answers b where b.user_id = ${to} and b.question_id = a.question_id)`.execute(
    tx,
  );
  await sql`delete from coins.answers where user_id = ${from}`.execute(tx);
}
