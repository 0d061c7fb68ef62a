/**
 * Compares the processor's balance with the books, to the cent. What happened there without us (a bank's dispute, a refund
 * given by hand, a payment whose answer was lost) is booked from its entries; what still differs is reported.
 */
import { addDays } from "#platform/clock";
import { assert } from "#platform/outcome";
import { findAttemptByPayment, insertMovement, lockCharge, readCharge, saveCharge } from "./charge-store.ts";
import { attemptOf } from "./find-attempt.ts";
import { reschedule } from "./keep-agenda.ts";
import type { BalanceEntry } from "./processor.types.ts";
import {
  type Compared,
  comparePayments,
  type Difference,
  insertEntry,
  keepDifferences,
  newestEntryAt,
  sumEntries,
} from "./reconcile-store.ts";
import type { MembershipRoom } from "./room.ts";
import { settleAttempt } from "./settle-attempt.ts";
import { lockMembership, saveMembership } from "./store.ts";

/** Entries are read again over this window, because the processor may write some late. */
const OVERLAP_DAYS = 3;
const LOOKS = 3;

export async function reconcile(room: MembershipRoom): Promise<Difference[]> {
  let left = await look(room);
  // What is being paid or booked at this very moment stands on one side only; what is wrong stays wrong.
  for (let looks = 1; looks < LOOKS && left.length > 0; looks += 1) left = await look(room);
  await room.database.transaction((tx) => keepDifferences(tx, left, room.clock.now()));
  room.metrics.processorDifferences.set(left.length);
  if (left.length > 0)
    room.log.error(
      { differences: left.map((one) => ({ ...one, ours: one.ours.toString(), theirs: one.theirs.toString() })) },
      "the card processor's balance differs from the books",
    );
  return left;
}

async function look(room: MembershipRoom): Promise<Difference[]> {
  const { db } = room.database;
  const newest = await newestEntryAt(db);
  const since = newest ? addDays(newest, -OVERLAP_DAYS) : new Date(0);
  for await (const entry of room.processor.balance(since)) await takeEntry(room, entry);
  for (const row of await comparePayments(db)) await bookOutside(room, row);
  return compare(room);
}

async function compare(room: MembershipRoom): Promise<Difference[]> {
  const { db } = room.database;
  const ours = -(await room.ledger.houseBalance("processor_clearing", "stripe"));
  const theirs = await sumEntries(db);
  const rows = await comparePayments(db);
  const left: Difference[] = rows
    .filter((row) => !row.refund_asked)
    .map((row) => ({ subject: row.payment_id, kind: row.kind, ours: row.ours, theirs: row.theirs }));
  // A refund that the processor has made and whose answer is being booked explains what the sums differ by.
  const underWay = rows.reduce((sum, row) => (row.refund_asked ? sum + row.theirs - row.ours : sum), 0n);
  if (ours + underWay !== theirs) left.push({ subject: "balance", kind: "total", ours, theirs });
  return left;
}

async function takeEntry(room: MembershipRoom, entry: BalanceEntry): Promise<void> {
  await room.database.transaction(async (tx) => {
    if (!(await insertEntry(tx, entry, room.clock.now()))) return;
    const own = entry.kind === "payout" || entry.kind === "fee" || entry.kind === "other" ? entry.amount_minor : 0n;
    const other = entry.kind === "payout" ? ("bank" as const) : ("processor_fees" as const);
    const postings = [
      { what: "moved", account: other, amount: own },
      { what: "fee", account: "processor_fees" as const, amount: -entry.fee_minor },
    ].filter((one) => one.amount !== 0n);
    if (postings.length === 0) return;
    const posted = await room.ledger.post(
      tx,
      postings.map((one) => ({
        kind: `processor.${one.what}`,
        cause: `processor_${one.what}:${entry.entry_id}`,
        data: { entry: entry.entry_id, of: entry.kind },
        lines: [
          { account: { kind: "processor_clearing" as const, owner: "stripe" }, amount: -one.amount },
          { account: { kind: one.account, owner: "house" }, amount: one.amount },
        ],
      })),
    );
    assert(posted.ok, `what the processor moved can always be booked (${posted.ok ? "" : posted.code})`);
  });
}

/** What the processor has and the books have not. The other way round is a difference, never a posting. */
async function bookOutside(room: MembershipRoom, row: Compared): Promise<void> {
  if (!row.last_entry || row.refund_asked) return;
  const attempt = await findAttemptByPayment(room.database.db, row.payment_id);
  if (row.kind === "charge") {
    const truth = await room.processor.readCharge(row.payment_id);
    const found = attempt ?? (await attemptOf(room, truth.metadata));
    if (found) await settleAttempt(room, found.attempt_id, truth);
    return;
  }
  if (!attempt || (row.kind === "refund" && row.theirs > row.ours)) return;
  const change = row.theirs - row.ours;
  const cause = `membership_${row.kind}:${row.last_entry}`;
  const charge = await readCharge(room.database.db, attempt.charge_id);
  assert(charge, "an attempt hangs on a charge");
  const now = room.clock.now();
  await room.database.transaction(async (tx) => {
    const member = await lockMembership(tx, charge.membership_id);
    const locked = await lockCharge(tx, charge.charge_id);
    const posted = await room.ledger.post(tx, [
      {
        kind: row.kind === "dispute" ? "membership.disputed" : "membership.refunded",
        cause,
        reason:
          row.kind === "dispute"
            ? change < 0n
              ? "The cardholder's bank took the payment back."
              : "The cardholder's bank gave the payment back to us."
            : "The payment was given back at the card processor.",
        data: { payment: row.payment_id, plan: charge.tier },
        lines: [
          { account: { kind: "processor_clearing", owner: "stripe" }, amount: -change },
          { account: { kind: "membership_refunds", owner: "house" }, amount: change },
        ],
      },
    ]);
    assert(posted.ok, `what a bank took back can always be booked (${posted.ok ? "" : posted.code})`);
    await insertMovement(tx, { cause, payment_id: row.payment_id, kind: row.kind, amount_minor: change, at: now });
    if (locked?.state === "succeeded" && locked.payment_id === row.payment_id && -row.theirs >= locked.amount_minor)
      await saveCharge(tx, locked, { state: "refunded" });
    // Who disputes a payment wants no more of them: the membership ends with what is paid, without another charge.
    if (member && member.state !== "ended" && row.kind === "dispute" && change < 0n && !member.cancel_at_period_end) {
      const saved = await saveMembership(
        tx,
        member,
        { cancel_at_period_end: true, ends_on: member.next_charge_on, next_tier: null, next_tier_minor: null },
        { kind: "cancelled", reason: "disputed", who: "processor", at: now },
      );
      await reschedule(tx, room, saved);
    }
  });
}
