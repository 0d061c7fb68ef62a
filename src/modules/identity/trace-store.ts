/** SQL of what two members have in common, for the honesty of rewards. Schema `identity` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";

export type TraceRow = {
  user_id: string;
  email: string | null;
  /** Different pairs of browser and address, as sessions told them. */
  seen: { user_agent: string; address: string }[];
};

/** Where a member's sessions were opened from, the newest thousand. */
export async function readTraces(db: Database, userId: string): Promise<TraceRow | null> {
  const result = await sql<TraceRow>`
    select u.user_id, u.email, coalesce((
      select jsonb_agg(distinct jsonb_build_object('user_agent', s.user_agent, 'address', s.address))
      from (select user_agent, address from identity.sessions where user_id = u.user_id order by issued_at desc limit 1000) s
    ), '[]') as seen
    from identity.users u where u.user_id = ${userId}`.execute(db);
  return result.rows[0] ?? null;
}

/** Whether one device signed in to both, also where one of them has shut it out since. */
export async function shareDevice(db: Database, one: string, other: string): Promise<boolean> {
  const result = await sql`
    select 1 from identity.devices a join identity.devices b using (device_hash)
    where a.user_id = ${one} and b.user_id = ${other} limit 1`.execute(db);
  return result.rows.length > 0;
}

/** SPEC §3: `coin_onboarding` is 1 once the first steps are done or skipped. */
export async function setOnboarded(db: Database, userId: string): Promise<void> {
  await sql`update identity.users set coin_onboarding = 1 where user_id = ${userId}`.execute(db);
}
