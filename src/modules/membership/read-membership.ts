/** What screens show of a member's memberships: figures, days and codes; the words are theirs. Amounts are cents. */
import type { CivilDate } from "#platform/clock";
import type { Database } from "#platform/database";
import { agendaOf } from "./agenda.ts";
import { dayIn, plusDays } from "./calendar.ts";
import { isTrialUnused } from "./cancel-membership.ts";
import { type ChargeRow, findLiveAttempt, readCharges } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { shownEnd } from "./end-membership.ts";
import { declineWords, reasonWords, TIER_NAMES } from "./messages.ts";
import { sumElsewhere } from "./reconcile-store.ts";
import {
  type CardRow,
  type ConsentRow,
  isOptedOut,
  type NoticeRow,
  readCards,
  readConsents,
  readNoticesOfAll,
  readOwnCards,
} from "./record-store.ts";
import { leftOf, readRefunds } from "./refund-store.ts";
import { BENEFIT_KINDS, GRACE_DAYS, invoiceNumber, PAST_DUE_DAYS, TRY_DAYS } from "./rules.ts";
import { type EventRow, type MembershipRow, readEvents, readMemberships } from "./store.ts";
import { announcedPrice, nextPrice } from "./told-prices.ts";

type Words = { en: string; es: string };
export type Invoice = {
  charge_id: string;
  membership_id: string;
  number: string;
  kind: ChargeRow["kind"];
  plan: Words;
  amount_minor: string;
  refunded_minor: string;
  /** What of it goes back by a rule, and not because a person said so. */
  by_itself_minor: string;
  refund_reason: Words | null;
  paid_at: string;
  period_start: CivilDate;
  period_end: CivilDate;
};
/** Proof of what was agreed to: the words as they were shown, when, and their SHA-256. */
export type ConsentReceipt = {
  membership_id: string;
  kind: ConsentRow["kind"];
  language: "en" | "es";
  words: string;
  hash: string;
  at: string;
};
export type OpenPayment = {
  charge_id: string;
  amount_minor: string;
  due_on: string;
  reason: Words;
  /** Null: the card is not tried again by itself. */
  next_try_at: string | null;
  tries_left: number;
  access_until: string;
  ends_on: string;
  /** Waits for its owner to confirm it with the bank. */
  waits_for_you: boolean;
};
/** What a membership is and what it costs next. */
export type MembershipTerms = Pick<
  MembershipRow,
  "membership_id" | "line" | "tier" | "state" | "joined_on" | "cancel_at_period_end" | "next_tier"
> & {
  monthly_minor: string;
  next_charge: { on: string; amount_minor: string } | null;
  /** Days that are paid for, or of the trial. */
  period: { start: string; end: string };
  card: CardRow | null;
};
/** For modules that sell beside it: without the history, the words and the sums that its own page shows. */
export type MembershipBooks = {
  /** Newest first. */
  running: MembershipTerms[];
  /** Of those that run. */
  invoices: Invoice[];
};
export type MembershipView = MembershipTerms &
  Pick<MembershipRow, "zone" | "ends_on" | "benefits_paused" | "partner" | "had_trial" | "end_reason"> & {
    plan: Words;
    open_payment: OpenPayment | null;
    /** What would go back if the trial were cancelled now; null when that is not offered. */
    refund_on_cancel_minor: string | null;
    price_change: { on: string; monthly_minor: string } | null;
    ended_at: string | null;
    history: {
      kind: string;
      from: EventRow["from_state"];
      to: EventRow["to_state"];
      reason: string;
      who: EventRow["who"];
      at: string;
    }[];
  };
export type MembershipPage = {
  /** Those that run, newest first. */
  running: MembershipView[];
  former: MembershipView[];
  invoices: Invoice[];
  /** Newest first. */
  consents: ConsentReceipt[];
  /** The newest card on file, also while no membership runs. */
  card_on_file: CardRow | null;
  opted_out_of_retries: boolean;
  worth: Worth;
};
/** What memberships cost since the first, without those that stand beside it and have a page of their own; and what came back. */
type Worth = { cost_minor: string; benefits_minor: string; cash_back_minor: string };

type Kept = {
  charges: readonly ChargeRow[];
  refunds: Refunds;
  notices: readonly NoticeRow[];
  cards: readonly CardRow[];
};

