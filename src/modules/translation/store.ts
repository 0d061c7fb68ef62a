/** All SQL of translation. Schema `translation` only. */
import type { Database, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { sql } from "#platform/sql";
import type { Forms, MissingState } from "./rules.ts";

type Runner = Database | Tx;

/** Anybody may report, so the table is bounded: a flood of made-up texts must not fill the disk. */
export const MAX_ROWS = 20_000;
/** How many go when it is full: enough that it is asked for once in a thousand texts. */
const DROPPED = 1_000;

/** Returns whether there was a place for it. */
export async function insertMissing(db: Database, text: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ text: string }>`
    insert into translation.missing (text, first_seen_at, last_seen_at)
    select ${text}, ${now}, ${now}
    where (select count(*) from translation.missing) < ${MAX_ROWS}
      or exists (select from translation.missing where text = ${text})
    on conflict (text) do update set seen = translation.missing.seen + 1, last_seen_at = excluded.last_seen_at
    returning text`.execute(db);
  return rows.length > 0;
}

/** Those of which nobody did anything go, the ones that were met least and longest ago first; what is still shown is met again. */
export async function dropLeastMet(db: Database): Promise<void> {
  await sql`
    delete from translation.missing where missing_id in (
      select missing_id from translation.missing m
      where not exists (select from translation.deeds d where d.missing_id = m.missing_id)
      order by seen, last_seen_at limit ${DROPPED} for update skip locked)`.execute(db);
}

export type MissingRow = {
  missing_id: string;
  text: string;
  seen: bigint;
  first_seen_at: Date;
  last_seen_at: Date;
  state: MissingState;
  /** What an operator wrote; null while nothing of theirs stands. */
  spanish: string | null;
  one: string | null;
  many: string | null;
};
const MISSING = sql`
  select m.*, w.spanish, w.one, w.many from translation.missing m left join translation.words w using (missing_id)`;

export const readMissing = async (runner: Runner, id: string): Promise<MissingRow | null> =>
  (await sql<MissingRow>`${MISSING} where missing_id = ${id}`.execute(runner)).rows[0] ?? null;

export const lockMissing = async (tx: Tx, id: string): Promise<MissingRow | null> =>
  (await sql<MissingRow>`${MISSING} where missing_id = ${id} for update of m`.execute(tx)).rows[0] ?? null;

/** What stands together has a bound: whoever adds to it weighs it alone, in all processes. */
export const lockWords = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('translation.words'))`.execute(tx);

export const STANDS = ["open", "answered", "dismissed"] as const;
export type Stands = (typeof STANDS)[number];
export const ORDERS = ["most met first", "newest first"] as const;
export type Order = (typeof ORDERS)[number];
export type MissingPlace = { order: Order; value: string; id: string };

/** `released`: texts that have Spanish in this release. */
export async function listMissing(
  runner: Runner,
  asked: {
    stands: Stands | null;
    order: Order;
    released: readonly string[];
    after: Omit<MissingPlace, "order"> | null;
    most: number;
  },
): Promise<MissingRow[]> {
  const { order, after } = asked;
  const released = sql`m.text = any(${asked.released}::text[])`;
  const stands = {
    open: sql`m.state = 'open' and not ${released}`,
    answered: sql`(m.state = 'translated' or (m.state = 'open' and ${released}))`,
    dismissed: sql`m.state = 'dismissed'`,
    all: sql`true`,
  }[asked.stands ?? "all"];
  const column = order === "newest first" ? sql`m.first_seen_at` : sql`m.seen`;
  const type = order === "newest first" ? sql`timestamptz` : sql`bigint`;
  return (
    await sql<MissingRow>`
      ${MISSING} where ${stands}
        and ${after ? sql`(${column}, missing_id) < (${after.value}::${type}, ${after.id}::uuid)` : sql`true`}
      order by ${column} desc, missing_id desc limit ${asked.most}`.execute(runner)
  ).rows;
}

/** As somebody searches for it: by a part of the text. */
export const findMissing = async (runner: Runner, typed: string, most: number): Promise<MissingRow[]> =>
  (
    await sql<MissingRow>`
      ${MISSING} where position(lower(${typed}) in lower(m.text)) > 0 and m.state <> 'dismissed'
      order by m.seen desc, missing_id desc limit ${most}`.execute(runner)
  ).rows;

export type WordsRow = { missing_id: string; text: string } & Forms;
export const readWords = async (runner: Runner): Promise<WordsRow[]> =>
  (
    await sql<WordsRow>`
      select w.*, m.text from translation.words w join translation.missing m using (missing_id) order by missing_id`.execute(
      runner,
    )
  ).rows;

export async function writeWords(tx: Tx, id: string, { spanish, one, many }: Forms): Promise<void> {
  await sql`
    insert into translation.words (missing_id, spanish, one, many) values (${id}, ${spanish}, ${one}, ${many})
    on conflict (missing_id) do update set spanish = excluded.spanish, one = excluded.one, many = excluded.many`.execute(
    tx,
  );
}

export async function dropWords(tx: Tx, id: string): Promise<void> {
  await sql`delete from translation.words where missing_id = ${id}`.execute(tx);
}

export async function changeState(tx: Tx, id: string, state: MissingState): Promise<void> {
  await sql`update translation.missing set state = ${state} where missing_id = ${id}`.execute(tx);
}

export type DeedKind = "translated" | "dismissed" | "taken back";
export type DeedRow = {
  deed_id: string;
  deed: DeedKind;
  done_at: Date;
  done_by: string;
  spanish: string | null;
  why: string | null;
};

/** Oldest first. */
export const readDeeds = async (runner: Runner, missingId: string): Promise<DeedRow[]> =>
  (
    await sql<DeedRow>`
      select deed_id, deed, done_at, done_by, spanish, why from translation.deeds
      where missing_id = ${missingId} order by deed_id`.execute(runner)
  ).rows;

export async function insertDeed(
  tx: Tx,
  missingId: string,
  { deed, done_at, done_by, spanish, why }: Omit<DeedRow, "deed_id">,
): Promise<void> {
  await sql`
    insert into translation.deeds (deed_id, missing_id, deed, done_at, done_by, spanish, why)
    values (${newId("deed")}, ${missingId}, ${deed}, ${done_at}, ${done_by}, ${spanish}, ${why})`.execute(tx);
}

/** Every process has what it keeps of pages made anew. */
export async function tellPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('tuppence_pages', 'translation')`.execute(tx);
}
