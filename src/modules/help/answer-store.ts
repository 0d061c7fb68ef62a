/** SQL of answers, and of what waits for one. Schema `help` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import type { AnswerCode, MessageState } from "./answer-rules.ts";
import type { KeptMessage } from "./operator-store.ts";

type Runner = Database | Tx;
export type Answer = { code: AnswerCode; words: string; by: string; at: Date };

/** Those that nobody has answered, the earliest promise first. */
export async function readWaiting(runner: Runner, purchases: boolean, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    select * from help.messages where state in ('open', 'asked') and (topic = 'missing-purchase') = ${purchases}
    order by due_at, message_id limit ${most}`.execute(runner);
  return rows;
}

export async function lockMessage(tx: Tx, messageId: string): Promise<KeptMessage | null> {
  const { rows } =
    await sql<KeptMessage>`select * from help.messages where message_id = ${messageId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function moveMessage(tx: Tx, messageId: string, to: MessageState, due: Date | null): Promise<void> {
  await sql`update help.messages set state = ${to}, due_at = ${due} where message_id = ${messageId}`.execute(tx);
}

export async function insertAnswer(tx: Tx, row: Answer & { answer_id: string; message_id: string }): Promise<void> {
  await sql`
    insert into help.answers (answer_id, message_id, code, words, by, at)
    values (${row.answer_id}, ${row.message_id}, ${row.code}, ${row.words}, ${row.by}, ${row.at})`.execute(tx);
}

export async function readAnswers(runner: Runner, messageId: string): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select code, words, by, at from help.answers where message_id = ${messageId} order by at`.execute(runner);
  return rows;
}
