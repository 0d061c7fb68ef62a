/** SQL of money that a person gave or took by hand. Schema `rewards` only. */
import type { Database, Tx } from "#platform/database";
import type { HandSums } from "#platform/hand-limits";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type HandRow = {
  move_id: string;
  user_id: string;
  /** Positive toward the member. */
  amount_minor: bigint;
  words: string;
  note: string;
  by: string;
  approved_by: string | null;
  at: Date;
};

/** Whoever works by hand does it one after the other, so that sums are true when they are compared. */
export async function lockHand(tx: Tx, by: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${by}, 745))`.execute(tx);
}

export async function findMove(tx: Tx, moveId: string): Promise<HandRow | null> {
  const { rows } = await sql<HandRow>`select * from rewards.hand_moves where move_id = ${moveId}`.execute(tx);
  return rows[0] ?? null;
}

export async function insertMove(tx: Tx, row: HandRow): Promise<void> {
  await sql`
    insert into rewards.hand_moves (move_id, user_id, amount_minor, words, note, by, approved_by, at)
    values (${row.move_id}, ${row.user_id}, ${row.amount_minor}, ${row.words}, ${row.note}, ${row.by}, ${row.approved_by}, ${row.at})`.execute(
    tx,
  );
}

export async function readSums(
  runner: Runner,
  { user_id, by, month, day }: { user_id: string; by: string; month: Date; day: Date },
): Promise<HandSums> {
  const { rows } = await sql<HandSums>`
    select (select coalesce(sum(abs(amount_minor)), 0) from rewards.hand_moves
        where user_id = ${user_id} and at >= ${month} and approved_by is null)::bigint as member_month,
      coalesce(sum(abs(amount_minor)) filter (where approved_by is null), 0)::bigint as operator_day,
      coalesce(sum(abs(amount_minor)), 0)::bigint as operator_day_all
    from rewards.hand_moves where by = ${by} and at >= ${day}`.execute(runner);
  return rows[0] as HandSums;
}

export async function readMovesOf(runner: Runner, userId: string, most: number): Promise<HandRow[]> {
  const { rows } = await sql<HandRow>`
    select * from rewards.hand_moves where user_id = ${userId} order by at desc, move_id limit ${most}`.execute(runner);
  return rows;
}
