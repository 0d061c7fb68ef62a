/** What the module knows of one member: what they were told by which way, and what they chose. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

export async function readMemberData(runner: Database, userId: string) {
  // A link that opens the account is in the letter alone: whoever holds a copy must not get in by it.
  const mails = await sql<{ row: unknown }>`
    select to_jsonb(m) - 'user_id' - 'html' - 'last_error' - 'cause' - 'brief' || case when m.secret then '{"plain": ""}'::jsonb else '{}'::jsonb end as row from notifications.mails m
    where user_id = ${userId} order by created_at`.execute(runner);
  const choices = await sql<{ row: unknown }>`
    select to_jsonb(c) - 'user_id' as row from notifications.choices c where user_id = ${userId}`.execute(runner);
  const notices = await sql<{ row: unknown }>`
    select to_jsonb(n) - 'user_id' - 'cause' as row from notifications.notices n where user_id = ${userId} order by at`.execute(
    runner,
  );
  const when = await sql<{ row: unknown }>`
    select to_jsonb(p) - 'user_id' as row from notifications.preferences p where user_id = ${userId}`.execute(runner);
  // An endpoint is a secret by which anybody could try to reach the device.
  const devices = await sql<{ row: unknown }>`
    select jsonb_build_object('kind', kind, 'user_agent', user_agent, 'bound_at', bound_at, 'sent_at', sent_at) as row
    from notifications.subscriptions where user_id = ${userId} order by bound_at`.execute(runner);
  const pushes = await sql<{ row: unknown }>`
    select to_jsonb(p) - 'user_id' - 'cause' - 'push_id' || jsonb_build_object('history',
      (select jsonb_agg(jsonb_build_object('state', h.state, 'at', h.at) order by h.number) from notifications.push_history h where h.push_id = p.push_id)) as row
    from notifications.pushes p where user_id = ${userId} order by created_at`.execute(runner);
  const consents = await sql<{ row: unknown }>`
    select to_jsonb(c) - 'user_id' - 'phone' - 'phone_hash' as row from notifications.text_consents c where user_id = ${userId} order by given_at`.execute(
    runner,
  );
  const texts = await sql<{ row: unknown }>`
    select jsonb_build_object('body', body, 'state', state, 'created_at', created_at) as row
    from notifications.texts where user_id = ${userId} order by created_at`.execute(runner);
  const all = ({ rows }: { rows: readonly { row: unknown }[] }) => rows.map(({ row }) => row);
  return {
    mails: all(mails),
    notices: all(notices),
    choices: all(choices),
    when_told: all(when),
    devices: all(devices),
    pushes: all(pushes),
    text_consents: all(consents),
    texts: all(texts),
  };
}

/** Mails that were sent keep their place without text and address; those still waiting are sent first. */
export async function eraseMemberData(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`
    update notifications.mails set recipient = '', subject = '', html = '', plain = ''
    where user_id = ${userId} and state in ('sent', 'unwanted', 'digested')`.execute(tx);
  // What waited for a summary is not told to who has left.
  await sql`
    update notifications.mails set state = 'unwanted', brief = null, recipient = '', subject = '', html = '', plain = ''
    where user_id = ${userId} and state = 'gathered'`.execute(tx);
  await sql`delete from notifications.notices where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications.pushes where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications.subscriptions where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications.choices where user_id = ${userId}`.execute(tx);
  await sql`delete from notifications.preferences where user_id = ${userId}`.execute(tx);
  await sql`
    update notifications.texts set state = 'unwanted', recipient = null, ended_at = ${at}
    where user_id = ${userId} and state = 'queued'`.execute(tx);
  await sql`update notifications.texts set body = '-', user_id = null where user_id = ${userId}`.execute(tx);
  // That a number had agreed, until when and by which words is the proof that the law asks for; whose it was goes.
  await sql`
    update notifications.text_consents set ended_at = ${at}, end_reason = 'account_gone', phone = null
    where user_id = ${userId} and ended_at is null`.execute(tx);
  await sql`update notifications.text_consents set user_id = null where user_id = ${userId}`.execute(tx);
}
