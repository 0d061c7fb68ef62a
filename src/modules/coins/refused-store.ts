/** SQL of callbacks that were not verified. Schema `coins` only. */
import type { Database } from "#platform/database";
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import { storableText } from "#platform/storable-json";

export type RefusedCallback = {
  refused_id: string;
  provider: string;
  at: Date;
  why: "forged" | "unreadable" | "test_mode" | "foreign_address";
  method: string;
  query: string;
  body: string;
  address: string;
};

export async function insertRefused(db: Database, row: RefusedCallback): Promise<void> {
  await sql`
    insert into coins.refused_callbacks (refused_id, provider, at, why, method, query, body, address)
    values (${row.refused_id}, ${row.provider}, ${row.at}, ${row.why}, ${row.method}, ${storableText(row.query)}, ${storableText(row.body)},
      ${storableText(row.address)})`.execute(db);
}

export const readRefused = async (db: Database, refusedId: string): Promise<RefusedCallback | null> =>
  (await sql<RefusedCallback>`select * from coins.refused_callbacks where refused_id = ${refusedId}`.execute(db))
    .rows[0] ?? null;

/** The newest first. */
export const listRefused = async (
  db: Database,
  asked: { provider: string | null; after: Place | null; most: number },
): Promise<RefusedCallback[]> =>
  (
    await sql<RefusedCallback>`
      select * from coins.refused_callbacks
      where (${asked.provider}::text is null or provider = ${asked.provider})
        and (${asked.after?.at ?? null}::timestamptz is null or (at, refused_id) < (${asked.after?.at ?? null}::timestamptz, ${asked.after?.id ?? null}::uuid))
      order by at desc, refused_id desc limit ${asked.most}`.execute(db)
  ).rows;

export const countRefused = async (db: Database, provider: string, since: Date): Promise<Map<string, number>> =>
  new Map(
    (
      await sql<{ why: string; sum: number }>`
        select why, count(*)::int as sum from coins.refused_callbacks where provider = ${provider} and at >= ${since}
        group by why order by why`.execute(db)
    ).rows.map(({ why, sum }) => [why, sum]),
  );

export async function dropRefused(db: Database, before: Date): Promise<number> {
  const dropped = await sql`delete from coins.refused_callbacks where at < ${before}`.execute(db);
  return dropped.rowCount;
}
