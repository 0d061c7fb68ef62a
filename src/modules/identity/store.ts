/** All SQL of accounts. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";

type Runner = Database | Tx;

export type UserRow = {
  user_id: string;
  /** None for somebody who came from another account without one. */
  email: string | null;
  name: string;
  password_hash: string | null;
  language: "en" | "es";
  partner: string;
  sid: string | null;
  cid: string | null;
  country_code: string | null;
  coin_onboarding: number;
  subscribed: boolean;
  standard_active: boolean;
  plus_active: boolean;
  shipping_active: boolean;
  email_verified_at: Date | null;
  created_at: Date;
  pending_email: string | null;
  deleted_at: Date | null;
  merged_into: string | null;
  merged_at: Date | null;
  closed_at: Date | null;
  looks_allowed_at: Date | null;
};

export type SessionRow = {
  session_id: string;
  user_id: string;
  bind_hash: Buffer;
  expires_at: Date;
  issued_at: Date;
  last_used_at: Date;
  confirmed_at: Date;
  /** Of the extension's own and of a phone's by a code: the session that it ends with. */
  parent_id: string | null;
  opened_by: OpenedBy;
};
export type OpenedBy = "sign_in" | "extension" | "phone";
export type EndReason =
  | "signed_out"
  | "signed_out_elsewhere"
  | "password_changed"
  | "replaced"
  | "merged"
  | "account_deleted"
  | "account_closed"
  | "factor_reset";
export type KeyRow = { kid: string; private_jwk: Record<string, unknown>; public_jwk: Record<string, unknown> };

