/**
 * Movements on the processor's balance, one by one, each booked once under its own id. What we asked for ourselves is booked
 * already and only finds its entry; what happened there without us (a bank's dispute, a refund given by hand, a payment whose
 * answer was lost) is booked from its entry.
 */
import { addDays } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { CASH_IN_TRANSIT, MEMBERSHIP_REFUNDS, PROCESSOR_CLEARING, PROCESSOR_FEES } from "./accounts.ts";
import { dayIn } from "./calendar.ts";
import { liveOf } from "./cancel-membership.ts";
import {
  type AttemptRow,
  findAttemptByPayment,
  insertMovement,
  lockCharge,
  readCharge,
  saveCharge,
} from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { endMembership } from "./end-membership.ts";
import { attemptOf } from "./find-attempt.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { reasonWords } from "./messages.ts";
import { type Alone, pairOff } from "./pair-entries.ts";
import type { BalanceEntry } from "./processor.types.ts";
import {
  findAlone,
  findPaymentsAlone,
  insertEntry,
  isRefundAsked,
  markMatched,
  newestEntryAt,
  sumReturned,
} from "./reconcile-store.ts";
import { hintRefund } from "./refund-payment.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { lockMembership, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";

/** Reads the newest entries, those of some hours before once more, because the processor may write some late. */
export async function takeNewEntries(context: MembershipContext, overlapHours: number): Promise<void> {
  const { db } = context.database;
  const newest = await newestEntryAt(db);
  const since = newest ? addDays(newest, -overlapHours / 24) : new Date(0);
  for await (const entry of context.processor.balance(since)) await takeEntry(context, entry);
  for (const paymentId of await findPaymentsAlone(db)) {
    try {
      await explainPayment(context, paymentId);
    } catch (error) {
      // One payment that cannot be explained is reported by the comparison; the others are booked.
      context.log.warn({ err: error, payment: paymentId }, "entries of a payment could not be booked");
    }
  }
}

async function takeEntry(context: MembershipContext, entry: BalanceEntry): Promise<void> {
  await context.database.transaction(async (tx) => {
    if (!(await insertEntry(tx, entry, momentOf(tx, context.clock)))) return;
    const own = entry.kind === "payout" || entry.kind === "fee" || entry.kind === "other" ? entry.amount_minor : 0n;
    const fees = { kind: PROCESSOR_FEES, owner: "house" };
    // That it has reached our bank is what the bank's statement says, not the processor.
    const other = entry.kind === "payout" ? { kind: CASH_IN_TRANSIT, owner: "stripe" } : fees;
    const postings = [
      { what: entry.kind === "payout" ? "payout" : "moved", account: other, amount: own },
      { what: "fee", account: fees, amount: -entry.fee_minor },
    ].filter((one) => one.amount !== 0n);
    if (postings.length === 0) return;
    const posted = await context.ledger.post(
      tx,
      postings.map((one) => ({
        kind: `processor.${one.what}`,
        cause: `processor_${one.what}:${entry.entry_id}`,
        data: { entry: entry.entry_id, of: entry.kind },
        lines: [
          { account: { kind: PROCESSOR_CLEARING, owner: "stripe" }, amount: -one.amount },
          { account: one.account, amount: one.amount },
        ],
      })),
    );
    assert(posted.ok, `what the processor moved can always be booked (${posted.ok ? "" : posted.code})`);
  });
}

/** Lets entries and our own lines of one payment find each other, and books what is left of the entries. */
async function explainPayment(context: MembershipContext, paymentId: string): Promise<void> {
  const left = await match(context, paymentId);
  if (left.length === 0) return;
  const known = await findAttemptByPayment(context.database.db, paymentId);
  if (left.some((one) => one.kind === "charge")) {
    const truth = await context.processor.readCharge(paymentId);
    const attempt = known ?? (await attemptOf(context, truth.metadata));
    if (attempt) await settleAttempt(context, attempt.attempt_id, truth);
    await match(context, paymentId);
  }
  const attempt = known ?? (await findAttemptByPayment(context.database.db, paymentId));
  if (!attempt) return;
  if (left.some((one) => one.kind === "refund" && one.amount_minor > 0n)) await hintRefund(context, paymentId);
  for (const entry of left) if (entry.kind !== "charge") await bookEntry(context, attempt, entry);
}

