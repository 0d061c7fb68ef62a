/** SQL of what belongs to a question to a store's network. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type Asking = { message_id: string; inquiry_id: string; words: string; by: string; at: Date };

export async function insertAsking(tx: Tx, row: Asking): Promise<void> {
  await sql`
    insert into help.askings (message_id, inquiry_id, words, by, at)
    values (${row.message_id}, ${row.inquiry_id}, ${row.words}, ${row.by}, ${row.at})`.execute(tx);
}

/** Who decided that it is filed again, and when: the same decision told twice is done once. */
export async function decideAsking(tx: Tx, messageId: string, decided: { by: string; at: Date }): Promise<void> {
  await sql`
    update help.askings set by = ${decided.by}, at = ${decided.at} where message_id = ${messageId}`.execute(tx);
}

export async function readAskings(runner: Database | Tx, messageIds: readonly string[]): Promise<Map<string, Asking>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<Asking>`
    select * from help.askings where message_id = any (${[...messageIds]}::uuid[])`.execute(runner);
  return new Map(rows.map((row) => [row.message_id, row]));
}

export async function readAskingOf(runner: Database | Tx, inquiryId: string): Promise<Asking | null> {
  const { rows } = await sql<Asking>`select * from help.askings where inquiry_id = ${inquiryId}`.execute(runner);
  return rows[0] ?? null;
}
