/** SQL of what was counted. Schema `promises` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { Counted } from "./promises.types.ts";

export async function insertCount(db: Database, counted: Counted): Promise<void> {
  await sql`
    insert into promises.counts (counted_at, numbers) values (${counted.counted_at}, ${JSON.stringify(counted)}::jsonb)
    on conflict (counted_at) do nothing`.execute(db);
}

export async function readLastCount(db: Database): Promise<unknown> {
  const { rows } = await sql<{ numbers: unknown }>`
    select numbers from promises.counts order by counted_at desc limit 1`.execute(db);
  return rows[0]?.numbers ?? null;
}

/** Of days that are over, the last count of each is kept. */
export async function deleteEarlierOfDays(db: Database): Promise<void> {
  await sql`
    delete from promises.counts c where exists (
      select from promises.counts later where later.counted_at > c.counted_at
        and (later.counted_at at time zone 'UTC')::date = (c.counted_at at time zone 'UTC')::date)`.execute(db);
}
