/** All SQL of help. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { FileType, Topic } from "./messages.ts";
import type { Purchase } from "./rules.ts";

export type MessageRow = {
  message_id: string;
  number: string;
  user_id: string | null;
  email: string;
  name: string;
  language: "en" | "es";
  partner: string;
  topic: Topic;
  body: string;
  purchase: Purchase | null;
};

/** Its words are its first entry. False when this form was sent before. */
export async function insertMessage(tx: Tx, row: MessageRow & { at: Date; due_at: Date }): Promise<boolean> {
  const result = await sql`
    insert into help.messages (message_id, number, user_id, email, name, language, partner, topic, purchase, created_at, state_at, due_at)
    values (${row.message_id}, ${row.number}, ${row.user_id}, ${row.email}, ${row.name}, ${row.language}, ${row.partner}, ${row.topic},
      ${row.purchase ? JSON.stringify(row.purchase) : null}::jsonb, ${row.at}, ${row.at}, ${row.due_at})
    on conflict (message_id) do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function readNumber(runner: Database | Tx, messageId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select number from help.messages where message_id = ${messageId}`.execute(runner);
  return rows[0]?.number ?? null;
}

/** Bytes of the files that wait for their message, and of all. */
export async function measureFiles(runner: Database | Tx): Promise<{ waiting: number; all: number }> {
  const { rows } = await sql<{ waiting: string; all: string }>`
    select coalesce(sum(octet_length(bytes)) filter (where message_id is null), 0)::text as waiting,
      coalesce(sum(octet_length(bytes)), 0)::text as all from help.files`.execute(runner);
  return { waiting: Number(rows[0]?.waiting ?? 0), all: Number(rows[0]?.all ?? 0) };
}

/** False when there is no space for it. One at a time, so that many at once find no more than there is. */
export async function insertFile(
  tx: Tx,
  file: { file_id: string; name: string; type: FileType; bytes: Buffer; at: Date },
  space: { waiting: number; all: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('help.files'))`.execute(tx);
  const filled = await measureFiles(tx);
  const size = file.bytes.length;
  if (filled.waiting + size > space.waiting || filled.all + size > space.all) return false;
  await sql`
    insert into help.files (file_id, name, type, bytes, created_at)
    values (${file.file_id}, ${file.name}, ${file.type}, ${file.bytes}, ${file.at})`.execute(tx);
  return true;
}

/** Ties files to an entry of a message; those of another message stay there. */
export async function takeFiles(
  tx: Tx,
  to: { message_id: string; entry_id: string },
  fileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    update help.files set message_id = ${to.message_id}, entry_id = ${to.entry_id} where file_id = any(${[...fileIds]}::uuid[]) and message_id is null
    returning file_id`.execute(tx);
  return rows.map((row) => row.file_id);
}

export async function readFile(
  db: Database,
  fileId: string,
): Promise<{ name: string; type: FileType; bytes: Buffer } | null> {
  const { rows } = await sql<{ name: string; type: FileType; bytes: Buffer }>`
    select name, type, bytes from help.files where file_id = ${fileId} and message_id is not null`.execute(db);
  return rows[0] ?? null;
}

export async function upsertReview(
  db: Database,
  row: {
    review_id: string;
    user_id: string | null;
    stars: number;
    words: string;
    language: string;
    partner: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into help.reviews (review_id, user_id, stars, words, language, partner, at)
    values (${row.review_id}, ${row.user_id}, ${row.stars}, ${row.words}, ${row.language}, ${row.partner}, ${row.at})
    on conflict (user_id) do update set stars = excluded.stars, words = excluded.words, language = excluded.language, at = excluded.at`.execute(
    db,
  );
}

/** Messages and ratings older than `before`, and files whose message never came within a day. */
export async function dropOld(db: Database, { before, filesBefore }: { before: Date; filesBefore: Date }) {
  const messages = await sql`delete from help.messages where created_at < ${before}`.execute(db);
  const files = await sql`delete from help.files where message_id is null and created_at < ${filesBefore}`.execute(db);
  const reviews = await sql`delete from help.reviews where at < ${before}`.execute(db);
  await sql`delete from help.uninstalls where at < ${before}`.execute(db);
  await sql`delete from help.held_letters where at < ${before}`.execute(db);
  return {
    messages: messages.rowCount,
    files: files.rowCount,
    reviews: reviews.rowCount,
  };
}

export const readFileNames = async (
  runner: Database | Tx,
  messageId: string,
): Promise<{ file_id: string; entry_id: string; name: string }[]> =>
  (
    await sql<{ file_id: string; entry_id: string; name: string }>`
      select file_id, entry_id, name from help.files where message_id = ${messageId} order by created_at`.execute(
      runner,
    )
  ).rows;
