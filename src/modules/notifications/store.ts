/** All SQL of notifications. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { List, MailState } from "./rules.ts";

type Runner = Database | Tx;

export type MailRow = {
  mail_id: string;
  cause: string;
  user_id: string | null;
  template: string;
  language: "en" | "es";
  recipient: string;
  /** Whom an answer goes to; null: its sender. */
  reply_to: string | null;
  /** Its Message-ID; null: one that follows from its id. */
  message_id: string | null;
  headers: Readonly<Record<string, string>>;
  subject: string;
  html: string;
  plain: string;
  list: List;
  /** Once it is sent, its text is erased. */
  secret: boolean;
  /** Under whose name it was written; null: the home brand's. */
  partner: string | null;
  state: MailState;
};
/** What a summary says of a letter that was gathered for it. */
export type Brief = { title: string; text: string; link?: { label: string; href: string } };

/** False when this cause has its mail already. */
export async function insertMail(
  tx: Tx,
  mail: Omit<MailRow, "state"> & { state: "queued" | "gathered"; brief: Brief | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into notifications.mails (mail_id, cause, user_id, template, language, recipient, reply_to, message_id, headers, subject, html, plain, list, secret, partner, brief, state, created_at)
    values (${mail.mail_id}, ${mail.cause}, ${mail.user_id}, ${mail.template}, ${mail.language}, ${mail.recipient}, ${mail.reply_to}, ${mail.message_id}, ${JSON.stringify(mail.headers)}::jsonb, ${mail.subject}, ${mail.html}, ${mail.plain}, ${mail.list}, ${mail.secret}, ${mail.partner}, ${mail.brief && JSON.stringify(mail.brief)}::jsonb, ${mail.state}, ${mail.at})
    on conflict (cause) do nothing`.execute(tx);
  return result.rowCount === 1;
}

/** Of some causes those of which somebody was told, by mail or on our own pages. */
export async function readTold(tx: Tx, causes: readonly string[]): Promise<Set<string>> {
  const asked = [...causes];
  const { rows } = await sql<{ cause: string }>`
    select cause from notifications.mails where cause = any(${asked}::text[])
    union select cause from notifications.notices where cause = any(${asked}::text[])`.execute(tx);
  return new Set(rows.map(({ cause }) => cause));
}

export async function lockUnsentMail(tx: Tx, mailId: string): Promise<MailRow | null> {
  const result =
    await sql<MailRow>`select * from notifications.mails where mail_id = ${mailId} and state in ('queued', 'sending', 'failed') for update`.execute(
      tx,
    );
  return result.rows[0] ?? null;
}

export async function markMail(
  runner: Runner,
  mailId: string,
  state: MailState,
  at: Date,
  error: string | null,
): Promise<void> {
  await sql`
    update notifications.mails set state = ${state}, attempts = attempts + case when ${state} = 'sending' then 1 else 0 end, last_error = ${error},
      sent_at = case when ${state} = 'sent' then ${at}::timestamptz end,
      html = case when ${state} = 'sent' and secret then '' else html end,
      plain = case when ${state} = 'sent' and secret then '' else plain end
    where mail_id = ${mailId} and state in ('queued', 'sending', 'failed')`.execute(runner);
}

/**
 * Letters to people who are no members, by the beginnings of their causes: they keep their place without text and address. What was
 * written before and never left is not sent any more.
 */
export async function forgetStrangers(tx: Tx, causes: readonly string[], before: Date): Promise<void> {
  await sql`
    update notifications.mails set recipient = '', subject = '', html = '', plain = '', last_error = null,
      state = case when state in ('queued', 'sending', 'failed') then 'unwanted' else state end
    where user_id is null and created_at < ${before}
      and exists (select 1 from unnest(${[...causes]}::text[]) as c (beginning) where starts_with(cause, c.beginning))`.execute(
    tx,
  );
}
