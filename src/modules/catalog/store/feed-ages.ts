/** SQL of how old feeds are. Schema `catalog` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { Network } from "../catalog.types.ts";

export type FeedAge = { kind: string; network: Network; feeds: number; late: number; oldest: Date | null };

/** Feeds of networks that were tried in the last two weeks, and those of them that were not whole since their kind's instant. */
export async function readFeedAges(
  db: Database,
  since: { tried: Date; programmes: Date; offers: Date; products: Date },
): Promise<FeedAge[]> {
  const { rows } = await sql<FeedAge>`
    with tried as (
      select f.kind, f.network, f.last_complete_at,
        -- One that has never been whole is late once its first try was so long ago.
        (select min(r.started_at) from catalog.import_runs r where r.feed_id = f.feed_id) as first_try,
        case f.kind when 'programmes' then ${since.programmes}::timestamptz when 'offers' then ${since.offers}::timestamptz else ${since.products}::timestamptz end as bound
      from catalog.feeds f
      where f.merchant_id is null and exists (
        select 1 from catalog.import_runs r where r.feed_id = f.feed_id and r.started_at >= ${since.tried}))
    select kind, network, count(*)::int as feeds,
      count(*) filter (where coalesce(last_complete_at, first_try) < bound)::int as late, min(last_complete_at) as oldest
    from tried group by kind, network order by kind, network`.execute(db);
  return rows;
}
