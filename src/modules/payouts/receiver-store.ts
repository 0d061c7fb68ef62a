/** SQL of receivers. Schema `payouts` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Method, WithdrawalState } from "./rules.ts";

/** One member after another for a receiver. */
export async function lockReceiver(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${hash}, 'hex'), 744))`.execute(tx);
}

export type ReceiverRow = { user_id: string; shared_at: Date | null };
/** Whoever was paid there first comes first. */
export async function findReceivers(tx: Tx | Database, hash: Buffer): Promise<ReceiverRow[]> {
  const result = await sql<ReceiverRow>`
    select user_id, shared_at from payouts.receivers where receiver_hash = ${hash} order by first_used_at, user_id`.execute(
    tx,
  );
  return result.rows;
}

export async function insertReceiver(
  tx: Tx,
  row: { hash: Buffer; user_id: string; method: string; label: string; at: Date },
): Promise<void> {
  await sql`
    insert into payouts.receivers (receiver_hash, user_id, method, label, first_used_at)
    values (${row.hash}, ${row.user_id}, ${row.method}, ${row.label}, ${row.at}) on conflict do nothing`.execute(tx);
}

export async function markShared(tx: Tx, hash: Buffer, userId: string, by: string, at: Date): Promise<void> {
  await sql`
    update payouts.receivers set shared_by = ${by}, shared_at = ${at} where receiver_hash = ${hash} and user_id = ${userId}`.execute(
    tx,
  );
}

export async function deleteReceiver(tx: Tx, hash: Buffer, userId: string): Promise<void> {
  await sql`delete from payouts.receivers where receiver_hash = ${hash} and user_id = ${userId}`.execute(tx);
}

type SentRow = { destination: string; state: WithdrawalState; reason_code: string | null };
/** Where a member asked to be paid, and what became of it. */
export async function readSentTo(tx: Tx, userId: string, method: Method): Promise<SentRow[]> {
  const result = await sql<SentRow>`
    select destination, state, reason_code from payouts.withdrawals where user_id = ${userId} and method = ${method}`.execute(
    tx,
  );
  return result.rows;
}

export async function moveReceivers(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update payouts.receivers r set user_id = ${to} where user_id = ${from}
      and not exists (select 1 from payouts.receivers k where k.receiver_hash = r.receiver_hash and k.user_id = ${to})`.execute(
    tx,
  );
  await sql`delete from payouts.receivers where user_id = ${from}`.execute(tx);
}
