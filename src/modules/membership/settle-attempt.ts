/**
 * What the processor answered becomes ledger, states and letters, in one transaction. Answers repeat, come late and in
 * any order: what is settled stays, and money that nobody owes any more goes back by itself.
 */

import { momentOf, type Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { MEMBERSHIP_INCOME, PROCESSOR_CLEARING } from "./accounts.ts";
import { dayIn, plusDays } from "./calendar.ts";
import {
  type AttemptRow,
  type ChargeRow,
  countUnclear,
  insertMovement,
  lockAttempt,
  lockCharge,
  readAttempt,
  readCharge,
  saveAttempt,
  saveCharge,
} from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { endCancelled, endMembership } from "./end-membership.ts";
import { grantPaid } from "./grant-paid.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { declineWords, type ReasonCode } from "./messages.ts";
import type { ChargeResult } from "./processor.types.ts";
import { askRefund } from "./refund-payment.ts";
import { GRACE_DAYS, MAX_UNCLEAR, TRY_DAYS } from "./rules.ts";
import { closeJoin, type JoinRow, lockJoin, lockMembership, type MembershipRow, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";

export type Locked = { join: JoinRow; row: MembershipRow | null; charge: ChargeRow; attempt: AttemptRow };

export async function settleAttempt(
  context: MembershipContext,
  attemptId: string,
  result: ChargeResult,
): Promise<void> {
  const first = await readAttempt(context.database.db, attemptId);
  const sum = first ? await readCharge(context.database.db, first.charge_id) : null;
  assert(first && sum, "an attempt that is settled exists");
  const userId = await context.database.transaction(async (tx) => {
    const join = await lockJoin(tx, sum.membership_id);
    const row = await lockMembership(tx, sum.membership_id);
    const charge = await lockCharge(tx, sum.charge_id);
    const attempt = await lockAttempt(tx, attemptId);
    assert(join && charge && attempt, "an attempt hangs on a charge, and that on a join");
    const locked = { join, row, charge, attempt };
    if (attempt.state === "succeeded") return null;
    // Given up or lost, and paid after all: the money is there, whatever we thought of it.
    if ((attempt.state === "declined" || attempt.state === "lost") && result.state !== "succeeded") return null;
    if (result.state === "succeeded") await succeed(tx, context, locked, result);
    else if (result.state === "refused") await loseAttempt(tx, context, locked, result.code);
    else if (result.state === "declined") await decline(tx, context, locked, result);
    else if (result.state === "requires_action" && attempt.off_session)
      // Its owner is not there: they are asked to come and pay themselves.
      await decline(tx, context, locked, {
        state: "declined",
        payment_id: result.payment_id,
        code: "authentication_required",
        decline_code: null,
        retryable: false,
      });
    else await wait(tx, context, locked, result);
    return join.user_id;
  });
  if (userId) context.identity.forgetMember(userId);
}

async function wait(tx: Tx, context: MembershipContext, { row, attempt }: Locked, result: ChargeResult): Promise<void> {
  await saveAttempt(tx, attempt, {
    state: result.state === "requires_action" ? "requires_action" : "processing",
    payment_id: result.payment_id,
    client_secret: result.state === "requires_action" ? result.client_secret : null,
    code: null,
    decline_code: null,
    settled_at: null,
  });
  if (row) await reschedule(tx, context, row);
}

/**
 * An attempt that ended without a clear answer, or whose question the processor would not take. It is no fault of the card,
 * so it uses up none of its tries; but after some, or when `refused` says that asking again is of no use, a person has it.
 */
export async function loseAttempt(
  tx: Tx,
  context: MembershipContext,
  { join, row, charge, attempt }: Locked,
  refused: string | null,
): Promise<void> {
  const now = context.clock.now();
  await saveAttempt(tx, attempt, {
    state: "lost",
    payment_id: null,
    client_secret: null,
    code: refused,
    decline_code: null,
    settled_at: now,
  });
  if (charge.state !== "trying") return;
  const isStuck = refused !== null || (await countUnclear(tx, charge.charge_id)) >= MAX_UNCLEAR;
  // A sign-up that did not come about, a better plan that was not paid, and what has ended leave nothing for a person to do.
  const needsPerson = isStuck && row !== null && row.state !== "ended" && charge.kind === "period";
  const why = refused ?? "no_clear_answer";
  await saveCharge(tx, charge, {
    state: "declined",
    decline_code: "processing_error",
    tries: Math.max(0, charge.tries - 1),
    ...(needsPerson ? { needs_person_since: now, needs_person_why: why } : {}),
  });
  if (isStuck) context.log.warn({ charge: charge.charge_id, why }, "a charge never had a clear answer");
  if (row) await reschedule(tx, context, row);
  else if (join.state === "open") await closeJoin(tx, join.membership_id, "failed", now);
}

async function decline(
  tx: Tx,
  context: MembershipContext,
  { join, row, charge, attempt }: Locked,
  result: Extract<ChargeResult, { state: "declined" }>,
): Promise<void> {
  const now = context.clock.now();
  const code = result.decline_code ?? result.code;
  await saveAttempt(tx, attempt, {
    state: "declined",
    payment_id: result.payment_id,
    client_secret: null,
    code: result.code,
    decline_code: result.decline_code,
    settled_at: now,
  });
  if (charge.state !== "trying") return;
  const after = await saveCharge(tx, charge, { state: "declined", decline_code: code, may_retry: result.retryable });
  if (!row) {
    if (join.state === "open") await closeJoin(tx, join.membership_id, "failed", now);
    return;
  }
  if (charge.kind !== "period" || row.state === "ended") return;
  if (row.cancel_at_period_end && row.ends_on === charge.period_start) {
    await endCancelled(tx, context, row);
    return;
  }
  if (row.state === "past_due") {
    if (after.tries >= TRY_DAYS.length) await endMembership(tx, context, row, { reason: "not_paid", who: "billing" });
    else await reschedule(tx, context, row);
    return;
  }
  const due = await saveMembership(
    tx,
    row,
    { state: "past_due" },
    { kind: "declined", reason: code, who: "processor", at: now },
  );
  await tell(
    tx,
    context,
    { ...due, monthly_minor: charge.monthly_minor },
    { kind: "declined", period: charge.period_start, letter: letters.declined },
    {
      amount_minor: charge.amount_minor.toString(),
      on: charge.period_start,
      until: plusDays(charge.period_start, GRACE_DAYS),
      reason: declineWords(code),
    },
  );
  await reschedule(tx, context, due);
}

/** Why a payment that comes in is given back; null when it is owed. What is not owed is not asked for either. */
export function whyNotOwed({ join, row, charge }: Omit<Locked, "attempt">, now: Date): ReasonCode | null {
  if (charge.state === "succeeded" || charge.state === "refunded") return "paid_twice";
  if (!row) return join.state === "open" ? null : "not_joined";
  if (row.state === "ended") return "after_cancelling";
  // The days that it was for are over when this is known, whenever it was taken: the next charge is another sum, of the plan that went on.
  if (charge.kind === "upgrade" && dayIn(now, row.zone) >= charge.period_end) return "too_late";
  if (!row.cancel_at_period_end || row.ends_on === null) return null;
  return charge.kind === "upgrade" || row.ends_on <= charge.period_start ? "after_cancelling" : null;
}

async function succeed(
  tx: Tx,
  context: MembershipContext,
  locked: Locked,
  result: Extract<ChargeResult, { state: "succeeded" }>,
): Promise<void> {
  const { charge, attempt } = locked;
  const now = context.clock.now();
  await bookCharge(tx, context, locked, result);
  await saveAttempt(tx, attempt, {
    paid_minor: result.amount_minor,
    state: "succeeded",
    payment_id: result.payment_id,
    client_secret: null,
    code: null,
    decline_code: null,
    settled_at: now,
  });
  const back = whyNotOwed(locked, now);
  const paid =
    back === "paid_twice"
      ? charge
      : await saveCharge(tx, charge, {
          state: "succeeded",
          payment_id: result.payment_id,
          // Receipts and refunds go by what was taken.
          amount_minor: result.amount_minor,
          paid_at: now,
          decline_code: null,
          needs_person_since: null,
          needs_person_why: null,
        });
  if (back) {
    await askRefund(tx, context, {
      user_id: locked.join.user_id,
      charge_id: charge.charge_id,
      payment_id: result.payment_id,
      amount_minor: result.amount_minor,
      reason: back,
    });
    if (charge.kind === "period" && back === "after_cancelling" && locked.row && locked.row.state !== "ended")
      await endCancelled(tx, context, locked.row);
    return;
  }
  await grantPaid(tx, context, { ...locked, charge: paid });
}

async function bookCharge(
  tx: Tx,
  context: MembershipContext,
  { join, charge }: Locked,
  { payment_id, amount_minor }: { payment_id: string; amount_minor: bigint },
): Promise<void> {
  const cause = `membership_charge:${payment_id}`;
  const posted = await context.ledger.post(tx, [
    {
      kind: "membership.charged",
      cause,
      data: { payment: payment_id, plan: charge.tier, what: charge.kind, member: join.user_id },
      lines: [
        { account: { kind: PROCESSOR_CLEARING, owner: "stripe" }, amount: -amount_minor },
        { account: { kind: MEMBERSHIP_INCOME, owner: "house" }, amount: amount_minor },
      ],
    },
  ]);
  assert(posted.ok, `a charge of a membership can always be booked (${posted.ok ? "" : posted.code})`);
  await insertMovement(tx, { cause, payment_id, kind: "charge", amount_minor, at: momentOf(tx, context.clock) });
}
