/** All SQL of content. Schema `content` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Kind } from "./read-content.ts";
import type { EditionState } from "./rules.ts";

type Runner = Database | Tx;

export type EditionRow = {
  edition_id: string;
  kind: Kind;
  name: string;
  partner: string | null;
  country: string | null;
  text_en: string;
  text_es: string;
  state: EditionState;
  written_at: Date;
  written_by: string;
  changed_at: Date | null;
  changed_by: string | null;
  live_at: Date | null;
  until_at: Date | null;
  published_at: Date | null;
  published_by: string | null;
  ended_at: Date | null;
  ended_by: string | null;
  ended_why: string | null;
};
export type PublishedRow = EditionRow & { live_at: Date; published_at: Date };
/** What is told of an edition without its texts. */
export type Scheduled = Pick<PublishedRow, "kind" | "name" | "partner" | "country" | "live_at">;

export const readPublished = async (runner: Runner): Promise<PublishedRow[]> =>
  (await sql<PublishedRow>`select * from content.editions where state = 'published'`.execute(runner)).rows;

export const readEditionRow = async (runner: Runner, id: string): Promise<EditionRow | null> =>
  (await sql<EditionRow>`select * from content.editions where edition_id = ${id}`.execute(runner)).rows[0] ?? null;

export const lockEdition = async (tx: Tx, id: string): Promise<EditionRow | null> =>
  (await sql<EditionRow>`select * from content.editions where edition_id = ${id} for update`.execute(tx)).rows[0] ??
  null;

/** All editions of one text, the oldest first. */
export const readEditionsOf = async (runner: Runner, text: { kind: string; name: string }): Promise<EditionRow[]> =>
  (
    await sql<EditionRow>`
      select * from content.editions where kind = ${text.kind} and name = ${text.name} order by written_at, edition_id`.execute(
      runner,
    )
  ).rows;

/** As it is until the transaction ends. */
export const holdEdition = async (tx: Tx, id: string): Promise<EditionRow | null> =>
  (await sql<EditionRow>`select * from content.editions where edition_id = ${id} for share`.execute(tx)).rows[0] ??
  null;

/** Legal texts that are published and do not stand yet, the first to come first. */
export const readComing = async (tx: Tx, at: Date): Promise<(Scheduled & { edition_id: string })[]> =>
  (
    await sql<Scheduled & { edition_id: string }>`
      select edition_id, kind, name, partner, country, live_at from content.editions
      where kind = 'legal' and state = 'published' and live_at > ${at} order by live_at, edition_id`.execute(tx)
  ).rows;

/** Newest first. */
export const listEditions = async (
  runner: Runner,
  asked: { state: EditionState | null; kind?: Kind; after: { at: Date; id: string } | null; most: number },
): Promise<EditionRow[]> =>
  (
    await sql<EditionRow>`
      select * from content.editions
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`}
        and ${asked.kind ? sql`kind = ${asked.kind}` : sql`true`}
        and ${asked.after ? sql`(written_at, edition_id) < (${asked.after.at}, ${asked.after.id})` : sql`true`}
      order by written_at desc, edition_id desc limit ${asked.most}`.execute(runner)
  ).rows;

export async function insertEdition(
  tx: Tx,
  row: Pick<
    EditionRow,
    "edition_id" | "kind" | "name" | "partner" | "country" | "text_en" | "text_es" | "written_at" | "written_by"
  >,
): Promise<void> {
  await sql`
    insert into content.editions (edition_id, kind, name, partner, country, text_en, text_es, state, written_at, written_by)
    values (${row.edition_id}, ${row.kind}, ${row.name}, ${row.partner}, ${row.country}, ${row.text_en}, ${row.text_es}, 'draft',
      ${row.written_at}, ${row.written_by})
    on conflict (edition_id) do nothing`.execute(tx);
}

export async function changeDraft(
  tx: Tx,
  row: { edition_id: string; text_en: string; text_es: string; at: Date; by: string },
): Promise<void> {
  await sql`
    update content.editions set text_en = ${row.text_en}, text_es = ${row.text_es}, changed_at = ${row.at}, changed_by = ${row.by}
    where edition_id = ${row.edition_id} and state = 'draft'`.execute(tx);
}

export async function publishDraft(
  tx: Tx,
  row: { edition_id: string; live_at: Date; until_at: Date | null; at: Date; by: string },
): Promise<void> {
  await sql`
    update content.editions set state = 'published', live_at = ${row.live_at}, until_at = ${row.until_at},
      published_at = ${row.at}, published_by = ${row.by}
    where edition_id = ${row.edition_id} and state = 'draft'`.execute(tx);
}

export async function endEdition(
  tx: Tx,
  row: { edition_id: string; state: "withdrawn" | "dropped"; at: Date; by: string; why: string | null },
): Promise<void> {
  await sql`
    update content.editions set state = ${row.state}, ended_at = ${row.at}, ended_by = ${row.by}, ended_why = ${row.why}
    where edition_id = ${row.edition_id}`.execute(tx);
}

/** Every process has what it keeps of pages made anew. */
export async function tellPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('tuppence_pages', 'content')`.execute(tx);
}
