/** All SQL of visits, draws and phone numbers. Schema `landing` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Answers, Entry, Prize } from "./rules.ts";

type Runner = Database | Tx;

export type VisitRow = {
  visit_id: string;
  brand: string;
  entered_by: Entry;
  ref: string | null;
  sid: string | null;
  cid: string | null;
  partner: string;
  country_code: string | null;
  draw_id: string | null;
  answers: Answers;
  age: "adult" | "under" | null;
  user_id: string | null;
  joined_at: Date | null;
  created_at: Date;
};
export type DrawRow = { draw_id: string; amount_minor: bigint; prizes: Prize[]; drawn_at: Date };
export type VisitEvent = "entered" | "spun" | "answered" | "checked" | "under_age" | "registered" | "joined";

const columns = sql`visit_id, brand, entered_by, ref, sid, cid, partner, country_code, draw_id, answers, age, user_id, joined_at, created_at`;

export async function findVisit(runner: Runner, secretHash: Buffer): Promise<VisitRow | null> {
  const result = await sql<VisitRow>`select ${columns} from landing.visits where secret_hash = ${secretHash}`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

export async function lockVisit(tx: Tx, visitId: string): Promise<VisitRow | null> {
  const result =
    await sql<VisitRow>`select ${columns} from landing.visits where visit_id = ${visitId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function insertVisit(tx: Tx, row: VisitRow, secretHash: Buffer): Promise<void> {
  await sql`
    insert into landing.visits (visit_id, secret_hash, brand, entered_by, ref, sid, cid, partner, country_code, created_at, updated_at)
    values (${row.visit_id}, ${secretHash}, ${row.brand}, ${row.entered_by}, ${row.ref}, ${row.sid}, ${row.cid}, ${row.partner}, ${row.country_code},
      ${row.created_at}, ${row.created_at})`.execute(tx);
}

export async function saveVisit(tx: Tx, row: VisitRow, at: Date): Promise<void> {
  await sql`
    update landing.visits set entered_by = ${row.entered_by}, ref = ${row.ref}, sid = ${row.sid}, cid = ${row.cid}, country_code = ${row.country_code},
      draw_id = ${row.draw_id}, answers = ${JSON.stringify(row.answers)}::jsonb, age = ${row.age}, user_id = ${row.user_id},
      joined_at = ${row.joined_at}, updated_at = ${at} where visit_id = ${row.visit_id}`.execute(tx);
}

export async function insertVisitEvent(tx: Tx, visitId: string, event: VisitEvent, at: Date): Promise<void> {
  await sql`
    insert into landing.visit_events (visit_id, sequence, event, at)
    select ${visitId}, coalesce(max(sequence) + 1, 0), ${event}, ${at} from landing.visit_events where visit_id = ${visitId}`.execute(
    tx,
  );
}

/** One person's draws are decided one after the other. Hashes are sorted, so that two never wait for each other. */
export async function lockDrawKeys(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  for (const key of [...keys].sort(Buffer.compare))
    await sql`select pg_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint)`.execute(tx);
}

/** The draw that somebody with one of these keys has had; the oldest of them. */
export async function findDrawByKeys(runner: Runner, keys: readonly Buffer[]): Promise<DrawRow | null> {
  const result = await sql<DrawRow>`
    select d.draw_id, d.amount_minor, d.prizes, d.drawn_at from landing.draw_keys k join landing.draws d using (draw_id)
    where k.key_hash = any(${[...keys]}::bytea[]) order by d.drawn_at, d.draw_id limit 1`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findDraw(runner: Runner, drawId: string): Promise<DrawRow | null> {
  const result = await sql<DrawRow>`
    select draw_id, amount_minor, prizes, drawn_at from landing.draws where draw_id = ${drawId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function insertDraw(tx: Tx, row: DrawRow, brand: string): Promise<void> {
  await sql`
    insert into landing.draws (draw_id, brand, amount_minor, prizes, drawn_at)
    values (${row.draw_id}, ${brand}, ${row.amount_minor}, ${JSON.stringify(row.prizes)}::jsonb, ${row.drawn_at})`.execute(
    tx,
  );
}

export async function insertDrawKeys(tx: Tx, drawId: string, keys: readonly Buffer[], at: Date): Promise<void> {
  await sql`
    insert into landing.draw_keys (key_hash, draw_id, at)
    select key_hash, ${drawId}, ${at} from unnest(${[...keys]}::bytea[]) as key_hash on conflict (key_hash) do nothing`.execute(
    tx,
  );
}

export async function savePhone(
  tx: Tx,
  row: { user_id: string; phone: string; text_consent_words: string | null; at: Date },
): Promise<void> {
  const consent_at = row.text_consent_words === null ? null : row.at;
  await sql`
    insert into landing.phones (user_id, phone, text_consent_at, text_consent_words, at)
    values (${row.user_id}, ${row.phone}, ${consent_at}, ${row.text_consent_words}, ${row.at})
    on conflict (user_id) do update set phone = excluded.phone, text_consent_at = excluded.text_consent_at,
      text_consent_words = excluded.text_consent_words, at = excluded.at`.execute(tx);
}

/** Visits that never spun nor registered tell nothing after a while. */
export async function deleteEmptyVisits(runner: Runner, before: Date): Promise<number> {
  const result = await sql`
    delete from landing.visits where created_at < ${before} and draw_id is null and user_id is null and age is null`.execute(
    runner,
  );
  return result.rowCount;
}
