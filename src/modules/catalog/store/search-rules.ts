/** SQL of what people search for as operators read it, and of what operators say of it. Texts are folded. */
import type pg from "pg";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type SearchRule = {
  said: string;
  means: string | null;
  /** The store that comes first, as it is called now. */
  pinned: string | null;
  /** The store that was named, which may be a part of that one. */
  named: string | null;
};
const RULES = `select r.said, r.means, k.internal_name as pinned, r.pinned as named from catalog.search_rules r
  left join catalog.merchants m on m.merchant_id = r.pinned left join catalog.merchants k on k.merchant_id = coalesce(m.merged_into, m.merchant_id)`;

/** As search follows them: a store that is not shown comes first nowhere. */
export async function readSearchRules(pool: pg.Pool): Promise<SearchRule[]> {
  const { rows } = await pool.query<SearchRule>(`${RULES} and k.live`);
  return rows;
}

export async function readSearchRule(runner: Runner, said: string): Promise<SearchRule | null> {
  const { rows } = await sql<SearchRule>`${sql.raw(RULES)} where r.said = ${said}`.execute(runner);
  return rows[0] ?? null;
}

/** What is not named stays as it was; a rule that says nothing any more is none. */
export async function saveSearchRule(
  tx: Tx,
  said: string,
  rule: { means?: string | null; pinned?: string | null },
): Promise<void> {
  const [keepsMeans, keepsPin] = [rule.means === undefined, rule.pinned === undefined];
  if (rule.means || rule.pinned)
    await sql`
      insert into catalog.search_rules as r (said, means, pinned) values (${said}, ${rule.means ?? null}, ${rule.pinned ?? null})
      on conflict (said) do update set means = case when ${keepsMeans}::boolean then r.means else excluded.means end,
        pinned = case when ${keepsPin}::boolean then r.pinned else excluded.pinned end`.execute(tx);
  else {
    // A row that says nothing is refused by its check: it goes instead.
    await sql`
      delete from catalog.search_rules where said = ${said}
        and (not ${keepsMeans}::boolean or means is null) and (not ${keepsPin}::boolean or pinned is null)`.execute(tx);
    await sql`
      update catalog.search_rules set means = case when ${keepsMeans}::boolean then means end, pinned = case when ${keepsPin}::boolean then pinned end
      where said = ${said}`.execute(tx);
  }
}

export type SearchEntry = { at: Date; by: string; what: string; reason: string };
export async function keepSearchEntry(tx: Tx, said: string, { at, by, what, reason }: SearchEntry): Promise<void> {
  await sql`
    insert into catalog.search_history (said, at, by, what, reason) values (${said}, ${at}, ${by}, ${what}, ${reason})`.execute(
    tx,
  );
}
export async function readSearchHistory(runner: Runner, said: string): Promise<SearchEntry[]> {
  const { rows } = await sql<SearchEntry>`
    select at, by, what, reason from catalog.search_history where said = ${said} order by entry`.execute(runner);
  return rows;
}

export type SearchedText = { searched: string; languages: string; times: number; results: number; last: string };
const SEARCHED = sql`select searched, string_agg(distinct language, ', ' order by language) as languages, sum(times)::integer as times,
    (array_agg(results order by day desc, language))[1] as results, max(day)::text as last
  from catalog.searches`;

export async function readSearched(runner: Runner, said: string): Promise<SearchedText | null> {
  const { rows } = await sql<SearchedText>`${SEARCHED} where searched = ${said} group by searched`.execute(runner);
  return rows[0] ?? null;
}

/** The most searched first; `lost`: those that found nothing the last time. */
export async function listSearched(
  runner: Runner,
  asked: { lost: boolean; from: number; most: number },
): Promise<SearchedText[]> {
  const { rows } = await sql<SearchedText>`
    ${SEARCHED} group by searched having not ${asked.lost}::boolean or (array_agg(results order by day desc, language))[1] = 0
    order by times desc, searched offset ${asked.from} limit ${asked.most}`.execute(runner);
  return rows;
}

export async function listRules(runner: Runner, asked: { after: string | null; most: number }): Promise<SearchRule[]> {
  const { rows } = await sql<SearchRule>`
    ${sql.raw(RULES)} where ${asked.after}::text is null or r.said > ${asked.after} order by r.said limit ${asked.most}`.execute(
    runner,
  );
  return rows;
}
