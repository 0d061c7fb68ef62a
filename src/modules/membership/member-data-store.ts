/**
 * What the module knows of one member. When an account ends, its memberships end with it, at once: nobody without an
 * account is charged. Consents and charges stay, because the law asks for them.
 */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    memberships: await rows(sql`
      select to_jsonb(m) - 'user_id' - 'customer_id' || jsonb_build_object('history', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'membership_id' order by sequence), '[]') from membership.membership_events e where e.membership_id = m.membership_id
      )) as row from membership.memberships m where user_id = ${userId} order by joined_at`),
    charges: await rows(sql`
      select to_jsonb(c) as row from membership.charges c join membership.joins j using (membership_id) where j.user_id = ${userId} order by c.created_at`),
    consents: await rows(sql`
      select to_jsonb(c) - 'user_id' - 'words_hash' as row from membership.consents c where user_id = ${userId} order by at`),
    leaving_reasons: await rows(sql`
      select to_jsonb(r) as row from membership.leaving_reasons r join membership.memberships m using (membership_id) where m.user_id = ${userId} order by at`),
    cards: await rows(sql`
      select to_jsonb(c) - 'user_id' - 'payment_method_id' - 'card_key' as row from membership.cards c where user_id = ${userId} order by added_at`),
    customers: await rows(
      sql`select to_jsonb(c) - 'user_id' as row from membership.customers c where user_id = ${userId}`,
    ),
    retry_opt_outs: await rows(
      sql`select to_jsonb(o) - 'user_id' as row from membership.retry_opt_outs o where user_id = ${userId}`,
    ),
  };
}

/** What is left to do once the memberships have ended (`leave-account.ts`). */
export async function eraseMemberData(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`update membership.joins set state = 'failed', closed_at = ${at} where user_id = ${userId} and state = 'open'`.execute(
    tx,
  );
  // Only an open sign-up needs it; what outlives the account, so that a trial is had once, are the keys of trials used.
  await sql`update membership.joins set mailbox_key = null where user_id = ${userId} and mailbox_key is not null`.execute(
    tx,
  );
}
