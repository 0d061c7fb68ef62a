/**
 * The billing job for one membership: what is due on its agenda, one thing after another, until nothing is. Run twice at
 * once, the second waits for the row and finds the work done; killed anywhere, the next run goes on.
 */

import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { assert } from "#platform/outcome";
import { type AgendaItem, giveUpAt } from "./agenda.ts";
import { dayIn, dayOf, daysBetween, plusDays, plusMonths } from "./calendar.ts";
import { runningPrice } from "./change-price.ts";
import { openAttempt, sendAttempt } from "./charge-card.ts";
import { type ChargeRow, findCharge, insertCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { endCancelled, endMembership } from "./end-membership.ts";
import { readAgenda, reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { priceChange, yearly } from "./letters-of-prices.ts";
import { reasonWords } from "./messages.ts";
import { readNotices } from "./record-store.ts";
import { remindOfCharge } from "./remind-trial.ts";
import { PAST_DUE_DAYS, PRICE_NOTICE_DAYS, REMINDER_DAYS, statementOf } from "./rules.ts";
import { lockMembership, type MembershipRow, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";
import { nextPrice, priceNotice } from "./told-prices.ts";

const MAX_STEPS = 60;

export async function billMembership(context: MembershipContext, membershipId: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const outcome = await context.database.transaction(
      async (tx): Promise<{ more: boolean; attempt: string | null }> => {
        const row = await lockMembership(tx, membershipId);
        if (!row) return { more: false, attempt: null };
        const agenda = await readAgenda(tx, context, row);
        const now = context.clock.now();
        const item = agenda.find((one) => one.at <= now);
        if (!item) {
          await reschedule(tx, context, row);
          return { more: false, attempt: null };
        }
        return { more: true, attempt: await act(tx, context, row, item) };
      },
    );
    if (outcome.attempt) {
      try {
        await sendAttempt(context, outcome.attempt);
      } catch (error) {
        // Nothing is known now. The sweep asks again under the same key.
        context.log.warn(
          { err: error, attempt: outcome.attempt },
          "the processor did not answer; the charge is followed up",
        );
        return;
      }
    }
    if (!outcome.more) return;
  }
}

async function act(tx: Tx, context: MembershipContext, row: MembershipRow, item: AgendaItem): Promise<string | null> {
  switch (item.do) {
    case "remind":
      await remind(tx, context, row, item);
      return null;
    case "yearly":
      await remindYearly(tx, context, row, item.on);
      return null;
    case "tell_price":
      await tellPrice(tx, context, row);
      return null;
    case "retry":
      // Whoever presses by then is told that they owe nothing any more: it is not taken from them after that.
      if (context.clock.now() >= giveUpAt(row)) break;
      return openPeriod(tx, context, row);
    case "charge":
      return openPeriod(tx, context, row);
    case "pause":
      await pause(tx, context, row);
      return null;
    case "end":
      await endCancelled(tx, context, row);
      return null;
    case "give_up":
      break;
  }
  await endMembership(tx, context, row, { reason: "not_paid", who: "billing" });
  return null;
}

/** After an outage the seven days of notice still hold: the charge moves, never the notice. */
async function remind(
  tx: Tx,
  context: MembershipContext,
  row: MembershipRow,
  item: Extract<AgendaItem, { do: "remind" }>,
): Promise<void> {
  const now = context.clock.now();
  const today = dayIn(now, row.zone);
  let due = row;
  const least = plusDays(today, REMINDER_DAYS[0]);
  if (item.days === REMINDER_DAYS[0] && daysBetween(row.next_charge_on, least) > 0)
    due = await saveMembership(
      tx,
      row,
      { next_charge_on: least, anchor_day: dayOf(least) },
      { kind: "postponed", reason: "late_notice", who: "billing", at: now },
    );
  await remindOfCharge(tx, context, due, item.days);
}

async function remindYearly(tx: Tx, context: MembershipContext, row: MembershipRow, on: MembershipRow["joined_on"]) {
  const today = dayIn(context.clock.now(), row.zone);
  const monthly = nextPrice(row, await readNotices(tx, row.membership_id), today);
  await tell(
    tx,
    context,
    { ...row, monthly_minor: monthly },
    { kind: "yearly", period: on, letter: yearly },
    { amount_minor: monthly.toString(), on: row.next_charge_on },
  );
}

async function tellPrice(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<void> {
  const today = dayIn(context.clock.now(), row.zone);
  if (!row.next_price_on || row.next_price_minor === null) return;
  if (daysBetween(today, row.next_price_on) < PRICE_NOTICE_DAYS.least) {
    // Too late for this charge: it keeps its old price, and the new one waits for the period after it.
    await saveMembership(tx, row, { next_price_on: plusMonths(row.next_price_on, 1, row.anchor_day) }, null);
    return;
  }
  const notices = await readNotices(tx, row.membership_id);
  const price = { tier: row.tier, on: row.next_price_on, minor: row.next_price_minor };
  await tell(
    tx,
    context,
    row,
    { kind: priceNotice(notices, price), period: price.on, letter: priceChange },
    {
      amount_minor: row.next_price_minor.toString(),
      old_minor: (await runningPrice(tx, row)).toString(),
      on: row.next_price_on,
    },
  );
}

async function pause(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<void> {
  const now = context.clock.now();
  const paused = await saveMembership(
    tx,
    row,
    { benefits_paused: true },
    { kind: "benefits_paused", reason: "not_paid", who: "billing", at: now },
  );
  const open = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
  const amount = open?.amount_minor ?? row.monthly_minor;
  await tell(
    tx,
    context,
    { ...paused, monthly_minor: amount },
    { kind: "paused", period: row.next_charge_on, letter: letters.paused },
    {
      amount_minor: amount.toString(),
      on: row.next_charge_on,
      until: plusDays(row.next_charge_on, PAST_DUE_DAYS),
      reason: reasonWords("not_paid"),
    },
  );
  await reschedule(tx, context, paused);
}

/** The period that falls due, at the price that was told of in time, or the one before. */
async function periodCharge(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<ChargeRow> {
  const found = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
  if (found) return found;
  const today = dayIn(context.clock.now(), row.zone);
  const price = nextPrice(row, await readNotices(tx, row.membership_id), today);
  return insertCharge(tx, {
    charge_id: newId("charge"),
    membership_id: row.membership_id,
    kind: "period",
    period_start: row.next_charge_on,
    period_end: plusMonths(row.next_charge_on, 1, row.anchor_day),
    tier: row.next_tier ?? row.tier,
    amount_minor: price,
    monthly_minor: price,
    created_at: context.clock.now(),
  });
}

async function openPeriod(tx: Tx, context: MembershipContext, row: MembershipRow): Promise<string> {
  const charge = await periodCharge(tx, context, row);
  if (row.state === "trial") {
    const reminded = (await readNotices(tx, row.membership_id)).some(
      (notice) =>
        notice.kind === "trial_reminder_7" &&
        notice.period === row.next_charge_on &&
        daysBetween(dayIn(notice.sent_at, row.zone), notice.period) >= REMINDER_DAYS[0],
    );
    assert(reminded, "nobody is charged after a trial without seven days of notice");
  }
  const attempt = await openAttempt(tx, charge, {
    payment_method_id: row.payment_method_id,
    customer_id: row.customer_id,
    off_session: true,
    statement: statementOf(context.brandOf(row.partner).name, row.state === "trial"),
    at: context.clock.now(),
  });
  await reschedule(tx, context, row);
  return attempt.attempt_id;
}
