/** All SQL of credits and referrals. Schema `rewards` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { ReferralReason } from "./messages.ts";
import type { ReferralState } from "./rules.ts";

type Runner = Database | Tx;

export type ReferralRow = {
  referral_id: string;
  code: string;
  inviter_id: string;
  friend_id: string;
  state: ReferralState;
  reason_code: ReferralReason | null;
  inviter_minor: bigint;
  friend_minor: bigint;
  min_order_minor: bigint;
  order_id: string | null;
  expected_at: Date | null;
  hints: string[];
  version: number;
  joined_at: Date;
  window_ends_at: Date;
  earned_at: Date | null;
};

export async function findCode(runner: Runner, code: string): Promise<{ code: string; user_id: string } | null> {
  const result = await sql<{
    code: string;
    user_id: string;
  }>`select code, user_id from rewards.codes where code = ${code}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findCodeOf(runner: Runner, userId: string): Promise<string | null> {
  const result = await sql<{ code: string }>`select code from rewards.codes where user_id = ${userId}`.execute(runner);
  return result.rows[0]?.code ?? null;
}

/** False when the member has a code already, or the code is somebody else's. */
export async function insertCode(tx: Tx, code: string, userId: string, at: Date): Promise<boolean> {
  const result =
    await sql`insert into rewards.codes (code, user_id, created_at) values (${code}, ${userId}, ${at}) on conflict do nothing`.execute(
      tx,
    );
  return result.rowCount === 1;
}

/** False when this friend was written down before. */
export async function insertReferral(tx: Tx, row: ReferralRow): Promise<boolean> {
  const result = await sql`
    insert into rewards.referrals (referral_id, code, inviter_id, friend_id, state, reason_code, inviter_minor, friend_minor, min_order_minor,
      order_id, expected_at, hints, version, joined_at, window_ends_at, earned_at, next_look_at, joined_as)
    values (${row.referral_id}, ${row.code}, ${row.inviter_id}, ${row.friend_id}, ${row.state}, ${row.reason_code}, ${row.inviter_minor}, ${row.friend_minor},
      ${row.min_order_minor}, ${row.order_id}, ${row.expected_at}, ${row.hints}::text[], ${row.version}, ${row.joined_at}, ${row.window_ends_at}, ${row.earned_at}, ${row.joined_at}, ${row.friend_id})
    on conflict (joined_as) do nothing`.execute(tx);
  return result.rowCount === 1;
}

/** The one that counts. More than one there is only after accounts became one. */
export async function findReferralOf(runner: Runner, friendId: string): Promise<ReferralRow | null> {
  const result = await sql<ReferralRow>`
    select * from rewards.referrals where friend_id = ${friendId}
    order by state = 'refused', state <> 'earned', joined_at, referral_id limit 1`.execute(runner);
  return result.rows[0] ?? null;
}

/** Which of these members an order may bring something: those who were invited, claimed a first order's reward or hold a credit. */
export async function findRewarded(runner: Runner, userIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    select u.user_id from unnest(${userIds}::uuid[]) with ordinality as u(user_id, place)
    where exists (select 1 from rewards.referrals r where r.friend_id = u.user_id)
       or exists (select 1 from rewards.first_orders f where f.user_id = u.user_id)
       or exists (select 1 from rewards.credits c where c.user_id = u.user_id) order by u.place`.execute(runner);
  return result.rows.map((row) => row.user_id);
}

/** Members who have something by one of these orders, whosever it is by now. */
export async function findCarried(runner: Runner, orderIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ user_id: string }>`
    select friend_id as user_id from rewards.referrals where order_id = any (${orderIds}::uuid[])
    union select user_id from rewards.first_orders where order_id = any (${orderIds}::uuid[])
    union select user_id from rewards.credits where order_id = any (${orderIds}::uuid[]) order by user_id`.execute(
    runner,
  );
  return result.rows.map((row) => row.user_id);
}

/** Oldest first. */
export async function lockReferralsOf(tx: Tx, friendId: string): Promise<ReferralRow[]> {
  const result = await sql<ReferralRow>`
    select * from rewards.referrals where friend_id = ${friendId} order by joined_at, referral_id for update`.execute(
    tx,
  );
  return result.rows;
}

export async function saveReferral(tx: Tx, row: ReferralRow): Promise<void> {
  await sql`
    update rewards.referrals set state = ${row.state}, reason_code = ${row.reason_code}, order_id = ${row.order_id}, expected_at = ${row.expected_at},
      version = ${row.version}, earned_at = ${row.earned_at} where referral_id = ${row.referral_id}`.execute(tx);
}

export async function insertEvent(
  tx: Tx,
  event: {
    referral_id: string;
    sequence: number;
    from_state: ReferralState | null;
    to_state: ReferralState;
    reason_code: ReferralReason | null;
    order_id: string | null;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into rewards.referral_events (referral_id, sequence, from_state, to_state, reason_code, order_id, at)
    values (${event.referral_id}, ${event.sequence}, ${event.from_state}, ${event.to_state}, ${event.reason_code}, ${event.order_id}, ${event.at})`.execute(
    tx,
  );
}

/** Those whom a member brought, newest first. */
export async function readInvited(runner: Runner, inviterId: string, limit: number): Promise<ReferralRow[]> {
  const result = await sql<ReferralRow>`
    select * from rewards.referrals where inviter_id = ${inviterId} order by joined_at desc, referral_id limit ${limit}`.execute(
    runner,
  );
  return result.rows;
}

export type Sums = { friends: bigint; earned: bigint; pending: bigint };
export async function sumInvited(runner: Runner, inviterId: string): Promise<Sums> {
  const result = await sql<Sums>`
    select count(*) as friends, coalesce(sum(inviter_minor) filter (where state = 'earned'), 0)::bigint as earned,
      coalesce(sum(inviter_minor) filter (where state = 'pending'), 0)::bigint as pending
    from rewards.referrals where inviter_id = ${inviterId}`.execute(runner);
  return result.rows[0] ?? { friends: 0n, earned: 0n, pending: 0n };
}

/** How many friends of a member count for the limit of a year. */
export async function countRewarded(tx: Tx, inviterId: string, since: Date): Promise<number> {
  const result = await sql<{ n: bigint }>`
    select count(*) as n from rewards.referrals
    where inviter_id = ${inviterId} and inviter_minor > 0 and state <> 'refused' and joined_at > ${since}`.execute(tx);
  return Number(result.rows[0]?.n ?? 0n);
}

/** One at a time for each inviter, so that the limit of a year cannot be passed by friends who join at once. */
export async function lockCode(tx: Tx, code: string): Promise<void> {
  await sql`select 1 from rewards.codes where code = ${code} for update`.execute(tx);
}
