/** SQL of what operators look for among letters. Schema `notifications` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { MailRow } from "./store.ts";

export type SentMail = Omit<MailRow, "html" | "plain"> & {
  created_at: Date;
  sent_at: Date | null;
  attempts: number;
  last_error: string | null;
};
/** Without the text, which may be long. */
const MAILS = sql`select mail_id, cause, user_id, template, language, recipient, reply_to, subject, list, secret, state, created_at, sent_at, attempts, last_error
  from notifications.mails`;

export async function readMail(
  db: Database,
  mailId: string,
): Promise<(SentMail & { html: string; plain: string }) | null> {
  const { rows } = await sql<SentMail & { html: string; plain: string }>`
    select * from notifications.mails where mail_id = ${mailId}`.execute(db);
  return rows[0] ?? null;
}
/** The newest of each letter in each language, found letter by letter: there are many mails, and few letters. */
export async function readNewest(db: Database): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    with recursive letters as (
      (select template, language from notifications.mails order by template, language limit 1)
      union all
      select next.template, next.language from letters, lateral (
        select m.template, m.language from notifications.mails m
        where (m.template, m.language) > (letters.template, letters.language)
        order by m.template, m.language limit 1) next)
    select newest.* from letters, lateral (
      ${MAILS} where template = letters.template and language = letters.language
      order by created_at desc, mail_id desc limit 1) newest
    order by newest.template, newest.language`.execute(db);
  return rows;
}
export async function findMails(db: Database, recipient: string, most: number): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    ${MAILS} where recipient = ${recipient} order by created_at desc limit ${most}`.execute(db);
  return rows;
}
export async function readMailsOf(db: Database, userId: string, most: number): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    ${MAILS} where user_id = ${userId} order by created_at desc limit ${most}`.execute(db);
  return rows;
}
export async function listMails(
  db: Database,
  {
    undelivered,
    template,
    after,
    most,
  }: { undelivered: boolean; template: string | null; after: Place | null; most: number },
): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    ${MAILS} where ${undelivered ? sql`state in ('failed', 'refused', 'unclear')` : sql`true`}
      ${template === null ? sql`` : sql`and template = ${template}`}
      ${after ? sql`and (created_at, mail_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by created_at desc, mail_id desc limit ${most}`.execute(db);
  return rows;
}
