/** SQL of mails that wait for a person. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export type HeldLetter = {
  held_id: string;
  message_id: string | null;
  email: string;
  subject: string;
  words: string;
  language: "en" | "es";
  partner: string;
  why: "unsigned" | "not_the_writer";
  files_left: number;
  at: Date;
  decision: "taken" | "dropped" | null;
  decided_by: string | null;
  decided_at: Date | null;
};

export async function insertHeld(
  tx: Tx,
  row: Omit<HeldLetter, "decision" | "decided_by" | "decided_at">,
): Promise<void> {
  await sql`
    insert into help.held_letters (held_id, message_id, email, subject, words, language, partner, why, files_left, at)
    values (${row.held_id}, ${row.message_id}, ${row.email}, ${row.subject}, ${row.words}, ${row.language}, ${row.partner}, ${row.why},
      ${row.files_left}, ${row.at})
    on conflict (held_id) do nothing`.execute(tx);
}

export async function readHeld(db: Database, most: number): Promise<HeldLetter[]> {
  const { rows } = await sql<HeldLetter>`
    select * from help.held_letters where decided_at is null order by at, held_id limit ${most}`.execute(db);
  return rows;
}

export async function findHeld(db: Database, heldId: string): Promise<HeldLetter | null> {
  const { rows } = await sql<HeldLetter>`select * from help.held_letters where held_id = ${heldId}`.execute(db);
  return rows[0] ?? null;
}

export async function lockHeld(tx: Tx, heldId: string): Promise<HeldLetter | null> {
  const { rows } = await sql<HeldLetter>`
    select * from help.held_letters where held_id = ${heldId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function decideHeld(
  tx: Tx,
  heldId: string,
  decided: { decision: "taken" | "dropped"; by: string; at: Date },
): Promise<void> {
  await sql`
    update help.held_letters set decision = ${decided.decision}, decided_by = ${decided.by}, decided_at = ${decided.at}
    where held_id = ${heldId}`.execute(tx);
}
