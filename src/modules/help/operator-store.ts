/** SQL of what operators look for among messages. Schema `help` only. */
import { sql } from "kysely";
import type { Database } from "#platform/database";
import type { MessageState } from "./answer-rules.ts";
import type { MessageRow } from "./store.ts";

export type KeptMessage = Omit<MessageRow, "email"> & {
  email: string | null;
  state: MessageState;
  created_at: Date;
  due_at: Date | null;
};

export async function findMessages(
  db: Database,
  asked: { id: string | null; number: string; email: string },
  most: number,
): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    (select * from help.messages where message_id = ${asked.id}::uuid)
    union all (select * from help.messages where number = ${asked.number})
    union all (select * from help.messages where email = ${asked.email} order by created_at desc limit ${most}) limit ${most}`.execute(
    db,
  );
  return rows;
}
export async function readMessagesOf(db: Database, userId: string, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    select * from help.messages where user_id = ${userId} order by created_at desc limit ${most}`.execute(db);
  return rows;
}
