/** All SQL of translation. Schema `translation` only. */
import { sql } from "kysely";
import type { Database } from "#platform/database";

/** Anybody may report, so the table is bounded: a flood of made-up texts must not fill the disk. */
const MAX_ROWS = 20_000;

export async function insertMissing(db: Database, text: string, now: Date): Promise<void> {
  await sql`
    insert into translation.missing (text, first_seen_at, last_seen_at)
    select ${text}, ${now}, ${now} where (select count(*) from translation.missing) < ${MAX_ROWS}
    on conflict (text) do update set seen = translation.missing.seen + 1, last_seen_at = excluded.last_seen_at`.execute(
    db,
  );
}

export async function readMissing(db: Database): Promise<{ text: string; seen: bigint }[]> {
  return (
    await sql<{
      text: string;
      seen: bigint;
    }>`select text, seen from translation.missing order by seen desc limit 500`.execute(db)
  ).rows;
}
