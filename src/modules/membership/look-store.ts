/**
 * SQL of the sweeps: which rows are looked at next. Each look takes those whose time has come, the longest waiting first, and
 * puts them off by a distance that grows; so nothing that cannot be settled stands before what can. Schema `membership` only.
 */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

const FIRST_LOOK_MINUTES = 10;
/** What was done at once by its own job needs no look before. */
export const firstLook = (at: Date): Date => new Date(at.getTime() + FIRST_LOOK_MINUTES * 60_000);

/** 10, 20, 40 … minutes, at most two hours. */
const LATER = sql`interval '10 minutes' * least(12, power(2, least(looks, 10)))`;
const BILL_AGAIN = sql`interval '10 minutes'`;
const FORGET_AGAIN = sql`interval '1 hour'`;

type Taken = { id: string };
const ids = (rows: readonly Taken[]) => rows.map((row) => row.id);

export async function takeDue(tx: Tx, now: Date, most: number): Promise<string[]> {
  return ids(
    (
      await sql<Taken>`
        update membership.memberships set next_look_at = ${now}::timestamptz + ${BILL_AGAIN} where membership_id in (
          select membership_id from membership.memberships
          where next_action_at is not null and greatest(next_action_at, next_look_at) <= ${now}
          order by greatest(next_action_at, next_look_at) limit ${most} for update skip locked)
        returning membership_id as id`.execute(tx)
    ).rows,
  );
}

/** When the next membership has something due after an instant; null when none has. */
export async function findNextDue(runner: Database | Tx, after: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_action_at) as at from membership.memberships where next_action_at > ${after}`.execute(runner);
  return rows[0]?.at ?? null;
}

export async function takeWaitingAttempts(tx: Tx, now: Date, most: number): Promise<string[]> {
  return ids(
    (
      await sql<Taken>`
        update membership.attempts set looks = looks + 1, next_look_at = ${now}::timestamptz + ${LATER} where attempt_id in (
          select attempt_id from membership.attempts where state in ('sent', 'processing', 'requires_action') and next_look_at <= ${now}
          order by next_look_at limit ${most} for update skip locked)
        returning attempt_id as id`.execute(tx)
    ).rows,
  );
}

/** Whose cards or customers still wait for the processor, when a job was lost. */
export async function takeLeft(tx: Tx, now: Date, before: Date, most: number): Promise<string[]> {
  const cards = await sql<Taken>`
    update membership.cards set next_look_at = ${now}::timestamptz + ${FORGET_AGAIN} where payment_method_id in (
      select payment_method_id from membership.cards
      where removed_at is not null and detached_at is null and removed_at <= ${before} and greatest(removed_at, next_look_at) <= ${now}
      order by greatest(removed_at, next_look_at) limit ${most} for update skip locked)
    returning user_id as id`.execute(tx);
  const customers = await sql<Taken>`
    update membership.customers set next_look_at = ${now}::timestamptz + ${FORGET_AGAIN} where user_id in (
      select user_id from membership.customers
      where left_at is not null and forgotten_at is null and left_at <= ${before} and greatest(left_at, next_look_at) <= ${now}
      order by greatest(left_at, next_look_at) limit ${most} for update skip locked)
    returning user_id as id`.execute(tx);
  return [...new Set([...ids(cards.rows), ...ids(customers.rows)])];
}
