/** SQL of the figures that operators read. Schema `cashback` only. */
import { sql } from "kysely";
import type { Database } from "#platform/database";

export type Span = { from: Date; to: Date };
export type Counts = { clicks: bigint; orders: bigint; promised: bigint };

export async function readCounts(db: Database, { from, to }: Span): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from cashback.clicks where at >= ${from} and at < ${to}) as clicks,
      count(*) as orders, coalesce(sum(back_minor) filter (where state not in ('declined', 'reversed')), 0)::bigint as promised
    from cashback.orders where user_id is not null and reported_at >= ${from} and reported_at < ${to}`.execute(db);
  return rows[0] ?? { clicks: 0n, orders: 0n, promised: 0n };
}
