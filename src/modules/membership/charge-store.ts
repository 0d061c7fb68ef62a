/** SQL of charges, attempts, refunds and what moved on the processor's balance. Schema `membership` only. */
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";
import { firstLook } from "./look-store.ts";
import {
  type AttemptState,
  attemptMayBecome,
  CHARGE_TRANSITIONS,
  type ChargeKind,
  type ChargeState,
  LIVE_ATTEMPTS,
  type Tier,
} from "./rules.ts";

type Runner = Database | Tx;

export type ChargeRow = {
  charge_id: string;
  membership_id: string;
  kind: ChargeKind;
  period_start: CivilDate;
  period_end: CivilDate;
  tier: Tier;
  amount_minor: bigint;
  monthly_minor: bigint;
  state: ChargeState;
  tries: number;
  may_retry: boolean;
  decline_code: string | null;
  payment_id: string | null;
  number: bigint | null;
  created_at: Date;
  paid_at: Date | null;
  needs_person_since: Date | null;
  needs_person_why: string | null;
};
export type AttemptRow = {
  attempt_id: string;
  charge_id: string;
  number: number;
  key: string;
  payment_method_id: string;
  customer_id: string;
  off_session: boolean;
  statement: string;
  state: AttemptState;
  /** What was asked for, and what the processor says it took. */
  amount_minor: bigint;
  paid_minor: bigint | null;
  payment_id: string | null;
  client_secret: string | null;
  code: string | null;
  decline_code: string | null;
  asked_at: Date;
  settled_at: Date | null;
};

/** Of several better plans that were asked for in one period the last one: those before it were paid, and went back or were settled by a person. */
export async function findCharge(
  tx: Tx,
  membershipId: string,
  kind: ChargeKind,
  periodStart: CivilDate,
): Promise<ChargeRow | null> {
  return (
    (
      await sql<ChargeRow>`
        select * from membership.charges where membership_id = ${membershipId} and kind = ${kind} and period_start = ${periodStart}
        order by state = 'refunded', created_at desc limit 1 for update`.execute(tx)
    ).rows[0] ?? null
  );
}

export async function insertCharge(
  tx: Tx,
  row: Pick<
    ChargeRow,
    | "charge_id"
    | "membership_id"
    | "kind"
    | "period_start"
    | "period_end"
    | "tier"
    | "amount_minor"
    | "monthly_minor"
    | "created_at"
  >,
): Promise<ChargeRow> {
  const result = await sql<ChargeRow>`
    insert into membership.charges (charge_id, membership_id, kind, period_start, period_end, tier, amount_minor, monthly_minor, state, created_at)
    values (${row.charge_id}, ${row.membership_id}, ${row.kind}, ${row.period_start}, ${row.period_end}, ${row.tier}, ${row.amount_minor}, ${row.monthly_minor}, 'due', ${row.created_at})
    returning *`.execute(tx);
  const made = result.rows[0];
  assert(made, "a charge that was inserted is returned");
  return made;
}

export async function lockCharge(tx: Tx, chargeId: string): Promise<ChargeRow | null> {
  return (
    (await sql<ChargeRow>`select * from membership.charges where charge_id = ${chargeId} for update`.execute(tx))
      .rows[0] ?? null
  );
}

export async function readCharge(runner: Runner, chargeId: string): Promise<ChargeRow | null> {
  return (
    (await sql<ChargeRow>`select * from membership.charges where charge_id = ${chargeId}`.execute(runner)).rows[0] ??
    null
  );
}

export async function readCharges(runner: Runner, membershipIds: readonly string[]): Promise<ChargeRow[]> {
  return (
    await sql<ChargeRow>`
      select * from membership.charges where membership_id = any (${[...membershipIds]}::uuid[]) order by created_at desc, charge_id desc`.execute(
      runner,
    )
  ).rows;
}

export async function saveCharge(tx: Tx, before: ChargeRow, change: Partial<ChargeRow>): Promise<ChargeRow> {
  const row = { ...before, ...change };
  assert(
    row.state === before.state || (CHARGE_TRANSITIONS[before.state] as readonly string[]).includes(row.state),
    `a charge goes from ${before.state} to ${row.state}`,
  );
  const result = await sql<ChargeRow>`
    update membership.charges set state = ${row.state}, tries = ${row.tries}, may_retry = ${row.may_retry}, decline_code = ${row.decline_code},
      payment_id = ${row.payment_id}, paid_at = ${row.paid_at}, amount_minor = ${row.amount_minor}, monthly_minor = ${row.monthly_minor}, tier = ${row.tier}, period_end = ${row.period_end},
      needs_person_since = ${row.needs_person_since}, needs_person_why = ${row.needs_person_why},
      number = case when ${row.state} = 'succeeded' and number is null then nextval('membership.invoice_numbers') else number end
    where charge_id = ${row.charge_id} returning *`.execute(tx);
  return result.rows[0] ?? row;
}