/** False when the address has an account already. */
export async function insertUser(
  tx: Tx,
  user: Omit<
    UserRow,
    | "coin_onboarding"
    | "subscribed"
    | "standard_active"
    | "plus_active"
    | "shipping_active"
    | "email_verified_at"
    | "pending_email"
    | "deleted_at"
    | "merged_into"
    | "merged_at"
    | "closed_at"
    | "looks_allowed_at"
  >,
): Promise<boolean> {
  const result = await sql`
    insert into identity.users (user_id, email, name, password_hash, language, partner, sid, cid, country_code, created_at)
    values (${user.user_id}, ${user.email}, ${user.name}, ${user.password_hash}, ${user.language}, ${user.partner}, ${user.sid}, ${user.cid}, ${user.country_code}, ${user.created_at})
    on conflict on constraint users_email_unique do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function findUserByEmail(runner: Runner, email: string): Promise<UserRow | null> {
  const result = await sql<UserRow>`select * from identity.users where email = ${email}`.execute(runner);
  return result.rows[0] ?? null;
}

/** Which of these addresses have an account. */
export async function findKnownAddresses(runner: Runner, emails: readonly string[]): Promise<string[]> {
  const result = await sql<{ email: string }>`
    select email from identity.users where email = any (${emails}) order by email`.execute(runner);
  return result.rows.map((row) => row.email);
}

export async function findUser(runner: Runner, userId: string): Promise<UserRow | null> {
  const result = await sql<UserRow>`select * from identity.users where user_id = ${userId}`.execute(runner);
  return result.rows[0] ?? null;
}

export type BrandRow = Pick<UserRow, "user_id" | "partner" | "plus_active">;
const READ_BRANDS = prepare<BrandRow>(
  "identity.read_brands",
  `select u.user_id, v.partner, v.plus_active from identity.users u join identity.users v on v.user_id = coalesce(u.merged_into, u.user_id)
   where u.user_id = any ($1::uuid[])`,
);

/** Of an account that went into another what the other is, under its own id. */
export const readBrands = async (runner: Runner, userIds: readonly string[]): Promise<BrandRow[]> =>
  userIds.length === 0 ? [] : runPrepared(runner, READ_BRANDS, [userIds]);

/** Those who can be told something, in the order of their ids. */
export const readMembersAfter = async (
  tx: Tx,
  after: string | null,
  most: number,
): Promise<Pick<UserRow, "user_id" | "email" | "name" | "language" | "partner" | "country_code">[]> =>
  (
    await sql<UserRow>`
      select user_id, email, name, language, partner, country_code from identity.users
      where deleted_at is null and closed_at is null and merged_into is null
        and (${after}::uuid is null or user_id > ${after}) order by user_id limit ${most}`.execute(tx)
  ).rows;

/** As it is, until the transaction ends. */
export async function holdUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const result = await sql<UserRow>`select * from identity.users where user_id = ${userId} for share`.execute(tx);
  return result.rows[0] ?? null;
}

export async function insertSession(
  tx: Tx,
  session: {
    session_id: string;
    user_id: string;
    bind_hash: Buffer;
    user_agent: string;
    address: string;
    country: string | null;
    issued_at: Date;
    expires_at: Date;
    /** When its member last proved who they are: at the sign-in, and long ago for what a code opened. */
    confirmed_at: Date;
    parent_id: string | null;
    opened_by: OpenedBy;
  },
): Promise<void> {
  await sql`
    insert into identity.sessions (session_id, user_id, bind_hash, user_agent, address, country, issued_at, last_used_at, confirmed_at, expires_at, parent_id, opened_by)
    values (${session.session_id}, ${session.user_id}, ${session.bind_hash}, ${session.user_agent.slice(0, 400)}, ${session.address}, ${session.country}, ${session.issued_at}, ${session.issued_at}, ${session.confirmed_at}, ${session.expires_at}, ${session.parent_id}, ${session.opened_by})`.execute(
    tx,
  );
}

/** The extension's own, or a phone's by a code, lives no longer than the session that it came from, whatever ended that one. */
const parentLives = sql`(s.parent_id is null or exists (
  select 1 from identity.sessions p where p.session_id = s.parent_id and p.ended_at is null))`;

/** A session that is neither ended nor expired, with its member. */
export async function findLiveSession(
  runner: Runner,
  sessionId: string,
  now: Date,
): Promise<(UserRow & SessionRow) | null> {
  const result = await sql<UserRow & SessionRow>`
    select u.*, s.session_id, s.bind_hash, s.expires_at, s.issued_at, s.last_used_at, s.confirmed_at, s.parent_id, s.opened_by
    from identity.sessions s join identity.users u using (user_id)
    where s.session_id = ${sessionId} and s.ended_at is null and s.expires_at > ${now} and u.deleted_at is null and u.merged_at is null and u.closed_at is null
      and ${parentLives}`.execute(runner);
  return result.rows[0] ?? null;
}

/** Which of these are neither ended nor expired, of members who are still there. */
export async function findLiveIds(runner: Runner, sessionIds: readonly string[], now: Date): Promise<Set<string>> {
  const result = await sql<{ session_id: string }>`
    select s.session_id from identity.sessions s join identity.users u using (user_id)
    where s.session_id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${now}
      and u.deleted_at is null and u.merged_at is null and u.closed_at is null and ${parentLives}`.execute(runner);
  return new Set(result.rows.map(({ session_id }) => session_id));
}

export async function endSession(
  tx: Tx,
  sessionId: string,
  reason: "signed_out" | "replaced",
  now: Date,
): Promise<void> {
  await sql`update identity.sessions set ended_at = ${now}, end_reason = ${reason} where session_id = ${sessionId} and ended_at is null`.execute(
    tx,
  );
  await sql`select pg_notify('tuppence_sessions', ${sessionId})`.execute(tx);
}

/** Ends a member's sessions but one, or one of them alone; how many. Every process forgets them at once. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  exceptId: string | null,
  reason: EndReason,
  now: Date,
  onlyId: string | null = null,
): Promise<number> {
  const result = await sql<{ session_id: string }>`
    update identity.sessions set ended_at = ${now}, end_reason = ${reason}
    where user_id = ${userId} and ended_at is null and session_id is distinct from ${exceptId}
      and (${onlyId}::uuid is null or session_id = ${onlyId})
    returning session_id`.execute(tx);
  for (const { session_id } of result.rows) await sql`select pg_notify('tuppence_sessions', ${session_id})`.execute(tx);
  return result.rows.length;
}

export type SessionListRow = SessionRow & { user_agent: string; address: string; country: string | null };

export async function findSessionsOf(runner: Runner, userId: string, now: Date): Promise<SessionListRow[]> {
  const result = await sql<SessionListRow>`
    select * from identity.sessions s where user_id = ${userId} and ended_at is null and expires_at > ${now} and ${parentLives}
    order by last_used_at desc limit 50`.execute(runner);
  return result.rows;
}

export async function touchSession(runner: Runner, sessionId: string, now: Date): Promise<void> {
  await sql`update identity.sessions set last_used_at = ${now} where session_id = ${sessionId} and ended_at is null`.execute(
    runner,
  );
}

/** A session of a phone whose member proved who they are, by a new password, goes on without the one that it came from. */
export async function standAlone(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    update identity.sessions set parent_id = null, opened_by = 'sign_in'
    where session_id = ${sessionId} and opened_by = 'phone'`.execute(tx);
}

