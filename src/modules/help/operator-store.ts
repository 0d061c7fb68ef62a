/** SQL of what operators look for among messages. Schema `help` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import { type KeptMessage, MESSAGES } from "./thread-store.ts";

export async function findMessages(
  db: Database,
  asked: { id: string | null; number: string; email: string },
  most: number,
): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    (${MESSAGES} where m.message_id = ${asked.id}::uuid)
    union all (${MESSAGES} where m.number = ${asked.number})
    union all (${MESSAGES} where m.email = ${asked.email} order by m.created_at desc limit ${most}) limit ${most}`.execute(
    db,
  );
  return rows;
}
export type MessageFilter = {
  /** Those that wait for us, those that are settled, or all. */
  state: "all" | "waiting" | "settled";
  /** `of`: one operator's. */
  assigned: { of: string } | "nobody" | "anybody";
};

/** Newest first, those that are gone left out. */
export async function listMessages(
  db: Database,
  { state, assigned }: MessageFilter,
  after: { at: Date; id: string } | null,
  most: number,
): Promise<KeptMessage[]> {
  const whose =
    typeof assigned === "object"
      ? sql`m.assigned_to = ${assigned.of}`
      : assigned === "nobody"
        ? sql`m.assigned_to is null`
        : sql`true`;
  const how =
    state === "waiting"
      ? sql`m.state in ('open', 'pending_house')`
      : state === "settled"
        ? sql`m.state in ('resolved', 'closed')`
        : sql`true`;
  const place = after ? sql`(m.created_at, m.message_id) < (${after.at}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.state <> 'erased' and ${how} and ${whose} and ${place}
    order by m.created_at desc, m.message_id desc limit ${most}`.execute(db);
  return rows;
}

export async function readMessagesOf(db: Database, userId: string, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.user_id = ${userId} order by m.created_at desc limit ${most}`.execute(db);
  return rows;
}