export async function insertAttempt(
  tx: Tx,
  row: Pick<
    AttemptRow,
    | "attempt_id"
    | "charge_id"
    | "number"
    | "key"
    | "payment_method_id"
    | "customer_id"
    | "off_session"
    | "statement"
    | "amount_minor"
    | "asked_at"
  >,
): Promise<AttemptRow> {
  const result = await sql<AttemptRow>`
    insert into membership.attempts (attempt_id, charge_id, number, key, payment_method_id, customer_id, off_session, statement, amount_minor, state, asked_at, next_look_at)
    values (${row.attempt_id}, ${row.charge_id}, ${row.number}, ${row.key}, ${row.payment_method_id}, ${row.customer_id}, ${row.off_session}, ${row.statement}, ${row.amount_minor}, 'sent', ${row.asked_at}, ${firstLook(row.asked_at)})
    returning *`.execute(tx);
  const made = result.rows[0];
  assert(made, "an attempt that was inserted is returned");
  return made;
}

export async function readAttempt(runner: Runner, attemptId: string): Promise<AttemptRow | null> {
  return (
    (await sql<AttemptRow>`select * from membership.attempts where attempt_id = ${attemptId}`.execute(runner))
      .rows[0] ?? null
  );
}

export async function lockAttempt(tx: Tx, attemptId: string): Promise<AttemptRow | null> {
  return (
    (await sql<AttemptRow>`select * from membership.attempts where attempt_id = ${attemptId} for update`.execute(tx))
      .rows[0] ?? null
  );
}

export async function findLiveAttempt(runner: Runner, chargeId: string): Promise<AttemptRow | null> {
  return (
    (
      await sql<AttemptRow>`select * from membership.attempts where charge_id = ${chargeId} and state = any (${[...LIVE_ATTEMPTS]}::text[])`.execute(
        runner,
      )
    ).rows[0] ?? null
  );
}

/** Counted for the period, because it is part of the processor's key: a charge anew must not ask an old question again. */
export async function nextAttemptNumber(tx: Tx, charge: ChargeRow): Promise<number> {
  return (
    (
      await sql<{
        n: number;
      }>`select coalesce(max(a.number), 0) + 1 as n from membership.attempts a join membership.charges c using (charge_id)
          where c.membership_id = ${charge.membership_id} and c.kind = ${charge.kind} and c.period_start = ${charge.period_start}`.execute(
        tx,
      )
    ).rows[0]?.n ?? 1
  );
}

export async function saveAttempt(
  tx: Tx,
  attempt: Pick<AttemptRow, "attempt_id" | "state">,
  change: Pick<AttemptRow, "state" | "payment_id" | "client_secret" | "code" | "decline_code" | "settled_at"> &
    Partial<Pick<AttemptRow, "paid_minor">>,
): Promise<void> {
  assert(
    attemptMayBecome(attempt.state, change.state),
    `an attempt that is ${attempt.state} can become ${change.state}`,
  );
  await sql`
    update membership.attempts set state = ${change.state}, payment_id = coalesce(${change.payment_id}, payment_id), client_secret = ${change.client_secret},
      code = ${change.code}, decline_code = ${change.decline_code}, settled_at = ${change.settled_at}, paid_minor = ${change.paid_minor ?? null}
    where attempt_id = ${attempt.attempt_id}`.execute(tx);
}

/** Attempts of a charge that never had a clear answer. */
export async function countUnclear(tx: Tx, chargeId: string): Promise<number> {
  return (
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from membership.attempts where charge_id = ${chargeId} and state = 'lost'`.execute(
        tx,
      )
    ).rows[0]?.n ?? 0
  );
}

export async function findAttemptByPayment(runner: Runner, paymentId: string): Promise<AttemptRow | null> {
  return (
    (await sql<AttemptRow>`select * from membership.attempts where payment_id = ${paymentId}`.execute(runner))
      .rows[0] ?? null
  );
}

/** A member's own charge by its number, and the card that paid it. */
export async function findPaid(
  runner: Runner,
  userId: string,
  number: bigint,
): Promise<(ChargeRow & { payment_method_id: string | null; statement: string | null }) | null> {
  return (
    (
      await sql<ChargeRow & { payment_method_id: string | null; statement: string | null }>`
        select c.*, a.payment_method_id, a.statement
        from membership.charges c join membership.joins j using (membership_id)
          left join membership.attempts a on a.charge_id = c.charge_id and a.payment_id = c.payment_id
        where c.number = ${number} and j.user_id = ${userId}`.execute(runner)
    ).rows[0] ?? null
  );
}

export async function insertMovement(
  tx: Tx,
  row: {
    cause: string;
    payment_id: string;
    kind: "charge" | "refund" | "dispute";
    amount_minor: bigint;
    at: Date;
    /** Given when it was booked from the processor's own entry, which it therefore explains. */
    matched_at?: Date;
  },
): Promise<void> {
  await sql`
    insert into membership.movements (cause, payment_id, kind, amount_minor, at, matched_at)
    values (${row.cause}, ${row.payment_id}, ${row.kind}, ${row.amount_minor}, ${row.at}, ${row.matched_at ?? null}) on conflict do nothing`.execute(
    tx,
  );
}
