/** SQL of how many different people visited and bought at each store, by days since they last did. */
import type { StoreActivity } from "#catalog";
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export async function readActivity(db: Database, now: Date, since: Date): Promise<StoreActivity[]> {
  const { rows } = await sql<StoreActivity>`
    with people as (
      select merchant_id, user_id, max(at) as last from cashback.clicks where at >= ${since} and at <= ${now} group by merchant_id, user_id
    ), buyers as (
      select c.merchant_id, o.user_id, max(o.ordered_at) as last
      from cashback.orders o join cashback.clicks c using (click_id)
      where o.state in ('pending', 'confirmed') and o.user_id is not null and c.at >= ${since}
      group by c.merchant_id, o.user_id
    ), days as (
      select merchant_id, greatest(extract(epoch from ${now}::timestamptz - last) / 86400, 0)::integer as age_days, 1 as people, 0 as buyers from people
      union all
      select merchant_id, greatest(extract(epoch from ${now}::timestamptz - last) / 86400, 0)::integer, 0, 1 from buyers
    )
    select merchant_id, age_days, sum(people)::integer as people, sum(buyers)::integer as buyers from days group by merchant_id, age_days`.execute(
    db,
  );
  return rows;
}
