/** SQL of people, their links, keys and sessions. Schema `staff` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { PersonState, Role } from "./rules.ts";

type Runner = Database | Tx;

export type PersonRow = {
  person_id: string;
  email: string;
  name: string;
  roles: Role[];
  /** Whom they are sent by; null for the house's own. */
  partner: string | null;
  state: PersonState;
  created_at: Date;
  state_at: Date;
};

export async function insertPerson(tx: Tx, row: Omit<PersonRow, "state_at">): Promise<boolean> {
  const result = await sql`
    insert into staff.people (person_id, email, name, roles, partner, state, created_at, state_at)
    values (${row.person_id}, ${row.email}, ${row.name}, ${row.roles}, ${row.partner}, ${row.state}, ${row.created_at},
      ${row.created_at})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function findPerson(runner: Runner, personId: string, lock = false): Promise<PersonRow | null> {
  const result = lock
    ? await sql<PersonRow>`select * from staff.people where person_id = ${personId} for update`.execute(runner)
    : await sql<PersonRow>`select * from staff.people where person_id = ${personId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function findByEmail(runner: Runner, email: string): Promise<PersonRow | null> {
  const result = await sql<PersonRow>`select * from staff.people where email = ${email}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function savePerson(
  tx: Tx,
  row: PersonRow,
  change: { from: PersonState | null; by: string; at: Date },
): Promise<void> {
  await sql`
    update staff.people set roles = ${row.roles}, state = ${row.state}, state_at = ${row.state_at}
    where person_id = ${row.person_id}`.execute(tx);
  if (change.from === row.state) return;
  await sql`
    insert into staff.person_events (person_id, sequence, from_state, to_state, by, at)
    select ${row.person_id}, coalesce(max(sequence), 0) + 1, ${change.from}, ${row.state}, ${change.by}, ${change.at}
    from staff.person_events where person_id = ${row.person_id}`.execute(tx);
}

/** Owners who can sign in, locked, so that two who leave at once do not both find the other. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const result = await sql<{ person_id: string }>`
    select person_id from staff.people where state = 'active' and 'owner' = any (roles) order by person_id for update`.execute(
    tx,
  );
  return result.rows.map((row) => row.person_id);
}

export async function countOwners(runner: Runner): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from staff.people where state = 'active' and 'owner' = any (roles)`.execute(runner);
  return result.rows[0]?.n ?? 0;
}

export type ListedPerson = PersonRow & { passkeys: number; seen_at: Date | null };
export async function listPeople(runner: Runner): Promise<ListedPerson[]> {
  const result = await sql<ListedPerson>`
    select p.*, (select count(*)::int from staff.passkeys k where k.person_id = p.person_id) as passkeys,
      (select max(seen_at) from staff.sessions s where s.person_id = p.person_id) as seen_at
    from staff.people p order by p.name, p.person_id`.execute(runner);
  return result.rows;
}

export async function namesOf(runner: Runner, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ person_id: string; name: string }>`
    select person_id, name from staff.people where person_id = any (${[...ids]}::uuid[])`.execute(runner);
  return new Map(result.rows.map((row) => [row.person_id, row.name]));
}

/** A new link makes those before it worthless. */
export async function insertLink(tx: Tx, link: { link_hash: Buffer; person_id: string; expires_at: Date }) {
  await sql`delete from staff.links where person_id = ${link.person_id} and used_at is null`.execute(tx);
  await sql`
    insert into staff.links (link_hash, person_id, expires_at)
    values (${link.link_hash}, ${link.person_id}, ${link.expires_at})`.execute(tx);
}

export async function findLink(runner: Runner, linkHash: Buffer, now: Date): Promise<PersonRow | null> {
  const result = await sql<PersonRow>`
    select p.* from staff.links l join staff.people p using (person_id)
    where l.link_hash = ${linkHash} and l.used_at is null and l.expires_at > ${now} and p.state <> 'off'`.execute(
    runner,
  );
  return result.rows[0] ?? null;
}

export async function spendLink(tx: Tx, linkHash: Buffer, now: Date): Promise<boolean> {
  const result = await sql`
    update staff.links set used_at = ${now}
    where link_hash = ${linkHash} and used_at is null and expires_at > ${now}`.execute(tx);
  return result.rowCount === 1;
}

export async function dropLinks(tx: Tx, personId: string): Promise<void> {
  await sql`delete from staff.links where person_id = ${personId} and used_at is null`.execute(tx);
}

export type KeyRow = {
  credential_id: string;
  person_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export async function insertKey(tx: Tx, key: Omit<KeyRow, "last_used_at">): Promise<boolean> {
  const result = await sql`
    insert into staff.passkeys (credential_id, person_id, public_key, counter, transports, name, created_at)
    values (${key.credential_id}, ${key.person_id}, ${key.public_key}, ${key.counter}, ${key.transports}, ${key.name}, ${key.created_at})
    on conflict do nothing`.execute(tx);
  return result.rowCount === 1;
}

export async function listKeys(runner: Runner, personId: string): Promise<KeyRow[]> {
  const result = await sql<KeyRow>`
    select * from staff.passkeys where person_id = ${personId} order by created_at`.execute(runner);
  return result.rows;
}

export async function lockKey(tx: Tx, credentialId: string): Promise<KeyRow | null> {
  const result = await sql<KeyRow>`
    select * from staff.passkeys where credential_id = ${credentialId} for update`.execute(tx);
  return result.rows[0] ?? null;
}

export async function touchKey(tx: Tx, credentialId: string, counter: number, now: Date): Promise<void> {
  await sql`
    update staff.passkeys set counter = ${counter}, last_used_at = ${now}
    where credential_id = ${credentialId}`.execute(tx);
}

export async function deleteKey(tx: Tx, personId: string, credentialId: string): Promise<boolean> {
  const result = await sql`
    delete from staff.passkeys where person_id = ${personId} and credential_id = ${credentialId}`.execute(tx);
  return result.rowCount === 1;
}

export async function dropKeys(tx: Tx, personId: string): Promise<void> {
  await sql`delete from staff.passkeys where person_id = ${personId}`.execute(tx);
  await sql`delete from staff.passwords where person_id = ${personId}`.execute(tx);
}

export type ChallengeKind = "key_added" | "key_used" | "confirmed";
export async function insertChallenge(
  runner: Runner,
  challenge: { challenge_hash: Buffer; kind: ChallengeKind; person_id: string | null; expires_at: Date },
): Promise<void> {
  await sql`
    insert into staff.challenges (challenge_hash, kind, person_id, expires_at)
    values (${challenge.challenge_hash}, ${challenge.kind}, ${challenge.person_id}, ${challenge.expires_at})`.execute(
    runner,
  );
}

/** An open challenge, which is gone with this look. */
export async function takeChallenge(
  tx: Tx,
  challengeHash: Buffer,
  kind: ChallengeKind,
  now: Date,
): Promise<{ person_id: string | null } | null> {
  const result = await sql<{ person_id: string | null }>`
    delete from staff.challenges where challenge_hash = ${challengeHash} and kind = ${kind} and expires_at > ${now}
    returning person_id`.execute(tx);
  return result.rows[0] ?? null;
}

export type PasswordRow = {
  person_id: string;
  password_hash: string;
  secret_sealed: Buffer;
  last_step: bigint;
  confirmed_at: Date | null;
};

export async function findPassword(runner: Runner, personId: string, lock = false): Promise<PasswordRow | null> {
  const result = lock
    ? await sql<PasswordRow>`select * from staff.passwords where person_id = ${personId} for update`.execute(runner)
    : await sql<PasswordRow>`select * from staff.passwords where person_id = ${personId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function upsertPassword(
  tx: Tx,
  row: { person_id: string; password_hash: string; secret_sealed: Buffer; created_at: Date },
): Promise<void> {
  await sql`
    insert into staff.passwords (person_id, password_hash, secret_sealed, created_at)
    values (${row.person_id}, ${row.password_hash}, ${row.secret_sealed}, ${row.created_at})
    on conflict (person_id) do update set password_hash = excluded.password_hash, secret_sealed = excluded.secret_sealed,
      created_at = excluded.created_at, confirmed_at = null, last_step = 0`.execute(tx);
}

export async function spendStep(tx: Tx, personId: string, step: number, confirmedAt: Date): Promise<void> {
  await sql`
    update staff.passwords set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${confirmedAt})
    where person_id = ${personId}`.execute(tx);
}

export async function deletePassword(tx: Tx, personId: string): Promise<void> {
  await sql`delete from staff.passwords where person_id = ${personId}`.execute(tx);
}

export type SessionRow = {
  session_id: string;
  person_id: string;
  created_at: Date;
  seen_at: Date;
  confirmed_at: Date;
  ended_at: Date | null;
  user_agent: string;
  address: string;
};

export async function insertSession(tx: Tx, row: SessionRow & { token_hash: Buffer }): Promise<void> {
  await sql`
    insert into staff.sessions (session_id, token_hash, person_id, created_at, seen_at, confirmed_at, user_agent, address)
    values (${row.session_id}, ${row.token_hash}, ${row.person_id}, ${row.created_at}, ${row.seen_at}, ${row.confirmed_at},
      ${row.user_agent}, ${row.address})`.execute(tx);
}

export async function findSession(
  runner: Runner,
  tokenHash: Buffer,
  since: { begun: Date; seen: Date },
): Promise<(SessionRow & PersonRow) | null> {
  const result = await sql<SessionRow & PersonRow>`
    select p.*, s.* from staff.sessions s join staff.people p using (person_id)
    where s.token_hash = ${tokenHash} and s.ended_at is null and s.created_at > ${since.begun} and s.seen_at > ${since.seen}
      and p.state = 'active'`.execute(runner);
  return result.rows[0] ?? null;
}

export async function touchSession(runner: Runner, sessionId: string, now: Date): Promise<void> {
  await sql`update staff.sessions set seen_at = ${now} where session_id = ${sessionId}`.execute(runner);
}

export async function confirmSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await sql`update staff.sessions set confirmed_at = ${now} where session_id = ${sessionId}`.execute(tx);
}

export async function listSessions(runner: Runner, personId: string, since: Date): Promise<SessionRow[]> {
  const result = await sql<SessionRow>`
    select * from staff.sessions where person_id = ${personId} and ended_at is null and created_at > ${since}
    order by created_at desc limit 50`.execute(runner);
  return result.rows;
}

export async function endSession(tx: Tx, personId: string, sessionId: string, now: Date): Promise<boolean> {
  const result = await sql`
    update staff.sessions set ended_at = ${now}
    where person_id = ${personId} and session_id = ${sessionId} and ended_at is null`.execute(tx);
  return result.rowCount === 1;
}

export async function endSessions(tx: Tx, personId: string, now: Date): Promise<void> {
  await sql`
    update staff.sessions set ended_at = ${now} where person_id = ${personId} and ended_at is null`.execute(tx);
}

/** What opens nothing any more. The log keeps who signed in. */
export async function dropOld(runner: Runner, before: Date): Promise<void> {
  await sql`delete from staff.challenges where expires_at < ${before}`.execute(runner);
  await sql`delete from staff.links where expires_at < ${before}`.execute(runner);
  await sql`delete from staff.sessions where created_at < ${before}`.execute(runner);
}
