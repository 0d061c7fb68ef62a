/** All SQL of privacy requests. Schema `privacy` only. */
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { RequestEvent, RequestRow, RequestState, Right } from "./privacy.types.ts";

type Runner = Database | Tx;

const ROW = sql`request_id, number, user_id, email, language, partner, right_asked, words, state, asked_at, verified_at, link_until,
  due_on::text as due_on, ended_at, reason, sequence, permission, agent_name, agent_email, agent_number`;
/** What a person has to look at. */
const OWED = sql`(state in ('open', 'extended') or (state = 'unverified' and permission = 'attorney'))`;

export type RequestInsert = Omit<RequestRow, "ended_at" | "reason" | "sequence"> & { token_hash: Buffer | null };

/** Null when one of its kind waits for that address already. */
export async function insertRequest(tx: Tx, row: RequestInsert): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    insert into privacy.requests (request_id, number, user_id, email, language, partner, right_asked, words, state, token_hash, link_until,
      asked_at, verified_at, due_on, sequence, permission, agent_name, agent_email, agent_number)
    values (${row.request_id}, ${row.number}, ${row.user_id}, ${row.email}, ${row.language}, ${row.partner}, ${row.right_asked},
      ${row.words}, ${row.state}, ${row.token_hash}, ${row.link_until}, ${row.asked_at}, ${row.verified_at}, ${row.due_on}::date, 1,
      ${row.permission}, ${row.agent_name}, ${row.agent_email}, ${row.agent_number})
    on conflict (email, right_asked, agent_email) where state in ('unverified', 'open', 'extended') and email <> '' do nothing
    returning ${ROW}`.execute(tx);
  const [made] = rows;
  if (made) await insertEvent(tx, made, { at: made.asked_at, by_whom: "writer", note: "" });
  return made ?? null;
}

type Step = Omit<RequestEvent, "state">;
const insertEvent = (tx: Tx, { request_id, sequence, state }: RequestRow, { at, by_whom, note }: Step) =>
  sql`
    insert into privacy.request_events (request_id, sequence, state, at, by_whom, note)
    values (${request_id}, ${sequence}, ${state}, ${at}, ${by_whom}, ${note})`.execute(tx);

/** `row` is locked, and as it shall be; the step is kept beside it. `token`: of the newest link, where there is a newer one. */
export async function saveStep(tx: Tx, row: RequestRow, step: Step, token: Buffer | null = null): Promise<void> {
  await sql`
    update privacy.requests set state = ${row.state}, user_id = ${row.user_id}, email = ${row.email}, words = ${row.words},
      verified_at = ${row.verified_at}, due_on = ${row.due_on}::date, ended_at = ${row.ended_at}, reason = ${row.reason},
      sequence = ${row.sequence}, permission = ${row.permission}, agent_name = ${row.agent_name}, agent_email = ${row.agent_email},
      agent_number = ${row.agent_number}, link_until = ${row.link_until}, token_hash = coalesce(${token}::bytea, token_hash)
    where request_id = ${row.request_id}`.execute(tx);
  await insertEvent(tx, row, step);
}

/** `row` is locked. */
export const saveAddress = (tx: Tx, { request_id, email }: RequestRow) =>
  sql`update privacy.requests set email = ${email} where request_id = ${request_id}`.execute(tx);

export const lockRequest = async (tx: Tx, requestId: string): Promise<RequestRow | null> =>
  (
    await sql<RequestRow>`select ${ROW} from privacy.requests where request_id = ${requestId}::uuid for update`.execute(
      tx,
    )
  ).rows[0] ?? null;

type Asked = { right_asked: Right; email: string; user_id: string | null; agent_email: string };

/** The one of its kind that is not answered yet, of the account or of the address, asked by the same agent or by none. */
export const lockAsked = async (
  tx: Tx,
  { right_asked, email, user_id, agent_email }: Asked,
): Promise<RequestRow | null> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests
      where right_asked = ${right_asked} and state in ('unverified', 'open', 'extended') and agent_email = ${agent_email}
        and (email = ${email} or user_id = ${user_id}::uuid)
      order by (user_id is null), asked_at limit 1 for update`.execute(tx)
  ).rows[0] ?? null;

/** One that was done at once, a short time ago. */
export const findSame = async (
  tx: Tx,
  { right_asked, email, user_id, agent_email }: Asked,
  since: Date,
): Promise<RequestRow | null> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests
      where right_asked = ${right_asked} and state = 'answered' and ended_at = asked_at and asked_at > ${since} and agent_email = ${agent_email}
        and ((email = ${email} and email <> '' and user_id is null) or user_id = ${user_id}::uuid)
      order by asked_at desc limit 1`.execute(tx)
  ).rows[0] ?? null;

export const readRequest = async (runner: Runner, requestId: string): Promise<RequestRow | null> =>
  (await sql<RequestRow>`select ${ROW} from privacy.requests where request_id = ${requestId}::uuid`.execute(runner))
    .rows[0] ?? null;

export const findByToken = async (runner: Runner, hash: Buffer, now: Date): Promise<RequestRow | null> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where token_hash = ${hash} and link_until > ${now}`.execute(runner)
  ).rows[0] ?? null;

