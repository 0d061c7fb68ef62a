/** SQL of chats. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { type EntryKind, tellChat } from "../thread-store.ts";
import type { ChatState } from "./chat-rules.ts";

type Runner = Database | Tx;

export type ChatRow = {
  message_id: string;
  state: ChatState;
  state_at: Date;
  said_at: Date;
  is_proven: boolean;
  proof_round: number;
  proof_tries: number;
  seen_place: bigint;
  mailed_place: bigint;
  transcript_place: bigint;
};
export type Line = {
  entry_id: string;
  place: bigint;
  kind: EntryKind;
  words: string;
  by: string | null;
  at: Date;
};

export async function insertChat(
  tx: Tx,
  row: Pick<ChatRow, "message_id" | "state" | "is_proven"> & { at: Date },
): Promise<void> {
  await sql`
    insert into help.chats (message_id, state, state_at, said_at, is_proven)
    values (${row.message_id}, ${row.state}, ${row.at}, ${row.at}, ${row.is_proven})`.execute(tx);
  await tellChat(tx, row.message_id);
}

export async function readChat(runner: Runner, messageId: string): Promise<ChatRow | null> {
  const { rows } = await sql<ChatRow>`select * from help.chats where message_id = ${messageId}`.execute(runner);
  return rows[0] ?? null;
}

/** States of the chats among these conversations. */
export async function readChatStates(runner: Runner, messageIds: readonly string[]): Promise<Map<string, ChatState>> {
  const { rows } = await sql<{ message_id: string; state: ChatState }>`
    select message_id, state from help.chats where message_id = any(${[...messageIds]}::uuid[])`.execute(runner);
  return new Map(rows.map(({ message_id, state }) => [message_id, state]));
}

/** A member's chat that goes on; null when there is none. */
export async function readLiveChat(runner: Runner, userId: string): Promise<string | null> {
  const { rows } = await sql<{ message_id: string }>`
    select c.message_id from help.chats c join help.messages m using (message_id)
    where m.user_id = ${userId} and c.state <> 'ended' and m.state in ('open', 'pending_member', 'pending_house')
    order by m.created_at desc limit 1`.execute(runner);
  return rows[0]?.message_id ?? null;
}

/** One begins at a time: two tabs that begin at once have one chat. */
export async function lockBeginning(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`help.chat:${userId}`}, 0))`.execute(tx);
}

/** Where it moves, the move is kept. `said`: when words were written. */
export async function moveChat(
  tx: Tx,
  chat: Pick<ChatRow, "message_id" | "state">,
  move: { move_id: string; to: ChatState; by: string; at: Date; said: boolean },
): Promise<void> {
  const { message_id, state } = chat;
  await sql`
    with moved as (
      insert into help.chat_moves (move_id, message_id, from_state, to_state, by, at)
      select ${move.move_id}, ${message_id}, ${state}, ${move.to}, ${move.by}, ${move.at} where ${state} <> ${move.to}
    )
    update help.chats set state = ${move.to}, state_at = case when state = ${move.to} then state_at else ${move.at} end,
      said_at = case when ${move.said} then ${move.at} else said_at end
    where message_id = ${message_id}`.execute(tx);
  await tellChat(tx, message_id);
}

/** What was said after a place, in its order. `notes`: with what operators tell each other. */
export async function readLines(
  runner: Runner,
  messageId: string,
  { after, notes, most }: { after: bigint; notes: boolean; most: number },
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select entry_id, place, kind, words, by, at from help.entries
    where message_id = ${messageId} and place > ${after} and (${notes} or kind <> 'note')
    order by place limit ${most}`.execute(runner);
  return rows;
}

/** Never back: tabs tell it as they come to it. */
export async function markSeen(runner: Runner, messageId: string, place: bigint): Promise<boolean> {
  const { rowCount } = await sql`
    update help.chats c set seen_place = ${place} where message_id = ${messageId} and seen_place < ${place}
      and exists (select 1 from help.entries e where e.message_id = c.message_id and e.place >= ${place})`.execute(
    runner,
  );
  return rowCount === 1;
}

/** All of ours so far went by mail. */
export async function markMailed(tx: Tx, messageId: string): Promise<void> {
  await sql`
    update help.chats c set mailed_place = (select coalesce(max(e.place), 0) from help.entries e where e.message_id = c.message_id)
    where c.message_id = ${messageId}`.execute(tx);
}

export async function markTranscript(tx: Tx, messageId: string, place: bigint): Promise<void> {
  await sql`update help.chats set transcript_place = ${place} where message_id = ${messageId}`.execute(tx);
}

export async function setProof(
  tx: Tx,
  messageId: string,
  proof: Partial<Pick<ChatRow, "is_proven" | "proof_round" | "proof_tries">>,
): Promise<void> {
  await sql`
    update help.chats set is_proven = coalesce(${proof.is_proven ?? null}, is_proven), proof_round = coalesce(${proof.proof_round ?? null}, proof_round),
      proof_tries = coalesce(${proof.proof_tries ?? null}, proof_tries)
    where message_id = ${messageId}`.execute(tx);
}

/** Chats that time has something to do with: `before` which nothing was written or moved in them. */
export async function readTimedOut(runner: Runner, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from help.chats where state in ('waiting', 'open') and said_at <= ${before}
    order by said_at limit ${most}`.execute(runner);
  return rows.map(({ message_id }) => message_id);
}
