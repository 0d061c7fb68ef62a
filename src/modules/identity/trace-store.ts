/** SQL that compares two members' sessions, for the honesty of rewards. Schema `identity` only. */
import { sql } from "kysely";
import type { Database } from "#platform/database";

/**
 * Whether two members were signed in from the same browser on the same network, or from the same network at all. A browser
 * is known by what it says of itself: that alone many share, and a network alone a household shares.
 */
export async function compareSessions(
  db: Database,
  one: string,
  other: string,
): Promise<{ device: boolean; network: boolean }> {
  const result = await sql<{ device: boolean | null; network: boolean | null }>`
    select bool_or(a.user_agent = b.user_agent and a.user_agent <> '') as device, bool_or(true) as network
    from identity.sessions a join identity.sessions b on a.address = b.address and a.address <> ''
    where a.user_id = ${one} and b.user_id = ${other}`.execute(db);
  const row = result.rows[0];
  return { device: row?.device ?? false, network: row?.network ?? false };
}

/** SPEC §3: `coin_onboarding` is 1 once the first steps are done or skipped. */
export async function setOnboarded(db: Database, userId: string): Promise<void> {
  await sql`update identity.users set coin_onboarding = 1 where user_id = ${userId}`.execute(db);
}
