/** SQL of pushes: what is told, how it went, and what each browser's service said. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { mayBecome, PUSH_STATES, type PushState, type Topic } from "../rules.ts";

type Runner = Database | Tx;
export type PushRow = {
  push_id: string;
  cause: string;
  user_id: string;
  list: Topic;
  title: string;
  body: string;
  /** A path of our own pages. */
  href: string | null;
  language: "en" | "es";
  partner: string | null;
  state: PushState;
  created_at: Date;
  held_until: Date | null;
};
export type PushStep = { state: PushState; detail: string | null; at: Date };

/** False when this event was told already. */
export async function insertPush(tx: Tx, push: Omit<PushRow, "state" | "held_until">): Promise<boolean> {
  const result = await sql`
    insert into notifications.pushes (push_id, cause, user_id, list, title, body, href, language, partner, state, created_at)
    values (${push.push_id}, ${push.cause}, ${push.user_id}, ${push.list}, ${push.title}, ${push.body}, ${push.href}, ${push.language}, ${push.partner}, 'queued', ${push.created_at})
    on conflict (cause) do nothing`.execute(tx);
  if (result.rowCount !== 1) return false;
  await addStep(tx, push.push_id, { state: "queued", detail: null, at: push.created_at });
  return true;
}

/** One that has not ended; nobody else works on it meanwhile. */
export async function lockWaitingPush(tx: Tx, pushId: string): Promise<PushRow | null> {
  const result = await sql<PushRow>`
    select * from notifications.pushes where push_id = ${pushId} and state in ('queued', 'held_quiet') for update`.execute(
    tx,
  );
  return result.rows[0] ?? null;
}

/** Moves it on, with a row of its history, as `PUSH_TRANSITIONS` allows. False when it does not: it has gone on already. */
export async function movePush(tx: Tx, pushId: string, step: PushStep & { held_until?: Date }): Promise<boolean> {
  const from = PUSH_STATES.filter((state) => mayBecome(state, step.state));
  const result = await sql`
    update notifications.pushes set state = ${step.state}, held_until = ${step.held_until ?? null}
    where push_id = ${pushId} and state = any(${from}::text[])`.execute(tx);
  if (result.rowCount !== 1) return false;
  await addStep(tx, pushId, step);
  return true;
}

async function addStep(tx: Tx, pushId: string, { state, detail, at }: PushStep): Promise<void> {
  await sql`
    insert into notifications.push_history (push_id, number, state, detail, at)
    select ${pushId}, coalesce(max(number), 0) + 1, ${state}, ${detail}, ${at} from notifications.push_history where push_id = ${pushId}`.execute(
    tx,
  );
}

export async function readPush(runner: Runner, pushId: string): Promise<PushRow | null> {
  const result = await sql<PushRow>`select * from notifications.pushes where push_id = ${pushId}`.execute(runner);
  return result.rows[0] ?? null;
}

export async function readPushSteps(runner: Runner, pushId: string): Promise<PushStep[]> {
  const result = await sql<PushStep>`
    select state, detail, at from notifications.push_history where push_id = ${pushId} order by number`.execute(runner);
  return result.rows;
}

export async function readPushesOf(runner: Runner, userId: string, most: number): Promise<PushRow[]> {
  const result = await sql<PushRow>`
    select * from notifications.pushes where user_id = ${userId} order by created_at desc limit ${most}`.execute(
    runner,
  );
  return result.rows;
}

export async function saveCopy(
  runner: Runner,
  copy: {
    push_id: string;
    subscription_id: string;
    answer: "taken" | "gone" | "refused";
    detail: string | null;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into notifications.push_copies (push_id, subscription_id, answer, detail, at)
    values (${copy.push_id}, ${copy.subscription_id}, ${copy.answer}, ${copy.detail}, ${copy.at}) on conflict do nothing`.execute(
    runner,
  );
}

export type Copy = { subscription_id: string; answer: "taken" | "gone" | "refused" };
export async function readCopies(runner: Runner, pushId: string): Promise<Copy[]> {
  const result = await sql<Copy>`
    select subscription_id, answer from notifications.push_copies where push_id = ${pushId}`.execute(runner);
  return result.rows;
}

/** `members`: whose devices it was. `said`: the newest of their words. `taken_since`: whether any service took anything after it, or at all. */
export type KeyRefusals = { n: number; members: number; said: string | null; taken_since: boolean };
/** What services said of our key since a moment. */
export async function countKeyRefusals(runner: Runner, since: Date): Promise<KeyRefusals> {
  const result = await sql<KeyRefusals>`
    with refused as (
      select user_id, detail, at from notifications.push_copies join notifications.pushes using (push_id)
      where answer = 'refused' and detail like 'key: %' and at >= ${since})
    select count(*)::int as n, count(distinct user_id)::int as members, (array_agg(detail order by at desc))[1] as said,
      exists (select from notifications.push_copies
        where answer = 'taken' and at >= ${since} and at > coalesce((select max(at) from refused), '-infinity')) as taken_since
    from refused`.execute(runner);
  return result.rows[0] ?? { n: 0, members: 0, said: null, taken_since: false };
}

export async function dropPushes(runner: Runner, before: Date): Promise<number> {
  const result = await sql`
    delete from notifications.pushes where created_at < ${before} and state not in ('queued', 'held_quiet')`.execute(
    runner,
  );
  return result.rowCount;
}
