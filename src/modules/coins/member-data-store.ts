/** What the module knows of one member: for their own copy of it. What was earned stays in the books when they leave. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const rows = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(runner)).rows.map(({ row }) => row);
  return {
    // What each calls them is between us and it: told, it would let two of them compare.
    partners_that_know_you: await rows(
      sql`select jsonb_build_object('provider', provider, 'since', made_at) as row from coins.member_refs where user_id = ${userId} order by made_at`,
    ),
    offers_begun: await rows(
      sql`select to_jsonb(s) - 'user_id' - 'user_ref' - 'terms_hash' - 'shared_with' || jsonb_build_object('terms_hash', encode(terms_hash, 'hex')) as row
        from coins.starts s where user_id = ${userId} order by started_at`,
    ),
    surveys: await rows(
      sql`select to_jsonb(v) - 'user_id' - 'user_ref' as row from coins.survey_visits v where user_id = ${userId} order by started_at`,
    ),
    rewards: await rows(
      sql`select to_jsonb(r) - 'user_id' || jsonb_build_object('timeline', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'reward_id' order by sequence), '[]') from coins.reward_events e where e.reward_id = r.reward_id
          )) as row from coins.rewards r where user_id = ${userId} order by created_at`,
    ),
    claims: await rows(
      sql`select to_jsonb(c) - 'user_id' || jsonb_build_object('screenshot_added_at', (
            select made_at from coins.screenshots s where s.claim_id = c.claim_id
          )) as row from coins.claims c where user_id = ${userId} order by made_at`,
    ),
    phone: await rows(
      sql`select jsonb_build_object('ends_in', last4, 'confirmed_at', confirmed_at) as row from coins.phones
        where user_id = ${userId} and confirmed_at is not null`,
    ),
    answers: await rows(
      sql`select to_jsonb(a) - 'user_id' as row from coins.answers a where user_id = ${userId} order by question_id`,
    ),
    consents: await rows(
      sql`select to_jsonb(c) - 'user_id' - 'text_hash' as row from coins.answer_consents c where user_id = ${userId} order by at`,
    ),
  };
}

/** Answers, and words and pictures about missing coins go; what was earned is in the books, under a name that leads to nobody. */
export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`delete from coins.phones where user_id = ${userId}`.execute(tx);
  await sql`delete from coins.answers where user_id = ${userId}`.execute(tx);
  await sql`delete from coins.answer_consents where user_id = ${userId}`.execute(tx);
  await sql`delete from coins.screenshots where user_id = ${userId}`.execute(tx);
  await sql`update coins.claims set note = '' where user_id = ${userId}`.execute(tx);
}
