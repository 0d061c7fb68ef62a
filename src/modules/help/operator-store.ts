/** SQL of what operators look for among messages. Schema `help` only. */
import { sql } from "kysely";
import type { Database } from "#platform/database";
import { type KeptMessage, MESSAGES } from "./thread-store.ts";

export async function findMessages(
  db: Database,
  asked: { id: string | null; number: string; email: string },
  most: number,
): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    (${MESSAGES} where m.message_id = ${asked.id}::uuid)
    union all (${MESSAGES} where m.number = ${asked.number})
    union all (${MESSAGES} where m.email = ${asked.email} order by m.created_at desc limit ${most}) limit ${most}`.execute(
    db,
  );
  return rows;
}
export async function readMessagesOf(db: Database, userId: string, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.user_id = ${userId} order by m.created_at desc limit ${most}`.execute(db);
  return rows;
}
