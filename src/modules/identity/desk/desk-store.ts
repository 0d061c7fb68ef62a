/** SQL of what operators see and do of accounts. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { UserRow } from "../store.ts";

type Runner = Database | Tx;

export type FoundMember = Pick<UserRow, "user_id" | "email" | "name" | "created_at">;
const FOUND = sql`user_id, email, name, created_at`;
/** What a pattern reads as more than itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** By what an address or a name begins with; each part follows its own index and ends early. */
export async function findMembers(runner: Runner, text: string, most: number): Promise<FoundMember[]> {
  const begins = `${literal(text.toLowerCase())}%`;
  const { rows } = await sql<FoundMember>`
    (select ${FOUND} from identity.users where email = ${text.toLowerCase()})
    union (select ${FOUND} from identity.users where email like ${begins} limit ${most})
    union (select ${FOUND} from identity.users where lower(name) like ${begins} limit ${most})
    union (select ${sql.join(
      ["user_id", "email", "name", "created_at"].map((column) => sql.ref(`u.${column}`)),
    )} from identity.linked_accounts l join identity.users u using (user_id) where l.email like ${begins} limit ${most})
    limit ${most}`.execute(runner);
  return rows;
}

export type MemberFilter = "all" | "unverified" | "closed";
const STATES: Record<MemberFilter, ReturnType<typeof sql>> = {
  all: sql`true`,
  unverified: sql`email_verified_at is null and deleted_at is null and merged_at is null`,
  closed: sql`closed_at is not null`,
};

export async function listMembers(
  runner: Runner,
  { state, after, most }: { state: MemberFilter; after: { at: Date; id: string } | null; most: number },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select * from identity.users where ${STATES[state]}
      ${after ? sql`and (created_at, user_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by created_at desc, user_id desc limit ${most}`.execute(runner);
  return rows;
}

export type SessionOfMember = {
  session_id: string;
  user_agent: string;
  address: string;
  country: string | null;
  issued_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  user_id: string;
};
export async function readSessionsOf(runner: Runner, userId: string, most: number): Promise<SessionOfMember[]> {
  const { rows } = await sql<SessionOfMember>`
    select s.*, coalesce(s.ended_at, p.ended_at) as ended_at, coalesce(s.end_reason, p.end_reason) as end_reason
    from identity.sessions s left join identity.sessions p on p.session_id = s.parent_id
    where s.user_id = ${userId} order by s.issued_at desc limit ${most}`.execute(runner);
  return rows;
}
export async function readSession(runner: Runner, sessionId: string): Promise<SessionOfMember | null> {
  const { rows } = await sql<SessionOfMember>`select * from identity.sessions where session_id = ${sessionId}`.execute(
    runner,
  );
  return rows[0] ?? null;
}

export type NoteRow = { note_id: string; user_id: string; by: string; body: string; at: Date };
/** Told again by a doubled press it stands once. */
export async function insertNote(runner: Runner, note: NoteRow): Promise<void> {
  await sql`
    insert into identity.member_notes (note_id, user_id, by, body, at) values (${note.note_id}, ${note.user_id}, ${note.by}, ${note.body}, ${note.at})
    on conflict do nothing`.execute(runner);
}
export async function readNotes(runner: Runner, userId: string, most: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select * from identity.member_notes where user_id = ${userId} order by at desc, note_id limit ${most}`.execute(
    runner,
  );
  return rows;
}

export type LookRow = {
  look_id: string;
  user_id: string;
  by: string;
  reason: string;
  allowed: boolean;
  at: Date;
  ends_at: Date;
};
export async function insertLook(tx: Tx, look: LookRow): Promise<void> {
  await sql`
    insert into identity.looks (look_id, user_id, by, reason, allowed, at, ends_at)
    values (${look.look_id}, ${look.user_id}, ${look.by}, ${look.reason}, ${look.allowed}, ${look.at}, ${look.ends_at})`.execute(
    tx,
  );
}
export async function findOpenLook(runner: Runner, userId: string, by: string, now: Date): Promise<LookRow | null> {
  const { rows } = await sql<LookRow>`
    select * from identity.looks where user_id = ${userId} and by = ${by} and ends_at > ${now} order by ends_at desc limit 1`.execute(
    runner,
  );
  return rows[0] ?? null;
}

export async function setClosed(tx: Tx, userId: string, closed: { at: Date; by: string } | null): Promise<void> {
  await sql`
    update identity.users set closed_at = ${closed?.at ?? null}, closed_by = ${closed?.by ?? null} where user_id = ${userId}`.execute(
    tx,
  );
}
/** Null for an address whose account is open, or that has none. */
export async function readClosure(
  runner: Runner,
  email: string,
): Promise<{ user_id: string; at: Date; by: string | null } | null> {
  const { rows } = await sql<{ user_id: string; at: Date; by: string | null }>`
    select user_id, closed_at as at, closed_by as by from identity.users
    where email = ${email} and closed_at is not null and deleted_at is null and merged_at is null`.execute(runner);
  return rows[0] ?? null;
}
export async function setLooksAllowed(runner: Runner, userId: string, at: Date | null): Promise<void> {
  await sql`update identity.users set looks_allowed_at = ${at} where user_id = ${userId}`.execute(runner);
}

/** The second step alone: passkeys are ways in of their own and stay. */
export async function dropSecondStep(tx: Tx, userId: string): Promise<boolean> {
  const codes = await sql`delete from identity.time_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from identity.recovery_codes where user_id = ${userId}`.execute(tx);
  return codes.rowCount === 1;
}
/** Names of the devices that an account knows, as their limits are counted by. */
export async function readDevices(runner: Runner, userId: string): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(device_hash, 'hex') as hash from identity.devices where user_id = ${userId}`.execute(runner);
  return rows.map(({ hash }) => hash);
}
export async function dropWrongCodes(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity.wrong_codes where user_id = ${userId}`.execute(tx);
}
/** What colleagues wrote goes with the person: over to another account, or away. */
export async function moveNotes(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update identity.member_notes set user_id = ${to} where user_id = ${from}`.execute(tx);
}
