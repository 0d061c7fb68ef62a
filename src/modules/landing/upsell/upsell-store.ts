/** SQL of extras that were offered. Schema `landing` only. */
import type { Database, Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";
import { mayTurn, type Upsell, type UpsellState } from "./upsell-rules.ts";

type Runner = Database | Tx;
export type UpsellRow = {
  upsell_id: string;
  user_id: string;
  beside: string;
  upsell: Upsell;
  state_hash: Buffer | null;
  state: UpsellState;
  membership_id: string | null;
  charge_id: string | null;
  callback_url: string | null;
  called_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const columns = sql`upsell_id, user_id, beside, upsell, state_hash, state, membership_id, charge_id, callback_url, called_at, created_at, updated_at`;

/** One person's answers come one after the other. */
export async function lockAnswers(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 748))`.execute(tx);
}

export async function findOwn(runner: Runner, beside: string, upsell: Upsell): Promise<UpsellRow | null> {
  const result = await sql<UpsellRow>`
    select ${columns} from landing.upsells where beside = ${beside} and upsell = ${upsell} and state_hash is null`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

export async function findByState(runner: Runner, stateHash: Buffer): Promise<UpsellRow | null> {
  const result = await sql<UpsellRow>`select ${columns} from landing.upsells where state_hash = ${stateHash}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

/** The newest answer to an extra beside a membership, from whichever page. */
export async function findNewest(runner: Runner, beside: string, upsell: Upsell): Promise<UpsellRow | null> {
  const result = await sql<UpsellRow>`
    select ${columns} from landing.upsells where beside = ${beside} and upsell = ${upsell}
    order by updated_at desc, upsell_id desc limit 1`.execute(runner);
  return result.rows[0] ?? null;
}

export async function readUpsell(runner: Runner, upsellId: string): Promise<UpsellRow | null> {
  const result = await sql<UpsellRow>`select ${columns} from landing.upsells where upsell_id = ${upsellId}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

/** Writes a row as it is from now on, with one row of history; a state only goes where the table lets it. */
export async function saveUpsell(
  tx: Tx,
  row: Omit<UpsellRow, "called_at" | "created_at" | "updated_at">,
  before: UpsellState | null,
  at: Date,
): Promise<void> {
  if (before !== row.state) assert(mayTurn(before, row.state), `an extra turns from ${before} to ${row.state}`);
  await sql`
    insert into landing.upsells (upsell_id, user_id, beside, upsell, state_hash, state, membership_id, charge_id, callback_url, created_at, updated_at)
    values (${row.upsell_id}, ${row.user_id}, ${row.beside}, ${row.upsell}, ${row.state_hash}, ${row.state}, ${row.membership_id}, ${row.charge_id},
      ${row.callback_url}, ${at}, ${at})
    on conflict (upsell_id) do update set state = excluded.state, membership_id = excluded.membership_id, charge_id = excluded.charge_id,
      callback_url = excluded.callback_url, updated_at = excluded.updated_at`.execute(tx);
  if (before === row.state) return;
  await sql`
    insert into landing.upsell_events (upsell_id, sequence, from_state, to_state, at)
    select ${row.upsell_id}, coalesce(max(sequence) + 1, 0), ${before}, ${row.state}, ${at}
    from landing.upsell_events where upsell_id = ${row.upsell_id}`.execute(tx);
}

/** Those whose payment is not known yet. */
export async function findAsked(runner: Runner, before: Date, since: Date): Promise<UpsellRow[]> {
  const result = await sql<UpsellRow>`
    select ${columns} from landing.upsells where state = 'asked' and updated_at < ${before} and updated_at > ${since}
    order by updated_at limit 500`.execute(runner);
  return result.rows;
}

/** What was added since, oldest first. */
export async function findAccepted(runner: Runner, userId: string, since: Date): Promise<UpsellRow[]> {
  const result = await sql<UpsellRow>`
    select ${columns} from landing.upsells where user_id = ${userId} and state = 'accepted' and updated_at > ${since}
    order by updated_at, upsell_id`.execute(runner);
  return result.rows;
}

export async function markCalled(runner: Runner, upsellId: string, at: Date): Promise<void> {
  await sql`update landing.upsells set called_at = ${at} where upsell_id = ${upsellId}`.execute(runner);
}
