/** SQL of withdrawals that wait for a person. Schema `payouts` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { HeldReason, HeldState } from "./held-rules.ts";

type Runner = Database | Tx;

export type HeldRow = {
  held_id: string;
  user_id: string;
  method: "paypal" | "venmo";
  receiver_hash: Buffer;
  label: string;
  amount_minor: bigint;
  state: HeldState;
  reason_code: HeldReason | null;
  words: string;
  decided_by: string | null;
  asked_at: Date;
  /** By when somebody looks; null when nobody has to. */
  due_at: Date | null;
  sequence: number;
};
export type HeldEvent = { to_state: HeldState; reason_code: HeldReason | null; by: string; note: string; at: Date };

export async function readHeldFor(
  tx: Tx,
  userId: string,
  hash: Buffer,
): Promise<Pick<HeldRow, "held_id" | "state"> | null> {
  const result = await sql<Pick<HeldRow, "held_id" | "state">>`
    select held_id, state from payouts.held where user_id = ${userId} and receiver_hash = ${hash}`.execute(tx);
  return result.rows[0] ?? null;
}

/** As many of a member as wait for somebody. */
const waitingOf = (userId: string) =>
  sql`(select count(*) from payouts.held where user_id = ${userId} and state in ('waiting', 'appealed'))`;
export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select ${waitingOf(userId)} as count`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Nothing when this member asked for this place before, or has enough that waits. */
export async function insertHeld(tx: Tx, row: HeldRow, most: number): Promise<void> {
  const inserted = await sql`
    insert into payouts.held (held_id, user_id, method, receiver_hash, label, amount_minor, state, asked_at, due_at, sequence)
    select ${row.held_id}, ${row.user_id}, ${row.method}, ${row.receiver_hash}, ${row.label}, ${row.amount_minor}, ${row.state}, ${row.asked_at}, ${row.due_at}, 1
    where ${waitingOf(row.user_id)} < ${most}
    on conflict (user_id, receiver_hash) do nothing`.execute(tx);
  if (inserted.rowCount === 1) await insertEvent(tx, row, { from: null, by: "member", note: "" }, row.asked_at);
}

const insertEvent = async (
  tx: Tx,
  row: HeldRow,
  { from, by, note }: { from: HeldState | null; by: string; note: string },
  at: Date,
): Promise<void> => {
  await sql`
    insert into payouts.held_events (held_id, sequence, from_state, to_state, reason_code, by, note, at)
    values (${row.held_id}, ${row.sequence}, ${from}, ${row.state}, ${row.reason_code}, ${by}, ${note}, ${at})`.execute(
    tx,
  );
};

export async function saveHeld(
  tx: Tx,
  row: HeldRow,
  event: { from: HeldState; by: string; note: string },
  at: Date,
): Promise<void> {
  await sql`
    update payouts.held set state = ${row.state}, reason_code = ${row.reason_code}, words = ${row.words},
      decided_by = ${row.decided_by}, due_at = ${row.due_at}, sequence = ${row.sequence}, label = ${row.label},
      amount_minor = ${row.amount_minor}, asked_at = ${row.asked_at} where held_id = ${row.held_id}`.execute(tx);
  await insertEvent(tx, row, event, at);
}

export async function lockHeld(tx: Tx, id: string): Promise<HeldRow | null> {
  return (await sql<HeldRow>`select * from payouts.held where held_id = ${id} for update`.execute(tx)).rows[0] ?? null;
}
/** Nothing while somebody decides it: they take its place after it, and whoever asks for this has its place already. */
export async function lockWaiting(tx: Tx, userId: string, hash: Buffer): Promise<HeldRow | null> {
  const result = await sql<HeldRow>`
    select * from payouts.held where user_id = ${userId} and receiver_hash = ${hash} and state = 'waiting' for update skip locked`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}
export async function readHeld(runner: Runner, id: string): Promise<HeldRow | null> {
  return (await sql<HeldRow>`select * from payouts.held where held_id = ${id}`.execute(runner)).rows[0] ?? null;
}
/** Those that a person has to look at, the earliest promise first. */
export async function listHeld(runner: Runner, most: number): Promise<HeldRow[]> {
  return (
    await sql<HeldRow>`
      select * from payouts.held where state in ('waiting', 'appealed') order by due_at, held_id limit ${most}`.execute(
      runner,
    )
  ).rows;
}
export async function readHeldOf(runner: Runner, userId: string, most: number): Promise<HeldRow[]> {
  return (
    await sql<HeldRow>`
      select * from payouts.held where user_id = ${userId} order by asked_at desc, held_id limit ${most}`.execute(
      runner,
    )
  ).rows;
}
export async function readHeldEvents(runner: Runner, id: string): Promise<HeldEvent[]> {
  return (
    await sql<HeldEvent>`
      select to_state, reason_code, by, note, at from payouts.held_events where held_id = ${id} order by sequence`.execute(
      runner,
    )
  ).rows;
}
/** Where both members had one for a place, the one of who stays counts. */
export async function moveHeld(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update payouts.held h set user_id = ${to} where user_id = ${from}
      and not exists (select 1 from payouts.held k where k.user_id = ${to} and k.receiver_hash = h.receiver_hash)`.execute(
    tx,
  );
  await sql`delete from payouts.held where user_id = ${from}`.execute(tx);
}
