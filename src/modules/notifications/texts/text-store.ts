/** SQL of texts to phones. Schema `notifications` only. */
import { sql } from "kysely";
import type { Tx } from "#platform/database";

export type TextRow = { text_id: string; recipient: string | null; body: string; state: TextState };
export const TEXT_TRANSITIONS = { queued: ["sent", "refused"], sent: [], refused: [] } as const;
export type TextState = keyof typeof TEXT_TRANSITIONS;

/** False when this cause has its text already. */
export async function insertText(
  tx: Tx,
  text: { text_id: string; cause: string; recipient: string; body: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into notifications.texts (text_id, cause, recipient, body, state, created_at)
    values (${text.text_id}, ${text.cause}, ${text.recipient}, ${text.body}, 'queued', ${text.at})
    on conflict (cause) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function lockQueuedText(tx: Tx, textId: string): Promise<TextRow | null> {
  const result = await sql<TextRow>`
    select text_id, recipient, body, state from notifications.texts where text_id = ${textId} and state = 'queued' for update`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

/** With its end the number goes: what is left says that a text was sent, and when. */
export async function endText(
  tx: Tx,
  textId: string,
  end: { state: Exclude<TextState, "queued">; provider_id: string | null; reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update notifications.texts set state = ${end.state}, provider_id = ${end.provider_id}, reason = ${end.reason},
      ended_at = ${end.at}, recipient = null
    where text_id = ${textId} and state = 'queued'`.execute(tx);
}
