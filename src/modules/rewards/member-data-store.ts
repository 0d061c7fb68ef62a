/** What the module knows of one member: their code, credits, and friends by id. Rewards stay in the books. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    codes: await rows(sql`select to_jsonb(c) - 'user_id' as row from rewards.codes c where user_id = ${userId}`),
    credits: await rows(
      sql`select to_jsonb(c) - 'user_id' - 'offer_id' as row from rewards.credits c where user_id = ${userId}`,
    ),
    given_by_hand: await rows(
      sql`select to_jsonb(m) - 'user_id' - 'by' - 'approved_by' as row from rewards.hand_moves m where user_id = ${userId} order by at`,
    ),
    first_orders: await rows(
      sql`select to_jsonb(f) - 'user_id' || jsonb_build_object('history', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'claim_id' order by sequence), '[]') from rewards.first_order_events e where e.claim_id = f.claim_id
          )) as row from rewards.first_orders f where user_id = ${userId} order by claimed_at`,
    ),
    // Who the other side is stays theirs.
    referrals: await rows(
      sql`select to_jsonb(r) - 'inviter_id' - 'friend_id' - 'hints' || jsonb_build_object('side', case when inviter_id = ${userId} then 'inviter' else 'friend' end) as row
          from rewards.referrals r where inviter_id = ${userId} or friend_id = ${userId} order by joined_at`,
    ),
  };
}

/** What was earned belongs to both sides and to the books; what a colleague wrote about somebody goes. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`update rewards.hand_moves set note = '' where user_id = ${userId}`.execute(tx);
}
