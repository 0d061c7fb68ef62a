/** SQL of the figures that operators read. Schema `membership` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export type Counts = { joined: bigint; ended: bigint; charged: bigint };

export async function readCounts(db: Database, { from, to }: { from: Date; to: Date }): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from membership.memberships where joined_at >= ${from} and joined_at < ${to}) as joined,
      (select count(*) from membership.memberships where ended_at >= ${from} and ended_at < ${to}) as ended,
      (select coalesce(sum(amount_minor), 0)::bigint from membership.charges where paid_at >= ${from} and paid_at < ${to}) as charged`.execute(
    db,
  );
  return rows[0] ?? { joined: 0n, ended: 0n, charged: 0n };
}
