/** What the module knows of one member, for their own copy of it; and what goes when they leave. Schema `benefits` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    // Which rules are looked at, and who of ours decided, is ours; what they said of the member's claim is told.
    claims: await rows(sql`
      select to_jsonb(c) - array['user_id', 'limit_subject', 'merchant_key', 'decided_by', 'sampled', 'looked_at'] || jsonb_build_object(
          'receipts', (select coalesce(jsonb_agg(r.receipt_id order by r.position), '[]') from benefits.claim_receipts r where r.claim_id = c.claim_id),
          'history', (select coalesce(jsonb_agg(to_jsonb(e) - array['claim_id', 'by_whom'] order by e.sequence), '[]') from benefits.claim_events e where e.claim_id = c.claim_id),
          'rules', (select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'at', v.at, 'rules', v.rules) order by v.sequence), '[]') from benefits.claim_verdicts v where v.claim_id = c.claim_id)
        ) as row
      from benefits.claims c where user_id = ${userId} order by sent_at`),
    added_to_cash_back: await rows(
      sql`select to_jsonb(b) - 'user_id' as row from benefits.boosts b where user_id = ${userId} order by ordered_at`,
    ),
    rebate_address: await rows(
      sql`select to_jsonb(a) - 'user_id' as row from benefits.addresses a where user_id = ${userId}`,
    ),
  };
}

/** Address and words go; claims stay in the books, under a name that leads to nobody. */
export async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await sql`delete from benefits.addresses where user_id = ${userId}`.execute(tx);
  await sql`update benefits.claims set appeal_words = null where user_id = ${userId}`.execute(tx);
  await sql`
    update benefits.claim_events set words = '' where words <> ''
      and claim_id in (select claim_id from benefits.claims where user_id = ${userId})`.execute(tx);
}
