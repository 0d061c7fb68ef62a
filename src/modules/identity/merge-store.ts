/** SQL of merging accounts. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { dropFactors } from "./second-factor/factor-store.ts";
import type { UserRow } from "./store.ts";

/** The users, and whoever went into one of them, locked in the order of their ids: a merge writes to all of these. */
export async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<Map<string, UserRow>> {
  const result = await sql<UserRow>`
    select * from identity.users where user_id = any(${[...userIds]}::uuid[]) or merged_into = any(${[...userIds]}::uuid[])
    order by user_id for no key update`.execute(tx);
  return new Map(result.rows.map((row) => [row.user_id, row]));
}

/** Accounts that went into another since. */
export async function listMerged(tx: Tx, since: Date): Promise<{ from: string; to: string }[]> {
  const result = await sql<{ from: string; to: string }>`
    select user_id as "from", merged_into as "to" from identity.users where merged_at >= ${since} order by merged_at`.execute(
    tx,
  );
  return result.rows;
}

export async function findFormer(runner: Database | Tx, userId: string): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    select user_id from identity.users where merged_into = ${userId} order by merged_at`.execute(runner);
  return result.rows.map((row) => row.user_id);
}

export async function readMergedInto(runner: Database | Tx, userId: string): Promise<string | null> {
  const result = await sql<{ merged_into: string | null }>`
    select merged_into from identity.users where user_id = ${userId}`.execute(runner);
  return result.rows[0]?.merged_into ?? null;
}

export async function moveLinked(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update identity.linked_accounts set user_id = ${to} where user_id = ${from}`.execute(tx);
}

/** What either had, the one that goes on has; where it does not know how its owner came, the other may. */
export async function joinMembership(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update identity.users k
    set coin_onboarding = greatest(k.coin_onboarding, o.coin_onboarding), subscribed = k.subscribed or o.subscribed,
      standard_active = k.standard_active or o.standard_active,
      plus_active = k.plus_active or o.plus_active, shipping_active = k.shipping_active or o.shipping_active,
      sid = coalesce(k.sid, o.sid), cid = coalesce(k.cid, o.cid), country_code = coalesce(k.country_code, o.country_code)
    from identity.users o where k.user_id = ${to} and o.user_id = ${from}`.execute(tx);
}

/** The old row keeps its name, until the account that goes on ends, and no way in. Accounts that went into it earlier point to where it goes. */
export async function closeMerged(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  await sql`
    update identity.users
    set merged_into = ${to}, merged_at = ${now}, email = null, pending_email = null, password_hash = null,
      sid = null, cid = null, country_code = null,
      subscribed = false, standard_active = false, plus_active = false, shipping_active = false
    where user_id = ${from}`.execute(tx);
  await sql`update identity.users set merged_into = ${to} where merged_into = ${from}`.execute(tx);
  // Keys and codes name the old account inside: they cannot open another.
  await dropFactors(tx, from);
}
