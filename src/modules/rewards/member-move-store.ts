/** SQL of `move-member.ts`. A second code and an invitation of oneself remain with the old account, ended there. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update rewards.codes set user_id = ${to}
    where user_id = ${from} and not exists (select 1 from rewards.codes k where k.user_id = ${to})`.execute(tx);
  await sql`update rewards.hand_moves set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update rewards.credits set user_id = ${to} where user_id = ${from}`.execute(tx);
  // Both claims go over; which of them counts is decided when they are settled next.
  await sql`update rewards.first_orders set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update rewards.referrals set inviter_id = ${to} where inviter_id = ${from} and friend_id <> ${to}`.execute(
    tx,
  );
  await sql`
    update rewards.referrals set friend_id = ${to}
    where friend_id = ${from} and inviter_id <> ${to}`.execute(tx);
}