/** Whose newest link it still is once who holds it has let go: a newer mail makes what an older one showed another request. */
export const lockByToken = async (tx: Tx, hash: Buffer, now: Date): Promise<RequestRow | null> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where token_hash = ${hash} and link_until > ${now} for update`.execute(tx)
  ).rows[0] ?? null;

export const findByNumber = async (runner: Runner, number: string): Promise<RequestRow | null> =>
  (await sql<RequestRow>`select ${ROW} from privacy.requests where number = ${number}`.execute(runner)).rows[0] ?? null;

export const requestsOfMember = async (runner: Runner, userId: string, most: number): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where user_id = ${userId} order by asked_at desc, request_id limit ${most}`.execute(
      runner,
    )
  ).rows;

/** Of an account: its own, and what was asked by its address alone. Without an address, its own. */
const ofAccount = ({ user_id, email }: { user_id: string; email: string | null }) =>
  sql`(user_id = ${user_id}::uuid or (user_id is null and email = ${email} and email <> ''))`;

/** Those of an account that it still waits for. */
export const lockOpenOf = async (tx: Tx, account: Parameters<typeof ofAccount>[0]): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where ${ofAccount(account)} and state in ('open', 'extended')
      order by request_id for update`.execute(tx)
  ).rows;

/** Who it was is forgotten of all that have ended; which these are. */
export async function forgetAccount(tx: Tx, account: Parameters<typeof ofAccount>[0]): Promise<string[]> {
  await sql`
    update privacy.request_events set note = '' where request_id in (
      select request_id from privacy.requests where ${ofAccount(account)} and ended_at is not null)`.execute(tx);
  const { rows } = await sql<{ request_id: string }>`
    update privacy.requests set user_id = null, words = '', email = '', agent_name = '', agent_email = '', agent_number = '', token_hash = null, link_until = null
    where ${ofAccount(account)} and ended_at is not null returning request_id`.execute(tx);
  return rows.map(({ request_id }) => request_id);
}

export const openRequests = async (runner: Runner, most: number): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where ${OWED} order by due_on, request_id limit ${most}`.execute(runner)
  ).rows;

export async function countDue(
  runner: Runner,
  before: { late: CivilDate; soon: CivilDate },
): Promise<{ late: number; soon: number }> {
  const { rows } = await sql<{ late: number; soon: number }>`
    select count(*) filter (where due_on < ${before.late}::date)::int as late,
      count(*) filter (where due_on >= ${before.late}::date and due_on <= ${before.soon}::date)::int as soon
    from privacy.requests where ${OWED}`.execute(runner);
  return rows[0] ?? { late: 0, soon: 0 };
}

/** By its id, a number, or an address: of the person or of the agent. */
export const searchRequests = async (
  runner: Runner,
  asked: { id: string | null; number: string | null; email: string },
  most: number,
): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests
      where request_id = ${asked.id}::uuid or number = ${asked.number} or agent_number = ${asked.number}
        or (${asked.email} <> '' and ${asked.email} in (email, agent_email))
      order by asked_at desc, request_id limit ${most}`.execute(runner)
  ).rows;

export type RequestFilter = { state: RequestState | null; right: Right | null; after: { at: Date; id: string } | null };

/** Newest first. */
export const listRequests = async (
  runner: Runner,
  { state, right, after }: RequestFilter,
  most: number,
): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests
      where (${state}::text is null or state = ${state}) and (${right}::text is null or right_asked = ${right})
        and (${after?.at ?? null}::timestamptz is null or (asked_at, request_id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
      order by asked_at desc, request_id desc limit ${most}`.execute(runner)
  ).rows;

/** Those that came from an instant to before another, oldest first. */
export const requestsBetween = async (runner: Runner, from: Date, to: Date): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where asked_at >= ${from} and asked_at < ${to} order by asked_at, request_id`.execute(
      runner,
    )
  ).rows;

export const readEvents = async (runner: Runner, requestId: string): Promise<RequestEvent[]> =>
  (
    await sql<RequestEvent>`
      select state, at, by_whom, note from privacy.request_events where request_id = ${requestId}::uuid order by sequence`.execute(
      runner,
    )
  ).rows;

/** Those whose link nobody pressed in time, and that wait for nothing else. */
export const unpressed = async (runner: Runner, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ request_id: string }>`
      select request_id from privacy.requests where state = 'unverified' and permission is distinct from 'attorney' and link_until <= ${now} order by link_until limit ${most}`.execute(
      runner,
    )
  ).rows.map(({ request_id }) => request_id);

export const dropLinks = (runner: Runner, now: Date) =>
  sql`
    update privacy.requests set token_hash = null, link_until = null
    where link_until <= ${now} and state <> 'unverified'`.execute(runner);

/** Records that the law does not ask for any more, with their history; which they were. */
export async function dropRequests(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ request_id: string }>`
    delete from privacy.requests where ended_at < ${before} returning request_id`.execute(tx);
  return rows.map(({ request_id }) => request_id);
}
