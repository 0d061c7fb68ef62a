/** SQL of consents to texts. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;
export type EndReason = "page" | "stop_word" | "number_gone" | "new_number" | "account_gone";
export type ConsentRow = {
  consent_id: string;
  user_id: string | null;
  phone: Buffer | null;
  phone_hash: Buffer;
  last4: string;
  language: "en" | "es";
  partner: string | null;
  words: string;
  given_by: "page" | "text";
  given_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
};

/** One that holds, until the transaction ends. */
export async function lockConsent(tx: Tx, userId: string): Promise<ConsentRow | null> {
  const result = await sql<ConsentRow>`
    select * from notifications.text_consents where user_id = ${userId} and ended_at is null for update`.execute(tx);
  return result.rows[0] ?? null;
}

/** The newest of a member, whether it holds or not. */
export async function readConsent(runner: Runner, userId: string): Promise<ConsentRow | null> {
  const result = await sql<ConsentRow>`
    select * from notifications.text_consents where user_id = ${userId} order by given_at desc, consent_id desc limit 1`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

/** The newest to a number. Who works with a number waits for whoever does so already. */
export async function lockNewestOfPhone(tx: Tx, phoneHash: Buffer): Promise<ConsentRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phoneHash.toString("hex")}, 7420074))`.execute(tx);
  const result = await sql<ConsentRow>`
    select * from notifications.text_consents where phone_hash = ${phoneHash} order by given_at desc, consent_id desc limit 1`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

export async function insertConsent(tx: Tx, row: Omit<ConsentRow, "ended_at" | "end_reason">): Promise<void> {
  await sql`
    insert into notifications.text_consents (consent_id, user_id, phone, phone_hash, last4, language, partner, words, given_by, given_at)
    values (${row.consent_id}, ${row.user_id}, ${row.phone}, ${row.phone_hash}, ${row.last4}, ${row.language}, ${row.partner}, ${row.words}, ${row.given_by}, ${row.given_at})`.execute(
    tx,
  );
}

/** With its end the number goes; that somebody had agreed, and until when, stays. */
export async function endConsents(
  tx: Tx,
  which: { user_id: string } | { phone_hash: Buffer },
  reason: EndReason,
  at: Date,
): Promise<number> {
  const whose = "user_id" in which ? sql`user_id = ${which.user_id}` : sql`phone_hash = ${which.phone_hash}`;
  const result = await sql`
    update notifications.text_consents set ended_at = ${at}, end_reason = ${reason}, phone = null
    where ${whose} and ended_at is null`.execute(tx);
  return result.rowCount;
}
