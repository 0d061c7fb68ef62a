/** All SQL of bonuses. Schema `landing` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { BonusReason, BonusState } from "./rules.ts";

export type BonusRow = {
  draw_id: string;
  user_id: string;
  amount_minor: bigint;
  state: BonusState;
  reason_code: BonusReason | null;
  decides_on: string;
  version: number;
  claimed_at: Date;
};

const columns = sql`draw_id, user_id, amount_minor, state, reason_code, to_char(decides_on, 'YYYY-MM-DD') as decides_on, version, claimed_at`;

/** The one that counts: of several, which came together with their accounts, what waits or was earned before what went. */
export async function findBonusOf(runner: Database | Tx, userId: string): Promise<BonusRow | null> {
  const result = await sql<BonusRow>`
    select ${columns} from landing.bonuses where user_id = ${userId}
    order by array_position(array['pending', 'confirmed', 'reversed'], state), claimed_at limit 1`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findBonusByDraw(runner: Database | Tx, drawId: string): Promise<BonusRow | null> {
  const result = await sql<BonusRow>`select ${columns} from landing.bonuses where draw_id = ${drawId}`.execute(runner);
  return result.rows[0] ?? null;
}

/** All of some members, oldest first. */
export async function lockBonusesOf(tx: Tx, userIds: readonly string[]): Promise<BonusRow[]> {
  const result = await sql<BonusRow>`
    select ${columns} from landing.bonuses where user_id = any (${[...userIds]}::uuid[]) order by claimed_at, draw_id for update`.execute(
    tx,
  );
  return result.rows;
}

/** False when this draw, or this member, has become a bonus before. */
export async function insertBonus(tx: Tx, row: BonusRow): Promise<boolean> {
  const result = await sql`
    insert into landing.bonuses (draw_id, user_id, amount_minor, state, decides_on, version, claimed_at)
    values (${row.draw_id}, ${row.user_id}, ${row.amount_minor}, ${row.state}, ${row.decides_on}, ${row.version}, ${row.claimed_at})
    on conflict do nothing`.execute(tx);
  if (result.rowCount !== 1) return false;
  await insertEvent(tx, row, null, row.claimed_at);
  return true;
}

export async function saveBonus(tx: Tx, row: BonusRow, from: BonusState, at: Date): Promise<void> {
  await sql`
    update landing.bonuses set state = ${row.state}, reason_code = ${row.reason_code}, version = ${row.version}, decided_at = ${at}
    where draw_id = ${row.draw_id}`.execute(tx);
  await insertEvent(tx, row, from, at);
}

async function insertEvent(tx: Tx, row: BonusRow, from: BonusState | null, at: Date): Promise<void> {
  await sql`
    insert into landing.bonus_events (draw_id, sequence, from_state, to_state, reason_code, at)
    values (${row.draw_id}, ${row.version}, ${from}, ${row.state}, ${row.reason_code}, ${at})`.execute(tx);
}

/** Bonuses that wait for their first full month, and those decided since, whose month may yet go back or come back. */
export async function findOpenBonuses(runner: Database | Tx, since: Date): Promise<BonusRow[]> {
  const result = await sql<BonusRow>`
    select ${columns} from landing.bonuses where state = 'pending'
    union all
    select ${columns} from landing.bonuses
    where decided_at > ${since} and (state = 'confirmed' or reason_code = 'payment_returned')
    order by claimed_at`.execute(runner);
  return result.rows;
}