/** What the books keep of memberships, in as many statements for one as for ten. */
async function readKept(db: Database, rows: readonly MembershipRow[]): Promise<Kept> {
  const ids = rows.map((row) => row.membership_id);
  return {
    charges: await readCharges(db, ids),
    refunds: await readRefunds(db, ids),
    notices: await readNoticesOfAll(db, ids),
    cards: await readCards(
      db,
      rows.map((row) => row.payment_method_id),
    ),
  };
}
const invoicesOf = ({ charges, refunds }: Pick<Kept, "charges" | "refunds">): Invoice[] =>
  charges.flatMap((charge) => invoiceOf(charge, refunds));

export async function readBooks(context: MembershipContext, userId: string): Promise<MembershipBooks> {
  const { db } = context.database;
  const rows = (await readMemberships(db, userId)).filter(({ state }) => state !== "ended");
  const kept = await readKept(db, rows);
  return { running: rows.map((row) => termsOf(context, row, kept)), invoices: invoicesOf(kept) };
}

export async function readMembership(context: MembershipContext, userId: string): Promise<MembershipPage> {
  const { db } = context.database;
  const rows = await readMemberships(db, userId);
  const ids = rows.map((row) => row.membership_id);
  const kept = await readKept(db, rows);
  const opted_out = await isOptedOut(db, userId);
  const views: MembershipView[] = [];
  for (const row of rows) views.push(await viewOf(context, row, kept, opted_out));
  const invoices = invoicesOf(kept);
  return {
    running: views.filter((view) => view.state !== "ended"),
    former: views.filter((view) => view.state === "ended"),
    invoices,
    consents: (await readConsents(db, ids)).map(receiptOf),
    card_on_file: (await readOwnCards(db, userId))[0] ?? null,
    opted_out_of_retries: opted_out,
    worth: await worthOf(context, userId, rows, invoices),
  };
}

/** What memberships cost and brought, for a page that shows nothing else of them. */
export async function readWorth(context: MembershipContext, userId: string): Promise<Worth> {
  const { db } = context.database;
  const rows = await readMemberships(db, userId);
  const ids = rows.map((row) => row.membership_id);
  const paid = { charges: await readCharges(db, ids), refunds: await readRefunds(db, ids) };
  return worthOf(context, userId, rows, invoicesOf(paid));
}

async function worthOf(
  { ledger }: MembershipContext,
  userId: string,
  rows: readonly MembershipRow[],
  invoices: readonly Invoice[],
): Promise<Worth> {
  const main = new Set(rows.filter(({ line }) => line === "main").map((row) => row.membership_id));
  const counted = invoices.filter((one) => main.has(one.membership_id));
  const cost = counted.reduce((sum, one) => sum + BigInt(one.amount_minor) - BigInt(one.refunded_minor), 0n);
  const since = rows.at(-1)?.joined_at;
  let benefits = 0n;
  let cashBack = 0n;
  if (since)
    for (const { kind, amount } of await ledger.movedByKind(userId, since)) {
      if (BENEFIT_KINDS.test(kind)) benefits += amount;
      else if (/^order\./.test(kind)) cashBack += amount;
    }
  return { cost_minor: cost.toString(), benefits_minor: benefits.toString(), cash_back_minor: cashBack.toString() };
}

/** The charge of the period that comes, once it was opened. */
const openOf = (row: MembershipRow, { charges }: Kept): ChargeRow | undefined =>
  charges.find(
    (charge) =>
      charge.membership_id === row.membership_id &&
      charge.kind === "period" &&
      charge.period_start === row.next_charge_on,
  );
const noticesOf = (row: MembershipRow, { notices }: Kept): NoticeRow[] =>
  notices.filter(({ membership_id }) => membership_id === row.membership_id);

function termsOf({ clock }: MembershipContext, row: MembershipRow, kept: Kept): MembershipTerms {
  // What was opened is charged as it is, whatever is announced after it.
  const next = openOf(row, kept)?.amount_minor ?? nextPrice(row, noticesOf(row, kept), dayIn(clock.now(), row.zone));
  const goesOn = row.state !== "ended" && !row.cancel_at_period_end;
  return {
    membership_id: row.membership_id,
    line: row.line,
    tier: row.tier,
    state: row.state,
    joined_on: row.joined_on,
    cancel_at_period_end: row.cancel_at_period_end,
    next_tier: row.next_tier,
    monthly_minor: row.monthly_minor.toString(),
    next_charge: goesOn ? { on: row.next_charge_on, amount_minor: next.toString() } : null,
    period: { start: row.period_start, end: row.next_charge_on },
    card: kept.cards.find((card) => card.payment_method_id === row.payment_method_id) ?? null,
  };
}

