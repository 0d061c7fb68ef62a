/** All SQL of why people took the extension away. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { UninstallReason } from "./uninstall-reasons.ts";

export type UninstallRow = {
  uninstall_id: string;
  reasons: readonly UninstallReason[];
  words: string;
  language: "en" | "es";
  partner: string;
  at: Date;
};

export async function insertUninstall(db: Database, row: UninstallRow): Promise<void> {
  await sql`
    insert into help.uninstalls (uninstall_id, reasons, words, language, partner, at)
    values (${row.uninstall_id}, ${[...row.reasons]}, ${row.words}, ${row.language}, ${row.partner}, ${row.at})`.execute(
    db,
  );
}

type Span = { from: Date; to: Date };

/** How often each reason was given, the most frequent first; one person may give several. */
export async function countUninstalls(db: Database, { from, to }: Span): Promise<{ reason: string; n: number }[]> {
  const result = await sql<{ reason: string; n: number }>`
    select reason, count(*)::int as n from help.uninstalls, unnest(reasons) as reason
    where at >= ${from} and at < ${to} group by reason order by n desc, reason`.execute(db);
  return result.rows;
}

/** What people wrote beside their reasons, newest first. */
export async function readUninstallWords(
  db: Database,
  { from, to }: Span,
  most: number,
): Promise<Pick<UninstallRow, "at" | "language" | "words">[]> {
  const result = await sql<Pick<UninstallRow, "at" | "language" | "words">>`
    select at, language, words from help.uninstalls
    where at >= ${from} and at < ${to} and words <> '' order by at desc, uninstall_id desc limit ${most}`.execute(db);
  return result.rows;
}
