/** SQL of places where more than one member is paid, or asked to be. Schema `payouts` only. */
import type { Database } from "#platform/database";
import { type SharedAsked, sharedPage, spanOfKey } from "#platform/shared-things";
import { sql } from "#platform/sql";
import type { HeldRow } from "./held-store.ts";

export type SharedReceiver = {
  hash: Buffer;
  method: "paypal" | "venmo";
  accounts: number;
  first_at: Date;
  /** When the second member came to it. */
  shared_at: Date;
  /** When the newest of its members came to it. */
  joined_at: Date;
  /** Of the members, the newest first. */
  user_ids: string[];
  /** What waits for a person because the place is another's, in cents. */
  held_minor: bigint;
};
/** A place with more members than this is named by its newest. */
const MAX_NAMED = 1_000;

/** Whoever is paid there, and whoever asked to be and was stopped. */
const USES = sql`(
  select receiver_hash, user_id, method, label, first_used_at as at, true as is_paid, shared_at as confirmed_at from payouts.receivers
  union all
  select receiver_hash, user_id, method, label, asked_at, false, null from payouts.held h
  where not exists (select 1 from payouts.receivers r where r.receiver_hash = h.receiver_hash and r.user_id = h.user_id)) uses`;

const sharedAmong = (hashes: ReturnType<typeof sql>) => sql`(
  select receiver_hash as hash, min(method) as method, count(*)::int as accounts, min(at) as first_at, max(at) as joined_at,
    (array_agg(at order by at, user_id))[2] as shared_at,
    (array_agg(user_id::text order by at desc, user_id))[1:${sql.lit(MAX_NAMED)}] as user_ids,
    (select coalesce(sum(amount_minor), 0)::bigint from payouts.held h
      where h.receiver_hash = uses.receiver_hash and h.state in ('waiting', 'appealed')) as held_minor
  from ${USES} where receiver_hash in (${hashes})
  group by receiver_hash having count(*) > 1) shared`;

export async function listSharedReceivers(db: Database, asked: SharedAsked): Promise<SharedReceiver[]> {
  // Nobody comes second to a place unless a person confirmed it, or was stopped.
  const several = sql`
    select receiver_hash from payouts.receivers where shared_at is not null
    union select receiver_hash from payouts.held`;
  const { rows } = await sql<SharedReceiver>`select * from ${sharedAmong(several)} ${sharedPage(asked)}`.execute(db);
  return rows;
}

/** Where at least one of these members is paid, or asked to be, beside somebody else. */
export async function readReceiversOf(
  db: Database,
  userIds: readonly string[],
  most: number,
): Promise<SharedReceiver[]> {
  const theirs = sql`
    select receiver_hash from payouts.receivers where user_id = any (${userIds}::uuid[])
    union select receiver_hash from payouts.held where user_id = any (${userIds}::uuid[])`;
  const { rows } = await sql<SharedReceiver>`
    select * from ${sharedAmong(theirs)} order by joined_at desc, hash limit ${most}`.execute(db);
  return rows;
}

export type ReceiverUse = { user_id: string; label: string; at: Date; is_paid: boolean; confirmed_at: Date | null };

/** The place that a key names, with its members in the order in which they came; null when it is not shared. */
export async function readSharedReceiver(
  db: Database,
  key: string,
  most: number,
): Promise<{ receiver: SharedReceiver; uses: ReceiverUse[] } | null> {
  const { from, to } = spanOfKey(key);
  const named = sql`
    select receiver_hash from payouts.receivers where receiver_hash between ${from} and ${to}
    union select receiver_hash from payouts.held where receiver_hash between ${from} and ${to}`;
  const [receiver] = (await sql<SharedReceiver>`select * from ${sharedAmong(named)} order by hash limit 1`.execute(db))
    .rows;
  if (!receiver) return null;
  const { rows } = await sql<ReceiverUse>`
    select user_id::text as user_id, label, at, is_paid, confirmed_at from (
      select * from ${USES} where receiver_hash = ${receiver.hash} order by at desc, user_id limit ${most}) newest
    order by at, user_id`.execute(db);
  return { receiver, uses: rows };
}

/** Of one place, the newest first. */
export const readHeldAt = async (db: Database, hash: Buffer, most: number): Promise<HeldRow[]> =>
  (
    await sql<HeldRow>`
      select * from payouts.held where receiver_hash = ${hash} order by asked_at desc, held_id limit ${most}`.execute(
      db,
    )
  ).rows;

/** What arrived with members by any way, in cents; by member. */
export async function sumArrived(db: Database, userIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ user_id: string; sum: bigint }>`
    select user_id::text as user_id, sum(amount_minor)::bigint as sum from payouts.withdrawals
    where user_id = any (${userIds}::uuid[]) and state = 'fulfilled' group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, sum }) => [user_id, sum]));
}
