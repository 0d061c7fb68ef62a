/**
 * Cancelling is free of any offer and takes effect at once in one sense: from this moment nothing more is charged. What
 * is paid for stays open until its end; an unused trial may end now, with its price given back.
 */
import type { Database, Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { OutgoingError } from "#platform/outgoing";
import { dayIn, dayOf, daysBetween, instantAt, plusDays } from "./calendar.ts";
import { findCharge, findLiveAttempt } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { cancelReason, endMembership, shownEnd } from "./end-membership.ts";
import { finishPayment } from "./join-membership.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import type { MembershipRefusal } from "./messages.ts";
import { hasOpenAccount } from "./open-account.ts";
import { deleteOptOut, insertOptOut, readNotices, saveLeavingReasons } from "./record-store.ts";
import { askRefund } from "./refund-payment.ts";
import { remindOfCharge } from "./remind-trial.ts";
import { BENEFIT_KINDS, type LeavingReason, REMINDER_DAYS } from "./rules.ts";
import { lockMembership, type MembershipRow, readMany, readMemberships, saveMembership, type Who } from "./store.ts";
import { tell } from "./tell-member.ts";
import { nextPrice } from "./told-prices.ts";

export type Cancelled = {
  membership_id: string;
  state: "cancelled" | "ended";
  on: string;
  refund_minor: string | null;
};

/** A trial is unused while nothing that a membership alone brings was paid to its member. */
export async function isTrialUnused(
  runner: Database | Tx,
  context: MembershipContext,
  row: Pick<MembershipRow, "state" | "user_id" | "joined_at">,
): Promise<boolean> {
  if (row.state !== "trial") return false;
  const moved = await context.ledger.movedByKind(row.user_id, row.joined_at, runner);
  if (moved.some(({ kind }) => BENEFIT_KINDS.test(kind))) return false;
  for (const used of context.probes) if (await used(runner, row.user_id, row.joined_at)) return false;
  return true;
}

export async function cancel(
  context: MembershipContext,
  input: {
    membership_id: string;
    user_id: string | null;
    refund?: boolean;
    who: Extract<Who, "member" | "link" | "operator">;
  },
): Promise<Outcome<Cancelled, MembershipRefusal>> {
  const outcome = await context.database.transaction(
    async (tx): Promise<Outcome<Cancelled & { user_id: string; open: string | null }, MembershipRefusal>> => {
      const row = await lockMembership(tx, input.membership_id);
      if (!row || (input.user_id !== null && row.user_id !== input.user_id)) return refused("no_membership");
      if (row.state === "ended") return refused("already_canceled");
      const now = context.clock.now();
      const today = dayIn(now, row.zone);
      const ids = { membership_id: row.membership_id, user_id: row.user_id, open: null };
      if (input.refund) {
        if (!(await isTrialUnused(tx, context, row))) return refused("trial_already_used");
        const paid = await findCharge(tx, row.membership_id, "trial", row.joined_on);
        const inFlight = await liveOf(tx, row);
        if (!inFlight) {
          // What the bank took back, or a person gave back, is not there to be given back again, nor to be promised.
          const back = paid?.payment_id
            ? await askRefund(tx, context, {
                user_id: row.user_id,
                charge_id: paid.charge_id,
                payment_id: paid.payment_id,
                amount_minor: paid.amount_minor,
                reason: "unused_trial",
              })
            : 0n;
          const reason = back > 0n ? "unused_trial" : cancelReason(input.who);
          await endMembership(tx, context, row, { reason, who: input.who });
          return done({ ...ids, state: "ended", on: today, refund_minor: back.toString() });
        }
      }
      const isLate = row.state === "past_due";
      const open = isLate ? ((await liveOf(tx, row))?.charge_id ?? null) : null;
      // Asked a second time, the same is answered: nobody should wonder whether it worked.
      if (row.cancel_at_period_end && row.ends_on)
        return done({ ...ids, open, state: "cancelled", on: shownEnd(row, today) ?? today, refund_minor: null });
      if (isLate && !open) {
        await endMembership(tx, context, row, { reason: cancelReason(input.who), who: input.who });
        return done({ ...ids, state: "ended", on: today, refund_minor: null });
      }
      const saved = await saveMembership(
        tx,
        row,
        {
          cancel_at_period_end: true,
          ends_on: row.next_charge_on,
          next_tier: null,
          next_tier_minor: null,
        },
        { kind: "cancelled", reason: row.next_charge_on, who: input.who, at: now },
      );
      // Nothing was paid for a period that is late, and it ends with its payment: the letter about the end says all.
      if (!isLate)
        await tell(
          tx,
          context,
          saved,
          // Cancelled, resumed and cancelled again on other days: each has its receipt.
          { kind: `cancelled:${now.getTime()}`, period: today, letter: letters.cancelled },
          { amount_minor: "0", on: row.next_charge_on },
        );
      await reschedule(tx, context, saved);
      return done({ ...ids, open, state: "cancelled", on: shownEnd(saved, today) ?? today, refund_minor: null });
    },
  );
  if (!outcome.ok) return outcome;
  const { user_id, open, ...value } = outcome.value;
  context.identity.forgetMember(user_id);
  const isOver = open !== null && (await takeBackLate(context, { user_id, charge_id: open, ...value }));
  if (isOver) context.identity.forgetMember(user_id);
  return done(isOver ? { ...value, state: "ended" } : value);
}

/** The late payment that its owner was to confirm is given up there, which ends the membership. False while nobody can tell. */
async function takeBackLate(
  context: MembershipContext,
  { membership_id, ...payment }: { membership_id: string; user_id: string; charge_id: string },
): Promise<boolean> {
  try {
    await finishPayment(context, { ...payment, give_up: true });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    // It is followed up as every open payment, and what is paid after all goes back.
    context.log.warn({ err: error, membership: membership_id }, "a late payment could not be taken back yet");
  }
  return (await readMany(context.database.db, [membership_id]))[0]?.state === "ended";
}

export async function liveOf(tx: Tx, row: MembershipRow) {
  const charge = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
  return charge ? findLiveAttempt(tx, charge.charge_id) : null;
}

export async function resume(
  context: MembershipContext,
  input: { membership_id: string; user_id: string },
): Promise<Outcome<{ next_charge_on: string }, MembershipRefusal>> {
  const outcome = await context.database.transaction(
    async (tx): Promise<Outcome<{ next_charge_on: string }, MembershipRefusal>> => {
      const row = await lockMembership(tx, input.membership_id);
      if (row?.user_id !== input.user_id) return refused("no_membership");
      // Who waited here while their account was closed would be charged for ever for what they cannot reach.
      if (!(await hasOpenAccount(tx, context, input.user_id))) return refused("not_signed_in");
      const now = context.clock.now();
      if (row.state === "ended" || (row.ends_on && instantAt(row.ends_on, row.zone) <= now))
        return refused("no_membership");
      if (!row.cancel_at_period_end) return refused("not_canceled");
      // A trial taken up again in its last days is told of seven days before it costs more, as every other.
      const today = dayIn(now, row.zone);
      const notices = await readNotices(tx, row.membership_id);
      const told = notices.some((notice) => notice.kind === "trial_reminder_7" && notice.period === row.next_charge_on);
      const least = plusDays(today, REMINDER_DAYS[0]);
      const late = row.state === "trial" && !told && daysBetween(row.next_charge_on, least) > 0;
      const saved = await saveMembership(
        tx,
        row,
        {
          cancel_at_period_end: false,
          ends_on: null,
          ...(late ? { next_charge_on: least, anchor_day: dayOf(least) } : {}),
        },
        { kind: "resumed", reason: late ? least : row.next_charge_on, who: "member", at: now },
      );
      // Told now, so that its end moves once: whoever takes it up again on its last morning knew of the charge.
      if (late) await remindOfCharge(tx, context, saved, REMINDER_DAYS[0]);
      const after = await reschedule(tx, context, saved);
      const monthly = nextPrice(after, notices, today);
      await tell(
        tx,
        context,
        { ...after, monthly_minor: monthly },
        { kind: `resumed:${now.getTime()}`, period: dayIn(now, row.zone), letter: letters.resumed },
        { amount_minor: monthly.toString(), on: after.next_charge_on },
      );
      return done({ next_charge_on: after.next_charge_on });
    },
  );
  return outcome;
}

/** SPEC §4: the provider may try the card again unless the member opts out. The membership's own date is not touched. */
export async function optOutOfRetries(
  context: MembershipContext,
  input: { user_id: string; via: "member" | "link" },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await insertOptOut(tx, input.user_id, input.via, context.clock.now());
    await lookAgain(tx, context, input.user_id);
  });
}

/** The opt-out is the member's to take back; what is due is then tried on the days that are left. */
export async function allowRetries(context: MembershipContext, userId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await deleteOptOut(tx, userId);
    await lookAgain(tx, context, userId);
  });
}

async function lookAgain(tx: Tx, context: MembershipContext, userId: string): Promise<void> {
  for (const id of (await readMemberships(tx, userId)).map((one) => one.membership_id)) {
    const row = await lockMembership(tx, id);
    if (row && row.state !== "ended") await reschedule(tx, context, row);
  }
}

/** What somebody says of leaving, of their own accord and after it is done; the newest answer stands. */
export async function tellWhy(
  context: MembershipContext,
  input: { user_id: string; membership_id: string; reasons: readonly LeavingReason[] },
): Promise<Outcome<null, MembershipRefusal>> {
  return context.database.transaction(async (tx) => {
    const row = await lockMembership(tx, input.membership_id);
    const leaves = row && (row.cancel_at_period_end || row.state === "ended");
    if (!leaves || row.user_id !== input.user_id) return refused("no_membership");
    await saveLeavingReasons(tx, { ...input, at: context.clock.now() });
    return done(null);
  });
}
