/** SQL of what is no longer kept: clicks that earned nothing. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

/**
 * Of the next clicks after an instant those that no order follows from. Answers how many it looked at, how many went, and where
 * it came to; a click that earned an order stays for good, so that nothing before that place need be looked at again.
 */
export async function dropBarrenClicks(
  db: Database,
  after: Date,
  before: Date,
  most: number,
): Promise<{ looked: number; dropped: number; last: Date | null }> {
  const { rows } = await sql<{ looked: number; dropped: number; last: Date | null }>`
    with looked as (
      select click_id, at from cashback.clicks where at >= ${after} and at < ${before} order by at limit ${most}
    ), dropped as (
      delete from cashback.clicks c using looked l
      where c.click_id = l.click_id and not exists (select 1 from cashback.orders o where o.click_id = c.click_id)
      returning 1
    )
    select (select count(*) from looked)::integer as looked, (select count(*) from dropped)::integer as dropped, (select max(at) from looked) as last`.execute(
    db,
  );
  return rows[0] ?? { looked: 0, dropped: 0, last: null };
}
