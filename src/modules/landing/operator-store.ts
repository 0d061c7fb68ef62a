/** SQL of the flow's steps as operators read them. Schema `landing` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export type FunnelRow = { partner: string; entered_by: string; event: string; visits: number };

/** How many of the visits that began in a span came as far as each step, by partner and way in. */
export async function readFunnel(db: Database, { from, to }: { from: Date; to: Date }): Promise<FunnelRow[]> {
  const { rows } = await sql<FunnelRow>`
    select v.partner, v.entered_by, e.event, count(distinct v.visit_id)::int as visits
    from landing.visits v join landing.visit_events e using (visit_id)
    where v.created_at >= ${from} and v.created_at < ${to} group by v.partner, v.entered_by, e.event`.execute(db);
  return rows;
}