export async function markConfirmed(runner: Runner, sessionId: string, now: Date): Promise<void> {
  await sql`update identity.sessions set confirmed_at = ${now} where session_id = ${sessionId}`.execute(runner);
}

/** Whether the member signed in from such a device before: sessions that a code opened prove none. */
export async function knowsDevice(
  runner: Runner,
  userId: string,
  userAgent: string,
  exceptId: string,
): Promise<boolean> {
  const result = await sql`
    select 1 from identity.sessions
    where user_id = ${userId} and user_agent = ${userAgent.slice(0, 400)} and session_id <> ${exceptId} and parent_id is null
    limit 1`.execute(runner);
  return result.rows.length > 0;
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await sql`update identity.users set password_hash = ${passwordHash} where user_id = ${userId}`.execute(tx);
}

export async function markVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`update identity.users set email_verified_at = coalesce(email_verified_at, ${now}) where user_id = ${userId}`.execute(
    tx,
  );
}

export async function setPendingEmail(tx: Tx, userId: string, email: string | null): Promise<void> {
  await sql`update identity.users set pending_email = ${email} where user_id = ${userId}`.execute(tx);
}

/** False when another account has the address. */
export async function changeEmail(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  const taken =
    await sql`select 1 from identity.users where email = ${email} and user_id <> ${userId} for update`.execute(tx);
  if (taken.rows.length > 0) return false;
  await sql`
    update identity.users set email = ${email}, pending_email = null, email_verified_at = ${now}
    where user_id = ${userId}`.execute(tx);
  return true;
}

/** An address that another account has without ever having proven it becomes free. */
export async function freeUnprovenEmail(tx: Tx, email: string, exceptId: string): Promise<void> {
  await sql`
    update identity.users set email = null
    where email = ${email} and user_id <> ${exceptId} and email_verified_at is null`.execute(tx);
}

export async function setName(runner: Runner, userId: string, name: string): Promise<void> {
  await sql`update identity.users set name = ${name} where user_id = ${userId}`.execute(runner);
}

export async function setMembershipFlags(
  tx: Tx,
  userId: string,
  flags: Pick<UserRow, "subscribed" | "standard_active" | "plus_active" | "shipping_active">,
): Promise<void> {
  await sql`
    update identity.users set subscribed = ${flags.subscribed}, standard_active = ${flags.standard_active},
      plus_active = ${flags.plus_active}, shipping_active = ${flags.shipping_active}
    where user_id = ${userId} and deleted_at is null and merged_into is null`.execute(tx);
}

export async function readKeys(runner: Runner): Promise<KeyRow[]> {
  const result =
    await sql<KeyRow>`select kid, private_jwk, public_jwk from identity.signing_keys where retired_at is null order by created_at desc`.execute(
      runner,
    );
  return result.rows;
}

/** The first process to come makes the key; the others find it, because the lock makes them wait. */
/** Adds a key unless one was made since `since`; many processes may start at once. True when this one was added. */
export async function insertKey(tx: Tx, key: KeyRow, since: Date, now: Date): Promise<boolean> {
  await sql`lock table identity.signing_keys in exclusive mode`.execute(tx);
  const result = await sql`
    insert into identity.signing_keys (kid, private_jwk, public_jwk, created_at)
    select ${key.kid}, ${JSON.stringify(key.private_jwk)}::jsonb, ${JSON.stringify(key.public_jwk)}::jsonb, ${now}
    where not exists (select 1 from identity.signing_keys where retired_at is null and created_at > ${since})`.execute(
    tx,
  );
  return result.rowCount === 1;
}

/** Keys whose successor is older than any token may live: nothing that they signed is good any more. */
export async function retireOldKeys(tx: Tx, before: Date, now: Date): Promise<void> {
  await sql`
    update identity.signing_keys k set retired_at = ${now}
    where retired_at is null
      and exists (select 1 from identity.signing_keys n where n.created_at > k.created_at and n.created_at < ${before})`.execute(
    tx,
  );
}

export async function insertAttempt(
  runner: Runner,
  attempt: { path: string; from_reference: boolean; at: Date },
): Promise<void> {
  await sql`insert into identity.access_attempts (path, from_reference, at) values (${attempt.path.slice(0, 500)}, ${attempt.from_reference}, ${attempt.at})`.execute(
    runner,
  );
}

export async function setLanguage(runner: Runner, userId: string, language: "en" | "es"): Promise<void> {
  await sql`update identity.users set language = ${language} where user_id = ${userId}`.execute(runner);
}
