/** SQL of texts to phones. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Topic } from "../rules.ts";

export type TextRow = {
  text_id: string;
  recipient: string | null;
  body: string;
  state: TextState;
  /** Whom it tells something, of which topic, under whose name; null for what somebody asked for just now. */
  user_id: string | null;
  list: Topic | null;
  partner: string | null;
  created_at: Date;
};
export const TEXT_TRANSITIONS = {
  queued: ["sending", "unwanted"],
  sending: ["queued", "sent", "refused"],
  sent: [],
  refused: [],
  /** Its member does not want it any more. */
  unwanted: [],
} as const;
export type TextState = keyof typeof TEXT_TRANSITIONS;

/** False when this cause has its text already. */
export async function insertText(
  tx: Tx,
  text: Omit<TextRow, "state" | "recipient" | "created_at"> & { cause: string; recipient: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into notifications.texts (text_id, cause, recipient, body, user_id, list, partner, state, created_at)
    values (${text.text_id}, ${text.cause}, ${text.recipient}, ${text.body}, ${text.user_id}, ${text.list}, ${text.partner}, 'queued', ${text.at})
    on conflict (cause) do nothing`.execute(tx);
  return result.rowCount === 1;
}

/** How it stands, until the transaction ends. Null when it has ended. */
export async function lockText(tx: Tx, textId: string): Promise<TextRow | null> {
  const result = await sql<TextRow>`
    select text_id, recipient, body, state, user_id, list, partner, created_at from notifications.texts
    where text_id = ${textId} and state in ('queued', 'sending') for update`.execute(tx);
  return result.rows[0] ?? null;
}

/** Says that it is being handed over. */
export async function beginText(tx: Tx, textId: string): Promise<void> {
  await sql`update notifications.texts set state = 'sending' where text_id = ${textId} and state = 'queued'`.execute(
    tx,
  );
}

/** Nothing was handed over: it waits for its next try. */
export async function requeueText(runner: Database | Tx, textId: string): Promise<void> {
  await sql`update notifications.texts set state = 'queued' where text_id = ${textId} and state = 'sending'`.execute(
    runner,
  );
}

/** With its end the number goes: what is left says that a text was sent, and when. */
export async function endText(
  runner: Database | Tx,
  textId: string,
  end: { state: "sent" | "refused" | "unwanted"; provider_id: string | null; reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update notifications.texts set state = ${end.state}, provider_id = ${end.provider_id}, reason = ${end.reason},
      ended_at = ${end.at}, recipient = null
    where text_id = ${textId} and state in ('queued', 'sending')`.execute(runner);
}
