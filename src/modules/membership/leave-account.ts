/**
 * A membership ends with its account, or because two accounts became one (decision 0011). The member is told while there is
 * an address, and what was paid ahead goes by one rule: an unused trial goes back whole; when two memberships became one,
 * so do the days that both had paid for; who deletes an account in a month that was begun keeps nothing of it.
 */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { dayIn } from "./calendar.ts";
import { isTrialUnused } from "./cancel-membership.ts";
import { readCharges } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { endMembership } from "./end-membership.ts";
import { DETACH } from "./job-kinds.ts";
import { eraseMemberData } from "./member-data-store.ts";
import { moveRows } from "./member-move-store.ts";
import {
  findUndetached,
  findUnforgotten,
  leaveCustomers,
  markDetached,
  markForgotten,
  removeCards,
} from "./record-store.ts";
import { askRefund } from "./refund-payment.ts";
import { flagsOf, restOf } from "./rules.ts";
import { closeJoin, lockMembership, lockOpenJoins, lockPerson, type MembershipRow, readMemberships } from "./store.ts";

type Back = { charge_id: string; payment_id: string; amount_minor: bigint };

/** What of the running period goes back, payment by payment. */
async function paidAhead(
  tx: Tx,
  context: MembershipContext,
  row: MembershipRow,
  reason: "account_deleted" | "merged",
): Promise<Back[]> {
  const today = dayIn(context.clock.now(), row.zone);
  const unused = await isTrialUnused(tx, context, row);
  if (!unused && reason === "account_deleted") return [];
  const back: Back[] = [];
  for (const charge of await readCharges(tx, [row.membership_id])) {
    // An unused trial may have been moved beyond the days that it was paid for.
    const isOver = !unused && charge.period_end <= today;
    if (charge.state !== "succeeded" || !charge.payment_id || isOver) continue;
    // The difference to a better plan was paid for the days from its own day on.
    const start = charge.kind === "upgrade" && charge.paid_at ? dayIn(charge.paid_at, row.zone) : charge.period_start;
    const amount_minor = unused
      ? charge.amount_minor
      : restOf({ amount_minor: charge.amount_minor, start, end: charge.period_end, today });
    if (amount_minor > 0n) back.push({ charge_id: charge.charge_id, payment_id: charge.payment_id, amount_minor });
  }
  return back;
}

async function end(
  tx: Tx,
  context: MembershipContext,
  row: MembershipRow,
  reason: "account_deleted" | "merged",
  reader: string,
): Promise<void> {
  const back = await paidAhead(tx, context, row, reason);
  let back_minor = 0n;
  for (const one of back) back_minor += await askRefund(tx, context, { ...one, reason, user_id: reader });
  // Where all of it went back before, the letter says neither that it goes back nor that it does not.
  const said = back.length > 0 && back_minor === 0n ? {} : { back_minor };
  await endMembership(tx, context, row, { reason, who: "member", reader, ...said });
}

/** In the transaction that deletes the account, before its address is gone. */
export async function leaveAccount(tx: Tx, context: MembershipContext, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  for (const { membership_id } of await readMemberships(tx, userId)) {
    const row = await lockMembership(tx, membership_id);
    if (row && row.state !== "ended") await end(tx, context, row, "account_deleted", userId);
  }
  await eraseMemberData(tx, userId, context.clock.now());
  await removeCards(tx, userId, null, context.clock.now());
  await leaveCustomers(tx, userId, context.clock.now());
  await addJobs(tx, [DETACH.with({ user_id: userId })]);
}

const linesOf = (rows: readonly MembershipRow[]) =>
  rows.flatMap(({ state, line }) => (state === "ended" ? [] : [line]));

/** In the transaction that makes two accounts one: of two memberships of a line, the one that comes in ends. */
export async function moveMemberships(
  tx: Tx,
  context: MembershipContext,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const userId of [from, to].sort()) await lockPerson(tx, userId);
  // Held before anything is looked at: one whose payment is being settled is a membership by then, or none for good.
  const open = await lockOpenJoins(tx, [from, to]);
  const kept = new Set(linesOf(await readMemberships(tx, to)));
  const dropped: string[] = [];
  const before = await readMemberships(tx, from);
  const brought = new Set(linesOf(before));
  // One membership of a line: what is paid for a sign-up beside it goes back.
  for (const join of open)
    if (join.user_id === from || brought.has(join.line))
      await closeJoin(tx, join.membership_id, "failed", context.clock.now());
  for (const { membership_id } of before) {
    const row = await lockMembership(tx, membership_id);
    if (!row || row.state === "ended" || !kept.has(row.line)) continue;
    await end(tx, context, row, "merged", to);
    dropped.push(row.payment_method_id);
  }
  await moveRows(tx, { from, to });
  if (before.length > 0) await context.identity.setMembershipFlags(tx, to, flagsOf(await readMemberships(tx, to)));
  if (dropped.length === 0) return;
  await removeCards(tx, to, dropped, context.clock.now());
  await addJobs(tx, [DETACH.with({ user_id: to })]);
}

/** The job: what was taken off here is forgotten by the processor too. Asked again, it finds it done. */
export async function detachCards(context: MembershipContext, userId: string): Promise<void> {
  for (const id of await findUndetached(context.database.db, userId)) {
    await context.processor.detachCard(id);
    await markDetached(context.database.db, id, context.clock.now());
  }
  for (const id of await findUnforgotten(context.database.db, userId)) {
    await context.processor.forgetCustomer(id);
    await markForgotten(context.database.db, id, context.clock.now());
  }
}
