/** SQL of letters that wait for a summary. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Topic } from "../rules.ts";
import type { Brief } from "../store.ts";

export type GatheredMail = {
  mail_id: string;
  list: Topic;
  language: "en" | "es";
  recipient: string;
  partner: string | null;
  brief: Brief;
  created_at: Date;
};

/** Oldest first, until the transaction ends. */
export async function lockGathered(tx: Tx, userId: string): Promise<GatheredMail[]> {
  const result = await sql<GatheredMail>`
    select mail_id, list, language, recipient, partner, brief, created_at from notifications.mails
    where user_id = ${userId} and state = 'gathered' order by created_at, mail_id for update`.execute(tx);
  return result.rows;
}

/** `digest_id`: the mail that tells of them, when they are told in one. */
export async function endGathered(
  tx: Tx,
  mailIds: readonly string[],
  state: "queued" | "digested" | "unwanted",
  digestId: string | null = null,
): Promise<void> {
  await sql`
    update notifications.mails set state = ${state}, digest_id = ${digestId}, brief = null
    where mail_id = any(${mailIds}::uuid[]) and state = 'gathered'`.execute(tx);
}

/** Whose letters wait although the day on which they were due has gone: a job that was lost. */
export async function findForgotten(db: Database, before: Date): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    select distinct user_id from notifications.mails where state = 'gathered' and created_at < ${before} limit 500`.execute(
    db,
  );
  return result.rows.map(({ user_id }) => user_id);
}
