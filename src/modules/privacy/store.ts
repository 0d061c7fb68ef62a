/** All SQL of privacy requests. Schema `privacy` only. */
import { sql } from "kysely";
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import type { RequestEvent, RequestRow } from "./privacy.types.ts";

type Runner = Database | Tx;

const ROW = sql`request_id, number, user_id, email, language, partner, right_asked, words, state, asked_at, verified_at, due_on::text as due_on,
  ended_at, reason, sequence`;

export type RequestInsert = Omit<RequestRow, "ended_at" | "reason" | "sequence"> & { token_hash: Buffer | null };

export async function insertRequest(tx: Tx, row: RequestInsert): Promise<void> {
  await sql`
    insert into privacy.requests (request_id, number, user_id, email, language, partner, right_asked, words, state, token_hash, asked_at,
      verified_at, due_on, sequence)
    values (${row.request_id}, ${row.number}, ${row.user_id}, ${row.email}, ${row.language}, ${row.partner}, ${row.right_asked}, ${row.words},
      ${row.state}, ${row.token_hash}, ${row.asked_at}, ${row.verified_at}, ${row.due_on}::date, 1)`.execute(tx);
  await insertEvent(tx, row.request_id, 1, { state: row.state, at: row.asked_at, by_whom: "writer", note: "" });
}

const insertEvent = (tx: Tx, requestId: string, sequence: number, event: RequestEvent) =>
  sql`
    insert into privacy.request_events (request_id, sequence, state, at, by_whom, note)
    values (${requestId}, ${sequence}, ${event.state}, ${event.at}, ${event.by_whom}, ${event.note})`.execute(tx);

/** `row` is locked, and as it shall be; the step is kept beside it. */
export async function saveStep(tx: Tx, row: RequestRow, step: { at: Date; by_whom: string; note: string }): Promise<void> {
  await sql`
    update privacy.requests set state = ${row.state}, email = ${row.email}, words = ${row.words}, verified_at = ${row.verified_at},
      due_on = ${row.due_on}::date, ended_at = ${row.ended_at}, reason = ${row.reason}, sequence = ${row.sequence},
      token_hash = case when ${row.state} = 'unverified' then token_hash end
    where request_id = ${row.request_id}`.execute(tx);
  await insertEvent(tx, row.request_id, row.sequence, { state: row.state, ...step });
}

export const lockRequest = async (tx: Tx, requestId: string): Promise<RequestRow | null> =>
  (await sql<RequestRow>`select ${ROW} from privacy.requests where request_id = ${requestId}::uuid for update`.execute(tx))
    .rows[0] ?? null;

export const readRequest = async (runner: Runner, requestId: string): Promise<RequestRow | null> =>
  (await sql<RequestRow>`select ${ROW} from privacy.requests where request_id = ${requestId}::uuid`.execute(runner))
    .rows[0] ?? null;

export const findByToken = async (runner: Runner, hash: Buffer): Promise<RequestRow | null> =>
  (await sql<RequestRow>`select ${ROW} from privacy.requests where token_hash = ${hash}`.execute(runner)).rows[0] ?? null;

export const requestsOfMember = async (runner: Runner, userId: string, most: number): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where user_id = ${userId} order by asked_at desc limit ${most}`.execute(runner)
  ).rows;

export const openRequests = async (runner: Runner, most: number): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where state in ('open', 'extended') order by due_on, request_id limit ${most}`.execute(
      runner,
    )
  ).rows;

export async function countDue(runner: Runner, before: { late: CivilDate; soon: CivilDate }): Promise<{ late: number; soon: number }> {
  const { rows } = await sql<{ late: number; soon: number }>`
    select count(*) filter (where due_on < ${before.late}::date)::int as late,
      count(*) filter (where due_on >= ${before.late}::date and due_on <= ${before.soon}::date)::int as soon
    from privacy.requests where state in ('open', 'extended')`.execute(runner);
  return rows[0] ?? { late: 0, soon: 0 };
}

/** By its number, or by an address. */
export const searchRequests = async (runner: Runner, asked: { number: string; email: string }, most: number): Promise<RequestRow[]> =>
  (
    await sql<RequestRow>`
      select ${ROW} from privacy.requests where number = ${asked.number} or (email = ${asked.email} and email <> '')
      order by asked_at desc limit ${most}`.execute(runner)
  ).rows;

export const readEvents = async (runner: Runner, requestId: string): Promise<RequestEvent[]> =>
  (
    await sql<RequestEvent>`
      select state, at, by_whom, note from privacy.request_events where request_id = ${requestId}::uuid order by sequence`.execute(
      runner,
    )
  ).rows;

export const unverifiedBefore = async (runner: Runner, before: Date, most: number): Promise<string[]> =>
  (
    await sql<{ request_id: string }>`
      select request_id from privacy.requests where state = 'unverified' and asked_at < ${before} order by asked_at limit ${most}`.execute(
      runner,
    )
  ).rows.map(({ request_id }) => request_id);

/** Records that the law does not ask for any more. */
export async function dropRequests(runner: Runner, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from privacy.requests where asked_at < ${before} and state in ('answered', 'refused', 'expired')`.execute(runner);
  return Number(numAffectedRows ?? 0n);
}
