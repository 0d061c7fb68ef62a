/** What the module knows of one member. Where money went stays in the books; the sealed gift card links go. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  const result = await sql<{ row: unknown }>`
    select to_jsonb(w) - 'user_id' - 'link_sealed' - 'request_key' || jsonb_build_object('timeline', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'withdrawal_id' order by sequence), '[]') from payouts.withdrawal_events e where e.withdrawal_id = w.withdrawal_id
    )) as row from payouts.withdrawals w where user_id = ${userId} order by requested_at`.execute(runner);
  const receivers = await sql<{ row: unknown }>`
    select jsonb_build_object('method', method, 'label', label, 'first_used_at', first_used_at) as row
    from payouts.receivers where user_id = ${userId} order by first_used_at`.execute(runner);
  const held = await sql<{ row: unknown }>`
    select to_jsonb(h) - 'user_id' - 'receiver_hash' - 'decided_by' as row from payouts.held h where user_id = ${userId} order by asked_at`.execute(
    runner,
  );
  const codes = await sql<{ row: unknown }>`
    select to_jsonb(c) - 'code_hash' - 'made_by' - 'given_to' - 'redeemed_by' as row from payouts.gift_codes c
    where given_to = ${userId} or redeemed_by = ${userId} order by made_at`.execute(runner);
  const rowsOf = (found: { rows: { row: unknown }[] }) => found.rows.map(({ row }) => row);
  return {
    held: rowsOf(held),
    withdrawals: rowsOf(result),
    receivers: rowsOf(receivers),
    gift_codes: rowsOf(codes),
  };
}

export async function eraseMemberData(tx: Tx, userId: string): Promise<void> {
  await sql`update payouts.withdrawals set link_sealed = null where user_id = ${userId}`.execute(tx);
  await sql`update payouts.held set label = '', words = '' where user_id = ${userId}`.execute(tx);
  // The hash stays, so that a receiver still serves one person.
  await sql`update payouts.receivers set label = '' where user_id = ${userId}`.execute(tx);
}
