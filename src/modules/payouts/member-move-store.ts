/** Withdrawals of one member become another's, also those on their way. They get the numbers after the other's own. */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { moveGiftCodes } from "./gift-code-store.ts";
import { moveHeld } from "./held-store.ts";
import { moveReceivers } from "./receiver-store.ts";
import { lockMember } from "./store.ts";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // Whoever asks for a withdrawal holds the member's name: the next number stays true.
  for (const userId of [from, to].sort()) await lockMember(tx, userId);
  await sql`
    update payouts.withdrawals w
    set user_id = ${to}, number = n.number, request_key = left('merged:' || w.withdrawal_id::text || ':' || w.request_key, 80)
    from (
      select o.withdrawal_id,
        row_number() over (order by o.number) + coalesce((select max(k.number) from payouts.withdrawals k where k.user_id = ${to}), 0) as number
      from payouts.withdrawals o where o.user_id = ${from}
    ) n
    where w.withdrawal_id = n.withdrawal_id`.execute(tx);
  await moveReceivers(tx, from, to);
  await moveGiftCodes(tx, from, to);
  await moveHeld(tx, from, to);
}
