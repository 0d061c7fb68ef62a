/** All SQL of brand packs in data. Schema `partners` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PackState } from "./pack-states.ts";

type Runner = Database | Tx;

export type PackRow = {
  pack_id: string;
  partner_name: string;
  /** As it was kept: held against the schema by who reads it. */
  changes: unknown;
  based_on: string | null;
  state: PackState;
  written_at: Date;
  written_by: string;
  changed_at: Date | null;
  changed_by: string | null;
  live_at: Date | null;
  published_at: Date | null;
  published_by: string | null;
  ended_at: Date | null;
  ended_by: string | null;
  ended_why: string | null;
};

const first = <T>({ rows }: { rows: T[] }): T | null => rows[0] ?? null;

/** What holds, will hold or is being written, and what held before: a partner that is closed keeps its name. */
export const readPacks = async (runner: Runner): Promise<PackRow[]> =>
  (
    await sql<PackRow>`select * from partners.packs where state <> 'dropped' order by written_at, pack_id`.execute(
      runner,
    )
  ).rows;

export const readPack = async (runner: Runner, id: string): Promise<PackRow | null> =>
  first(await sql<PackRow>`select * from partners.packs where pack_id = ${id}`.execute(runner));

export const lockPack = async (tx: Tx, id: string): Promise<PackRow | null> =>
  first(await sql<PackRow>`select * from partners.packs where pack_id = ${id} for update`.execute(tx));

/** Of one partner, or of all; oldest first. */
export const readPacksOf = async (runner: Runner, partner: string): Promise<PackRow[]> =>
  (
    await sql<PackRow>`select * from partners.packs where partner_name = ${partner} order by written_at, pack_id`.execute(
      runner,
    )
  ).rows;

/** Newest first. */
export const listPacks = async (
  runner: Runner,
  asked: { state: PackState | null; after: { at: Date; id: string } | null; most: number },
): Promise<PackRow[]> =>
  (
    await sql<PackRow>`
      select * from partners.packs
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        and ${asked.after ? sql`(written_at, pack_id) < (${asked.after.at}, ${asked.after.id})` : sql`true`}
      order by written_at desc, pack_id desc limit ${asked.most}`.execute(runner)
  ).rows;

/** One after the other: packs share host names, and each is held against all others. */
export async function holdPacks(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partners.packs'))`.execute(tx);
}

/** The one that was published last for a partner and not taken back, whether it holds already or not. */
export const readNewest = async (runner: Runner, partner: string): Promise<string | null> =>
  first(
    await sql<{ pack_id: string }>`
      select pack_id from partners.packs where partner_name = ${partner} and state = 'published'
      order by published_at desc, pack_id desc limit 1`.execute(runner),
  )?.pack_id ?? null;

export async function insertPack(
  tx: Tx,
  row: Pick<PackRow, "pack_id" | "partner_name" | "changes" | "based_on" | "written_at" | "written_by">,
): Promise<void> {
  await sql`
    insert into partners.packs (pack_id, partner_name, changes, based_on, state, written_at, written_by)
    values (${row.pack_id}, ${row.partner_name}, ${JSON.stringify(row.changes)}, ${row.based_on}, 'draft', ${row.written_at},
      ${row.written_by})
    on conflict (pack_id) do nothing`.execute(tx);
}

export async function changePack(
  tx: Tx,
  row: { pack_id: string; changes: unknown; at: Date; by: string },
): Promise<void> {
  await sql`
    update partners.packs set changes = ${JSON.stringify(row.changes)}, changed_at = ${row.at}, changed_by = ${row.by}
    where pack_id = ${row.pack_id} and state = 'draft'`.execute(tx);
}

export async function publishPack(
  tx: Tx,
  row: { pack_id: string; live_at: Date; at: Date; by: string },
): Promise<void> {
  await sql`
    update partners.packs set state = 'published', live_at = ${row.live_at}, published_at = ${row.at}, published_by = ${row.by}
    where pack_id = ${row.pack_id} and state = 'draft'`.execute(tx);
}

export async function endPack(
  tx: Tx,
  row: { pack_id: string; state: "withdrawn" | "dropped"; at: Date; by: string; why: string | null },
): Promise<void> {
  await sql`
    update partners.packs set state = ${row.state}, ended_at = ${row.at}, ended_by = ${row.by}, ended_why = ${row.why}
    where pack_id = ${row.pack_id}`.execute(tx);
}

/** Every process reads brands again, and has what it keeps of pages made anew. */
export async function tellPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('tuppence_pages', 'partners')`.execute(tx);
}
