/** What was paid for: a membership begins, goes on for a period, or becomes a better one. */
import type { Tx } from "#platform/database";
import { dayIn, dayOf, daysBetween } from "./calendar.ts";
import type { ChargeRow } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { insertTrialsUsed, readConsentWords, readNotices } from "./record-store.ts";
import { invoiceNumber, mailboxKey, trialKey } from "./rules.ts";
import { closeJoin, insertEvent, insertMembership, type JoinRow, type MembershipRow, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";
import { NO_NEW_PRICE, nextPrice } from "./told-prices.ts";

/** What was paid for begins. Also for a first sum of nothing, which no processor is asked for. */
export async function grantPaid(
  tx: Tx,
  context: MembershipContext,
  { join, row, charge }: { join: JoinRow; row: MembershipRow | null; charge: ChargeRow },
): Promise<void> {
  const now = context.clock.now();
  if (!row) {
    await begin(tx, context, join, charge);
    return;
  }
  if (charge.kind === "upgrade") {
    const better = await saveMembership(
      tx,
      row,
      {
        tier: charge.tier,
        monthly_minor: charge.monthly_minor,
        next_tier: null,
        next_tier_minor: null,
        ...NO_NEW_PRICE,
      },
      { kind: "plan_changed", reason: charge.tier, who: "member", at: now },
    );
    await tellReceipt(tx, context, better, charge, "receipt_upgrade");
    await reschedule(tx, context, better);
    return;
  }
  const priced = row.next_tier === charge.tier ? { next_tier: null, next_tier_minor: null } : {};
  // What was announced was for the plan that ran: it begins now, or never.
  const isOver = charge.tier !== row.tier || (row.next_price_on && row.next_price_on <= charge.period_start);
  const raised = isOver ? NO_NEW_PRICE : {};
  const next = await saveMembership(
    tx,
    row,
    {
      ...priced,
      ...raised,
      state: "active",
      tier: charge.tier,
      monthly_minor: charge.monthly_minor,
      period_start: charge.period_start,
      next_charge_on: charge.period_end,
      benefits_paused: false,
    },
    { kind: "charged", reason: charge.period_start, who: "billing", at: now },
  );
  await tellReceipt(tx, context, next, charge, "receipt");
  await reschedule(tx, context, next);
}

async function tellReceipt(tx: Tx, context: MembershipContext, row: MembershipRow, charge: ChargeRow, kind: string) {
  const today = dayIn(context.clock.now(), row.zone);
  const next = nextPrice(row, await readNotices(tx, row.membership_id), today);
  await tell(
    tx,
    context,
    { ...row, monthly_minor: next },
    { kind, period: charge.period_start, letter: letters.receipt },
    {
      amount_minor: charge.amount_minor.toString(),
      on: charge.paid_at ? charge.paid_at.toISOString() : charge.period_start,
      next_on: row.next_charge_on,
      ...(charge.number === null ? {} : { invoice: invoiceNumber(charge.number) }),
    },
  );
}

async function begin(tx: Tx, context: MembershipContext, join: JoinRow, charge: ChargeRow): Promise<void> {
  const now = context.clock.now();
  await closeJoin(tx, join.membership_id, "joined", now);
  const row: MembershipRow = {
    ...join,
    state: join.with_trial ? "trial" : "active",
    anchor_day: dayOf(join.with_trial ? join.first_charge_on : join.joined_on),
    period_start: join.joined_on,
    next_charge_on: join.first_charge_on,
    had_trial: join.with_trial,
    cancel_at_period_end: false,
    ends_on: null,
    next_tier: null,
    next_tier_minor: null,
    next_price_minor: null,
    next_price_on: null,
    benefits_paused: false,
    joined_at: now,
    ended_at: null,
    end_reason: null,
    next_action_at: null,
  };
  await insertMembership(tx, row);
  await insertEvent(tx, row.membership_id, {
    kind: "joined",
    from: null,
    to: row.state,
    tier: join.tier,
    reason: join.tier,
    who: "member",
    at: now,
  });
  if (join.with_trial) {
    const contact = await context.identity.contact(join.user_id, tx);
    // The address may have changed while the bank asked: the mailbox that held the trial has used it too.
    const mailboxes = [join.mailbox_key, mailboxKey(contact?.email ?? null)];
    const keys = [trialKey("account", join.user_id), ...mailboxes, join.card_key].filter((key) => key !== null);
    await insertTrialsUsed(tx, join.line, keys, join.membership_id, now);
  }
  const words = await readConsentWords(tx, join.membership_id);
  await tell(
    tx,
    context,
    row,
    { kind: "joined", period: join.joined_on, letter: letters.joined },
    {
      amount_minor: charge.amount_minor.toString(),
      on: join.joined_on,
      next_on: join.first_charge_on,
      trial: join.with_trial
        ? { days: daysBetween(join.joined_on, join.first_charge_on), minor: join.first_minor.toString() }
        : null,
      words,
      ...(charge.number === null ? {} : { invoice: invoiceNumber(charge.number) }),
    },
  );
  await reschedule(tx, context, row);
}
