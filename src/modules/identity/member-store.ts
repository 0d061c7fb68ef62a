/** SQL of a member's own copy and of the end of an account. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { dropFactors } from "./second-factor/factor-store.ts";

export async function readOwnAccount(runner: Database, userId: string): Promise<unknown> {
  const result = await sql<{ row: unknown }>`
    select to_jsonb(u) - 'password_hash' || jsonb_build_object('has_password', u.password_hash is not null, 'linked', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'refresh_token' - 'user_id'), '[]') from identity.linked_accounts l where l.user_id = u.user_id
    ), 'passkeys', (
      select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'created_at', p.created_at, 'last_used_at', p.last_used_at)), '[]') from identity.passkeys p where p.user_id = u.user_id
    ), 'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('body', n.body, 'at', n.at) order by n.at), '[]') from identity.member_notes n where n.user_id = u.user_id
    ), 'looks', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', k.reason, 'allowed', k.allowed, 'at', k.at) order by k.at), '[]') from identity.looks k where k.user_id = u.user_id
    ), 'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('first_at', d.first_at, 'last_at', d.last_at)), '[]') from identity.devices d where d.user_id = u.user_id
    )) as row
    from identity.users u where user_id = ${userId}`.execute(runner);
  return result.rows[0]?.row ?? null;
}

/**
 * The row stays, because the books point to it; the person does not. The address is free for a new account. `former` are the accounts that
 * went into it: what they kept of the person goes too.
 */
export async function scrubUser(tx: Tx, userId: string, former: readonly string[], now: Date): Promise<void> {
  const all = [userId, ...former];
  await sql`
    update identity.users set email = null, pending_email = null, name = 'Deleted', password_hash = null, sid = null,
      cid = null, country_code = null, email_verified_at = null, subscribed = false, standard_active = false,
      plus_active = false, shipping_active = false, deleted_at = case when user_id = ${userId} then ${now}::timestamptz end
    where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`update identity.sessions set user_agent = '', address = '', country = null where user_id = any(${all}::uuid[])`.execute(
    tx,
  );
  await sql`update identity.safety_events set user_agent = '', address = '', detail = '' where user_id = any(${all}::uuid[])`.execute(
    tx,
  );
  for (const id of all) await dropFactors(tx, id);
  await sql`delete from identity.member_notes where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`update identity.looks set reason = '' where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`delete from identity.devices where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`delete from identity.linked_accounts where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`delete from identity.social_states where user_id = any(${all}::uuid[])`.execute(tx);
  await sql`delete from identity.one_time_links where user_id = any(${all}::uuid[])`.execute(tx);
}
