/** SQL of what accounts that share something earned, and of what waits because they do. Schema `coins` only. */
import type { Database } from "#platform/database";
import { sql } from "#platform/sql";
import type { RewardRow } from "./reward-store.ts";
import type { HoldRule } from "./rules.ts";

/** The rule that asks for one account a person. */
export const ONE_ACCOUNT: HoldRule = "other_account";

/** In coins: `waiting` is pending or held, `stopped` the part of it that the rule of one account holds. */
export type Earned = { credited: bigint; waiting: bigint; stopped: bigint };
export const NOTHING_EARNED: Earned = { credited: 0n, waiting: 0n, stopped: 0n };

/** By member; who earned nothing has no row. */
export async function sumEarned(runner: Database, userIds: readonly string[]): Promise<Map<string, Earned>> {
  const { rows } = await sql<Earned & { user_id: string }>`
    select user_id::text as user_id,
      coalesce(sum(coins) filter (where state = 'credited'), 0)::bigint as credited,
      coalesce(sum(coins) filter (where state in ('pending', 'held')), 0)::bigint as waiting,
      coalesce(sum(coins) filter (where state = 'held' and reason = ${ONE_ACCOUNT}), 0)::bigint as stopped
    from coins.rewards where user_id = any (${userIds}::uuid[]) group by user_id`.execute(runner);
  return new Map(rows.map(({ user_id, ...earned }) => [user_id, earned]));
}

/** What the rule of one account holds of some members, the longest first. */
export const readStopped = async (runner: Database, userIds: readonly string[], most: number): Promise<RewardRow[]> =>
  (
    await sql<RewardRow>`
      select * from coins.rewards where state = 'held' and reason = ${ONE_ACCOUNT} and user_id = any (${userIds}::uuid[])
      order by changed_at, reward_id limit ${most}`.execute(runner)
  ).rows;
