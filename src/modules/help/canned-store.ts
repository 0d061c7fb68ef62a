/** SQL of answers that are written once. Schema `help` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { CannedAnswer } from "./canned-rules.ts";

type Runner = Database | Tx;

/** False when the code is taken, by one that is retired as well. */
export async function insertCanned(runner: Runner, row: Omit<CannedAnswer, "retired_at">): Promise<boolean> {
  const { rowCount } = await sql`
    insert into help.canned_answers (code, en, es, by, at) values (${row.code}, ${row.en}, ${row.es}, ${row.by}, ${row.at})
    on conflict (code) do nothing`.execute(runner);
  return rowCount === 1;
}

/** Puts it to use again, too. False for a code that there is not. */
export async function updateCanned(runner: Runner, row: Omit<CannedAnswer, "retired_at">): Promise<boolean> {
  const { rowCount } = await sql`
    update help.canned_answers set en = ${row.en}, es = ${row.es}, by = ${row.by}, at = ${row.at}, retired_at = null
    where code = ${row.code}`.execute(runner);
  return rowCount === 1;
}

export async function retireCanned(runner: Runner, code: string, at: Date): Promise<boolean> {
  const { rowCount } = await sql`
    update help.canned_answers set retired_at = coalesce(retired_at, ${at}) where code = ${code}`.execute(runner);
  return rowCount === 1;
}

export async function readCannedAnswers(runner: Runner): Promise<CannedAnswer[]> {
  const { rows } = await sql<CannedAnswer>`
    select code, en, es, by, at, retired_at from help.canned_answers order by code`.execute(runner);
  return rows;
}

export async function readCannedAnswer(runner: Runner, code: string): Promise<CannedAnswer | null> {
  const { rows } = await sql<CannedAnswer>`
    select code, en, es, by, at, retired_at from help.canned_answers where code = ${code}`.execute(runner);
  return rows[0] ?? null;
}
