/** All SQL of bonuses. Schema `landing` only. */
import { sql } from "kysely";
import type { Database, Tx } from "#platform/database";
import type { BonusState } from "./rules.ts";

export type BonusRow = {
  draw_id: string;
  user_id: string;
  amount_minor: bigint;
  state: BonusState;
  decides_on: string;
  version: number;
  claimed_at: Date;
};

const columns = sql`draw_id, user_id, amount_minor, state, to_char(decides_on, 'YYYY-MM-DD') as decides_on, version, claimed_at`;

export async function findBonusOf(runner: Database | Tx, userId: string): Promise<BonusRow | null> {
  const result = await sql<BonusRow>`select ${columns} from landing.bonuses where user_id = ${userId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findBonusByDraw(runner: Database | Tx, drawId: string): Promise<BonusRow | null> {
  const result = await sql<BonusRow>`select ${columns} from landing.bonuses where draw_id = ${drawId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function lockBonusOf(tx: Tx, userId: string): Promise<BonusRow | null> {
  const result =
    await sql<BonusRow>`select ${columns} from landing.bonuses where user_id = ${userId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

/** False when this draw, or this member, has become a bonus before. */
export async function insertBonus(tx: Tx, row: BonusRow): Promise<boolean> {
  const result = await sql`
    insert into landing.bonuses (draw_id, user_id, amount_minor, state, decides_on, version, claimed_at)
    values (${row.draw_id}, ${row.user_id}, ${row.amount_minor}, ${row.state}, ${row.decides_on}, ${row.version}, ${row.claimed_at})
    on conflict do nothing`.execute(tx);
  if (result.numAffectedRows !== 1n) return false;
  await insertEvent(tx, row, null, row.claimed_at);
  return true;
}

export async function saveBonus(tx: Tx, row: BonusRow, from: BonusState, at: Date): Promise<void> {
  await sql`update landing.bonuses set state = ${row.state}, version = ${row.version} where draw_id = ${row.draw_id}`.execute(
    tx,
  );
  await insertEvent(tx, row, from, at);
}

async function insertEvent(tx: Tx, row: BonusRow, from: BonusState | null, at: Date): Promise<void> {
  await sql`
    insert into landing.bonus_events (draw_id, sequence, from_state, to_state, at)
    values (${row.draw_id}, ${row.version}, ${from}, ${row.state}, ${at})`.execute(tx);
}

/** Bonuses that wait for their first full month. */
export async function findPendingBonuses(runner: Database | Tx): Promise<BonusRow[]> {
  const result = await sql<BonusRow>`
    select ${columns} from landing.bonuses where state = 'pending' order by claimed_at`.execute(runner);
  return result.rows;
}
