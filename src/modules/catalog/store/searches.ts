/** SQL of what is searched for and wished for. */
import type pg from "pg";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type SearchFigure = { searched: string; language: "en" | "es"; results: number; day: Date };

/** `known`: only of a text that was searched that day before. Answers whether it is the first time. */
export async function countSearch(
  pool: pg.Pool,
  { day, language, searched, results }: SearchFigure,
  { known }: { known: boolean },
): Promise<boolean> {
  const counted = known
    ? {
        name: "catalog-count-known-search",
        text: `update catalog.searches set times = times + 1, results = $4 where day = $1::date and language = $2 and searched = $3
          returning false as is_new`,
      }
    : {
        name: "catalog-count-search",
        text: `insert into catalog.searches as s (day, language, searched, results) values ($1::date, $2, $3, $4)
          on conflict (day, language, searched) do update set times = s.times + 1, results = excluded.results
          returning xmax = 0 as is_new`,
      };
  const { rows } = await pool.query<{ is_new: boolean }>({ ...counted, values: [day, language, searched, results] });
  return rows[0]?.is_new ?? false;
}

export async function dropSearches(tx: Tx, before: Date): Promise<number> {
  const result = await sql`delete from catalog.searches where day < ${before}::date`.execute(tx);
  return result.rowCount;
}

/** The texts that were searched most since a day; with `lost` those that found nothing. */
export async function readSearches(
  pool: pg.Pool,
  since: Date,
  lost: boolean,
  most: number,
): Promise<{ searched: string; language: string; times: number; results: number }[]> {
  const { rows } = await pool.query(
    `select searched, language, sum(times)::integer as times, (array_agg(results order by day desc))[1] as results
     from catalog.searches where day >= $1::date group by searched, language
     having not $2 or (array_agg(results order by day desc))[1] = 0 order by times desc, searched limit $3`,
    [since, lost, most],
  );
  return rows;
}

/** False when the member has wished for so many that this one is left out. Twice is the same as once. */
export async function addWish(
  tx: Tx,
  wish: { wish_key: string; user_id: string; name: string; at: Date },
  most: number,
): Promise<boolean> {
  // One at a time for each member: many at once would all find the same count.
  await sql`select pg_advisory_xact_lock(hashtext('catalog.wishes'), hashtext(${wish.user_id}))`.execute(tx);
  const { rows } = await sql<{ wishes: number; known: boolean }>`
    select count(*)::integer as wishes, coalesce(bool_or(wish_key = ${wish.wish_key}), false) as known
    from catalog.store_wishes where user_id = ${wish.user_id}`.execute(tx);
  if (rows[0]?.known) return true;
  if ((rows[0]?.wishes ?? 0) >= most) return false;
  await sql`
    insert into catalog.store_wishes (wish_key, user_id, name, created_at)
    values (${wish.wish_key}, ${wish.user_id}, ${wish.name}, ${wish.at}) on conflict do nothing`.execute(tx);
  return true;
}

export type Wish = { wish_key: string; name: string; members: number; newest: Date };
/** Called as whoever wished first wrote it. */
const WISHES = sql`
  select wish_key, (array_agg(name order by created_at, user_id))[1] as name, count(*)::integer as members, max(created_at) as newest
  from catalog.store_wishes`;

export async function readWish(runner: Runner, wishKey: string): Promise<Wish | null> {
  const { rows } = await sql<Wish>`${WISHES} where wish_key = ${wishKey} group by wish_key`.execute(runner);
  return rows[0] ?? null;
}

/** The store that most members wish for first. */
export async function listWishes(runner: Runner, asked: { from: number; most: number }): Promise<Wish[]> {
  const { rows } = await sql<Wish>`
    ${WISHES} group by wish_key order by members desc, newest desc, wish_key offset ${asked.from} limit ${asked.most}`.execute(
    runner,
  );
  return rows;
}
