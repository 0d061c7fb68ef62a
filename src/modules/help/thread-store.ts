/** SQL of conversations: their entries, how they stand, and what moved them. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { AnswerCode } from "./answer-rules.ts";
import { CHATS_CHANNEL } from "./chat/chat-rules.ts";
import type { MessageRow } from "./store.ts";
import type { MessageState } from "./thread-rules.ts";

type Runner = Database | Tx;
export type KeptMessage = Omit<MessageRow, "email"> & {
  email: string | null;
  state: MessageState;
  state_at: Date;
  created_at: Date;
  due_at: Date | null;
  assigned_to: string | null;
};
export type EntryKind = "member" | "house" | "note";
export type Entry = {
  entry_id: string;
  kind: EntryKind;
  code: AnswerCode | null;
  words: string;
  by: string | null;
  at: Date;
};
export type Move = { from_state: MessageState; to_state: MessageState; by: string; at: Date };

/** A message with the words that it began with. */
export const MESSAGES = sql`
  select m.*, coalesce(e.words, '') as body from help.messages m left join help.entries e on e.entry_id = m.message_id`;

/** Those that wait for us, the earliest promise first; chats that go on among them, whoever wrote last. */
export async function readWaiting(runner: Runner, purchases: boolean, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where (m.state in ('open', 'pending_house')
        or m.message_id in (select c.message_id from help.chats c where c.state = 'open') and m.state = 'pending_member')
      and (m.topic = 'missing-purchase') = ${purchases}
    order by m.due_at, m.message_id limit ${most}`.execute(runner);
  return rows;
}

export async function lockMessage(tx: Tx, messageId: string): Promise<KeptMessage | null> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.message_id = ${messageId} for update of m`.execute(tx);
  return rows[0] ?? null;
}

/** Where it moves, the move is kept; where it stays, only the promise changes. */
export async function moveMessage(
  tx: Tx,
  message: Pick<KeptMessage, "message_id" | "state">,
  move: { move_id: string; to: MessageState; due: Date | null; by: string; at: Date },
): Promise<void> {
  const { message_id, state } = message;
  await sql`
    with moved as (
      insert into help.moves (move_id, message_id, from_state, to_state, by, at)
      select ${move.move_id}, ${message_id}, ${state}, ${move.to}, ${move.by}, ${move.at} where ${state} <> ${move.to}
    )
    update help.messages set state = ${move.to}, due_at = ${move.due},
      state_at = case when state = ${move.to} then state_at else ${move.at} end
    where message_id = ${message_id}`.execute(tx);
  await tellChat(tx, message_id);
}

/** Whoever looks at its chat hears of it, once the transaction is over; nobody of what has none. */
export async function tellChat(runner: Runner, messageId: string): Promise<void> {
  await sql`
    select pg_notify(${CHATS_CHANNEL}, 'changed ' || message_id) from help.chats where message_id = ${messageId}`.execute(
    runner,
  );
}

/** False when it is there already. */
export async function insertEntry(tx: Tx, entry: Entry & { message_id: string }): Promise<boolean> {
  const result = await sql`
    insert into help.entries (entry_id, message_id, kind, code, words, by, at)
    values (${entry.entry_id}, ${entry.message_id}, ${entry.kind}, ${entry.code}, ${entry.words}, ${entry.by}, ${entry.at})
    on conflict (entry_id) do nothing`.execute(tx);
  await tellChat(tx, entry.message_id);
  return result.rowCount === 1;
}

export async function hasEntry(runner: Runner, entryId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from help.entries where entry_id = ${entryId}`.execute(runner);
  return rows.length > 0;
}

/** Whether an answer of this kind was given before. */
export async function hasAnswer(tx: Tx, messageId: string, code: AnswerCode): Promise<boolean> {
  const { rows } = await sql`
    select 1 from help.entries where message_id = ${messageId} and kind = 'house' and code = ${code} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether anybody of the house has answered. */
export async function hasHouseEntry(tx: Tx, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from help.entries where message_id = ${messageId} and kind = 'house' limit 1`.execute(tx);
  return rows.length > 0;
}

/** False for what there is not. */
export async function assignMessage(runner: Runner, messageId: string, to: string | null): Promise<boolean> {
  const { rowCount } = await sql`
    update help.messages set assigned_to = ${to} where message_id = ${messageId} and state <> 'erased'`.execute(runner);
  return rowCount === 1;
}

export async function readEntries(runner: Runner, messageId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select entry_id, kind, code, words, by, at from help.entries where message_id = ${messageId} order by place`.execute(
    runner,
  );
  return rows;
}

export async function readMoves(runner: Runner, messageId: string): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select from_state, to_state, by, at from help.moves where message_id = ${messageId} order by at, move_id`.execute(
    runner,
  );
  return rows;
}

/** Null for another member's. */
export async function readOwn(runner: Runner, messageId: string, userId: string): Promise<KeptMessage | null> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.message_id = ${messageId} and m.user_id = ${userId} and m.state <> 'erased'`.execute(runner);
  return rows[0] ?? null;
}

/** The newest first, each with the last answer's code. */
export async function readThreads(
  runner: Runner,
  userId: string,
  most: number,
): Promise<(KeptMessage & { last_code: AnswerCode | null })[]> {
  const { rows } = await sql<KeptMessage & { last_code: AnswerCode | null }>`
    select k.*, (select e.code from help.entries e where e.message_id = k.message_id and e.kind = 'house'
      order by e.place desc limit 1) as last_code
    from (${MESSAGES} where m.user_id = ${userId} and m.state <> 'erased' order by m.created_at desc limit ${most}) k
    order by k.created_at desc`.execute(runner);
  return rows;
}

/** Answered by `before`, and nobody wrote back. */
export async function lockQuiet(tx: Tx, before: Date, most: number): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    ${MESSAGES} where m.state = 'pending_member' and m.state_at <= ${before}
    order by m.message_id limit ${most} for update of m skip locked`.execute(tx);
  return rows;
}

/** What was settled by `before` is closed. Returns how many. */
export async function closeSettled(tx: Tx, before: Date, at: Date): Promise<number> {
  const { rowCount } = await sql`
    with closed as (
      update help.messages set state = 'closed', due_at = null, state_at = ${at}
      where state = 'resolved' and state_at <= ${before} returning message_id
    )
    insert into help.moves (move_id, message_id, from_state, to_state, by, at)
    select gen_random_uuid(), message_id, 'resolved', 'closed', 'time', ${at} from closed`.execute(tx);
  return rowCount;
}
