/** SQL of what visitors think of the FAQ, and of what they do not find there. Schema `help` only. */

import type { Database } from "#platform/database";
import type { Language } from "#platform/http";
import { sql } from "#platform/sql";

type Span = { from: Date; to: Date };
export type FaqVote = {
  vote_id: string;
  question: string;
  language: Language;
  helpful: boolean;
  missing: string;
  at: Date;
};

/** The last word of each counts. */
export async function upsertVote(db: Database, vote: FaqVote): Promise<void> {
  await sql`
    insert into help.faq_votes (vote_id, question, language, helpful, missing, at)
    values (${vote.vote_id}, ${vote.question}, ${vote.language}, ${vote.helpful}, ${vote.missing}, ${vote.at})
    on conflict (vote_id) do update set helpful = excluded.helpful, missing = excluded.missing, language = excluded.language,
      at = excluded.at`.execute(db);
}

export type VotesOfQuestion = { question: string; language: Language; yes: number; no: number };

/** Those that helped least first. */
export async function readVotes(db: Database, { from, to }: Span): Promise<VotesOfQuestion[]> {
  const { rows } = await sql<VotesOfQuestion>`
    select question, language, count(*) filter (where helpful)::int as yes, count(*) filter (where not helpful)::int as no
    from help.faq_votes where at >= ${from} and at < ${to}
    group by question, language order by no desc, yes, question, language`.execute(db);
  return rows;
}

export async function readMissing(
  db: Database,
  { from, to }: Span,
  most: number,
): Promise<Pick<FaqVote, "question" | "language" | "missing" | "at">[]> {
  const { rows } = await sql<Pick<FaqVote, "question" | "language" | "missing" | "at">>`
    select question, language, missing, at from help.faq_votes
    where at >= ${from} and at < ${to} and missing <> '' order by at desc, vote_id desc limit ${most}`.execute(db);
  return rows;
}

/** New texts of a day are kept up to `most`: who makes up texts without end fills no disk. */
export async function countLostSearch(
  db: Database,
  row: { day: string; language: Language; searched: string },
  most: number,
): Promise<void> {
  await sql`
    insert into help.lost_searches as l (day, language, searched, times)
    select ${row.day}::date, ${row.language}, ${row.searched}, 1
    where (select count(*) from help.lost_searches where day = ${row.day}::date) < ${most}
      or exists (select 1 from help.lost_searches
        where day = ${row.day}::date and language = ${row.language} and searched = ${row.searched})
    on conflict (day, language, searched) do update set times = l.times + 1`.execute(db);
}

export async function readLostSearches(
  db: Database,
  { from, to }: Span,
  most: number,
): Promise<{ searched: string; language: Language; times: number }[]> {
  const { rows } = await sql<{ searched: string; language: Language; times: number }>`
    select searched, language, sum(times)::int as times from help.lost_searches
    where day >= ${from}::timestamptz::date and day <= ${to}::timestamptz::date
    group by searched, language order by times desc, searched limit ${most}`.execute(db);
  return rows;
}

export async function dropOldFaq(db: Database, { votesBefore, searchesBefore }: Record<string, Date>): Promise<number> {
  const votes = await sql`delete from help.faq_votes where at < ${votesBefore}`.execute(db);
  await sql`delete from help.lost_searches where day < ${searchesBefore}::timestamptz::date`.execute(db);
  return votes.rowCount;
}