const match = (context: MembershipContext, paymentId: string): Promise<Alone[]> =>
  context.database.transaction((tx) => matchAlone(tx, context, paymentId));

async function matchAlone(tx: Tx, context: MembershipContext, paymentId: string): Promise<Alone[]> {
  const { entries, movements } = await findAlone(tx, paymentId);
  const { pairs, left } = pairOff(entries, movements);
  await markMatched(tx, pairs, momentOf(tx, context.clock));
  return left;
}

async function bookEntry(context: MembershipContext, attempt: AttemptRow, entry: Alone): Promise<void> {
  const charge = await readCharge(context.database.db, attempt.charge_id);
  assert(charge, "an attempt hangs on a charge");
  await context.database.transaction(async (tx) => {
    const now = momentOf(tx, context.clock);
    const member = await lockMembership(tx, charge.membership_id);
    const locked = await lockCharge(tx, charge.charge_id);
    // Under the locks once more: another look may have booked it, or our own line may have come since.
    if (!(await matchAlone(tx, context, entry.payment_id)).some((one) => one.id === entry.id)) return;
    const { amount_minor: amount, payment_id } = entry;
    // Our own refund, whose answer is not booked yet; a part of another sum was given back by hand.
    if (entry.kind === "refund" && (await isRefundAsked(tx, payment_id, -amount))) return;
    const cause = `processor_entry:${entry.id}`;
    const posted = await context.ledger.post(tx, [
      {
        kind: entry.kind === "dispute" ? "membership.disputed" : "membership.refunded",
        cause,
        reason: reasonOf(entry),
        data: { payment: payment_id, plan: charge.tier, entry: entry.id },
        lines: [
          { account: { kind: PROCESSOR_CLEARING, owner: "stripe" }, amount: -amount },
          { account: { kind: MEMBERSHIP_REFUNDS, owner: "house" }, amount },
        ],
      },
    ]);
    assert(posted.ok, `what a bank took back can always be booked (${posted.ok ? "" : posted.code})`);
    const kind = entry.kind === "dispute" ? "dispute" : "refund";
    await insertMovement(tx, { cause, payment_id, kind, amount_minor: amount, at: now, matched_at: now });
    await markMatched(tx, { entries: [entry.id], causes: [] }, now);
    const isGone = -(await sumReturned(tx, payment_id)) >= (locked?.amount_minor ?? 0n);
    if (locked?.state === "succeeded" && locked.payment_id === payment_id && isGone)
      await saveCharge(tx, locked, { state: "refunded" });
    // Who disputes a payment wants no more of them: the membership ends with what is paid, without another charge.
    if (member && entry.kind === "dispute" && amount < 0n) await cancelDisputed(tx, context, member, now);
  });
}

function reasonOf(entry: Alone): string {
  if (entry.kind === "dispute")
    return entry.amount_minor < 0n
      ? "The cardholder's bank took the payment back."
      : "The cardholder's bank gave the payment back to us.";
  return entry.amount_minor < 0n
    ? "The payment was given back at the card processor."
    : "A refund did not reach the card and came back.";
}

async function cancelDisputed(
  tx: Tx,
  context: MembershipContext,
  member: NonNullable<Awaited<ReturnType<typeof lockMembership>>>,
  now: Date,
): Promise<void> {
  if (member.state === "ended" || member.cancel_at_period_end) return;
  const isLate = member.state === "past_due";
  if (isLate && !(await liveOf(tx, member))) {
    await endMembership(tx, context, member, { reason: "disputed", who: "processor" });
    return;
  }
  const saved = await saveMembership(
    tx,
    member,
    { cancel_at_period_end: true, ends_on: member.next_charge_on, next_tier: null, next_tier_minor: null },
    { kind: "cancelled", reason: "disputed", who: "processor", at: now },
  );
  // A late charge that is being asked for decides by itself within days, and then the letter about the end comes.
  if (!isLate)
    await tell(
      tx,
      context,
      saved,
      { kind: `cancelled:${now.getTime()}`, period: dayIn(now, saved.zone), letter: letters.cancelled },
      { amount_minor: "0", on: saved.next_charge_on, reason: reasonWords("disputed") },
    );
  await reschedule(tx, context, saved);
}
