/**
 * What one member was told becomes another's: whoever refused a list refuses it for both. When and how they are told, their devices
 * and consents stay each one's own: those of the account that goes end with it.
 */
import type { Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { lockGathered } from "./digest/digest-store.ts";
import { sendApart } from "./digest/send-digest.ts";

export async function moveMember(tx: Tx, { from, to }: { from: string; to: string }, at: Date): Promise<void> {
  // What one of them waited for leaves by itself: the other may want no summary.
  const gathered = await lockGathered(tx, from);
  await sendApart(tx, gathered);
  await sql`
    insert into notifications.choices (user_id, list, channel, is_on, at)
    select ${to}, list, channel, is_on, at from notifications.choices where user_id = ${from} and not is_on
    on conflict (user_id, list, channel) do update set is_on = false, at = excluded.at where choices.is_on`.execute(tx);
  await sql`delete from notifications.choices where user_id = ${from}`.execute(tx);
  await sql`delete from notifications.preferences where user_id = ${from}`.execute(tx);
  await sql`delete from notifications.subscriptions where user_id = ${from}`.execute(tx);
  await sql`
    update notifications.text_consents set ended_at = ${at}, end_reason = 'account_gone', phone = null
    where user_id = ${from} and ended_at is null`.execute(tx);
  await sql`update notifications.text_consents set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update notifications.texts set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update notifications.pushes set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update notifications.notices set user_id = ${to} where user_id = ${from}`.execute(tx);
  await sql`update notifications.mails set user_id = ${to} where user_id = ${from}`.execute(tx);
}