async function viewOf(
  context: MembershipContext,
  row: MembershipRow,
  kept: Kept,
  optedOut: boolean,
): Promise<MembershipView> {
  const { db } = context.database;
  const { charges, refunds } = kept;
  const today = dayIn(context.clock.now(), row.zone);
  const open = openOf(row, kept);
  const live = open ? await findLiveAttempt(db, open.charge_id) : null;
  const agenda = agendaOf(
    {
      ...row,
      open_charge: open ? { tries: open.tries, may_retry: open.may_retry, in_flight: false } : null,
      opted_out: optedOut,
      price_told: false,
      sent: new Set(),
    },
    today,
  );
  const trialPrice = charges.find((charge) => charge.membership_id === row.membership_id && charge.kind === "trial");
  const paidBy = row.state === "trial" && trialPrice?.state === "succeeded" ? trialPrice.payment_id : null;
  const trialLeft =
    trialPrice && paidBy
      ? leftOf(trialPrice.amount_minor - (await sumElsewhere(db, paidBy)), ofCharge(trialPrice, refunds))
      : 0n;
  return {
    ...termsOf(context, row, kept),
    zone: row.zone,
    ends_on: shownEnd(row, today),
    benefits_paused: row.benefits_paused,
    partner: row.partner,
    had_trial: row.had_trial,
    end_reason: row.end_reason,
    plan: TIER_NAMES[row.tier],
    open_payment:
      row.state === "past_due" && open
        ? {
            charge_id: open.charge_id,
            amount_minor: open.amount_minor.toString(),
            due_on: open.period_start,
            reason: declineWords(open.decline_code),
            next_try_at: agenda.find((item) => item.do === "retry")?.at.toISOString() ?? null,
            tries_left: Math.max(0, TRY_DAYS.length - open.tries),
            access_until: plusDays(open.period_start, GRACE_DAYS),
            ends_on: plusDays(open.period_start, PAST_DUE_DAYS),
            waits_for_you: live?.state === "requires_action" || open.decline_code === "authentication_required",
          }
        : null,
    refund_on_cancel_minor: trialLeft > 0n && (await isTrialUnused(db, context, row)) ? trialLeft.toString() : null,
    price_change: row.next_tier === null ? announcedPrice(row, noticesOf(row, kept), today) : null,
    ended_at: row.ended_at?.toISOString() ?? null,
    history: (await readEvents(db, row.membership_id)).map((event) => ({
      kind: event.kind,
      from: event.from_state,
      to: event.to_state,
      reason: event.reason,
      who: event.who,
      at: event.at.toISOString(),
    })),
  };
}

export const receiptOf = (row: ConsentRow): ConsentReceipt => ({
  membership_id: row.membership_id,
  kind: row.kind,
  language: row.language,
  words: row.words,
  hash: row.words_hash.toString("hex"),
  at: row.at.toISOString(),
});

type Refunds = Awaited<ReturnType<typeof readRefunds>>;

export const ofCharge = ({ charge_id, payment_id }: ChargeRow, refunds: Refunds): Refunds =>
  refunds.filter((refund) => refund.charge_id === charge_id && refund.payment_id === payment_id);

const sumOf = (refunds: Refunds): bigint => refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);

export function invoiceOf(charge: ChargeRow, refunds: Refunds): Invoice[] {
  if (charge.number === null || !charge.paid_at) return [];
  const all = ofCharge(charge, refunds);
  const [back] = all;
  const refunded = back ? sumOf(all) : charge.state === "refunded" ? charge.amount_minor : 0n;
  return [
    {
      charge_id: charge.charge_id,
      membership_id: charge.membership_id,
      number: invoiceNumber(charge.number),
      kind: charge.kind,
      plan: TIER_NAMES[charge.tier],
      amount_minor: charge.amount_minor.toString(),
      // More than was paid is given back to nobody, also where an older program noted it.
      refunded_minor: (refunded < charge.amount_minor ? refunded : charge.amount_minor).toString(),
      by_itself_minor: sumOf(all.filter(({ by }) => by === null)).toString(),
      refund_reason: back ? reasonWords(back.reason) : null,
      paid_at: charge.paid_at.toISOString(),
      period_start: charge.period_start,
      period_end: charge.period_end,
    },
  ];
}
