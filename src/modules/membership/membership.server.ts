/** The door of the membership: plans and prices, joining, charges on their days, cards, plans, and an honest end. */

import { addDays } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { billMembership } from "./bill-membership.ts";
import { dayIn } from "./calendar.ts";
import { allowRetries, cancel, optOutOfRetries, resume, tellWhy } from "./cancel-membership.ts";
import { readBankPayouts, readProcessorAt } from "./cash-store.ts";
import { changePlan, keepPlan, quotePlan } from "./change-plan.ts";
import { changePrice, planPrice } from "./change-price.ts";
import type { MembershipContext, MembershipDeps, UseProbe } from "./context.ts";
import { type Decision, decideCase } from "./decide-case.ts";
import { createMembershipDesk } from "./desk/membership-desk.ts";
import { shownEnd } from "./end-membership.ts";
import { countRunning, readCohorts, readMovements } from "./figure-store.ts";
import { followAttempt, readEvents, takeEvent, takeWebhook } from "./follow-payments.ts";
import { BILL, DETACH, FOLLOW } from "./job-kinds.ts";
import { finishPayment, join, quote, startCard } from "./join-membership.ts";
import { joinWithSavedCard, quoteSavedCard } from "./join-with-saved-card.ts";
import { detachCards, leaveAccount, moveMemberships } from "./leave-account.ts";
import { findNextDue, takeDue, takeLeft, takeWaitingAttempts } from "./look-store.ts";
import { readMemberData } from "./member-data-store.ts";
import type { MembershipRefusal } from "./messages.ts";
import { readCounts } from "./operator-store.ts";
import { findPersonCases } from "./person-store.ts";
import { readInvoice } from "./read-invoice.ts";
import { readBooks, readMembership, readWorth } from "./read-membership.ts";
import { reconcile } from "./reconcile.ts";
import { isOptedOut } from "./record-store.ts";
import { asksSecondToRefund, type RefundByHand, refundByHand } from "./refund-by-hand.ts";
import { adoptRefunds, createRefundProvider, followRefund, REFUND_KIND } from "./refund-payment.ts";
import { hasPaidMonth, readCardKeys, readFirstMonths, readPaidMonths } from "./reward-store.ts";
import { checkPlans, type Tier } from "./rules.ts";
import { showPage, showView } from "./show-membership.ts";
import { createLinks, type LinkPurpose } from "./signed-links.ts";
import {
  closeJoin,
  findRunning,
  lockOpenJoins,
  lockPerson,
  readJoin,
  readMemberships,
  readWithPlans,
} from "./store.ts";
import { payOpen, updateCard } from "./update-card.ts";

export { isZone } from "#platform/zone";
export * from "./accounts.ts";
export type { Cancelled } from "./cancel-membership.ts";
export type { PlanQuote } from "./change-plan.ts";
export type { Decision } from "./decide-case.ts";
export { chargeId, membershipId } from "./ids.ts";
export type { JoinInput, Paid } from "./join-membership.ts";
export type { MembershipRefusal } from "./messages.ts";
export { MEMBERSHIP_REFUSALS } from "./messages.ts";
export type { PersonCase } from "./person-store.ts";
export type { Processor } from "./processor.types.ts";
export type { Quote } from "./quote.ts";
export type { InvoicePage } from "./read-invoice.ts";
export type {
  ConsentReceipt,
  Invoice,
  MembershipBooks,
  MembershipPage,
  MembershipTerms,
  MembershipView,
  OpenPayment,
} from "./read-membership.ts";
export type { FirstMonth } from "./reward-store.ts";
export { type MembershipState, TIERS, type Tier } from "./rules.ts";
export type { CardUpdated } from "./update-card.ts";

/** A payment whose answer has not come for so long is asked for. */
const LOST_AFTER_MINUTES = 10;
/** Rows of a kind that one sweep looks at; the others come next time, and before those. */
const MAX_SWEEP = 500;

export function createMembership(deps: MembershipDeps) {
  deps.partners.registerCheck((brand) => checkPlans([brand]));
  readEvents(deps.inbox);
  const { settings, clock, database, partners } = deps;
  const context: MembershipContext = {
    ...deps,
    links: createLinks({
      secret: deps.secret,
      publicUrl: settings.PUBLIC_URL,
      clock,
    }),
    probes: [],
    brandOf: (partner) => partners.select({ partner, host: "" }),
  };
  const { db } = database;
  const ownerOf = async (purpose: LinkPurpose, token: string) => {
    const membership_id = context.links.read(purpose, token);
    const row = membership_id ? await readJoin(db, membership_id) : null;
    return row ? { membership_id: row.membership_id, user_id: row.user_id } : null;
  };
  async function sweep(): Promise<void> {
    const now = clock.now();
    const before = addDays(now, -LOST_AFTER_MINUTES / 1_440);
    const keep = { if_there: "keep" as const };
    await database.transaction(async (tx) => {
      const due = await takeDue(tx, now, 5_000);
      const waiting = await takeWaitingAttempts(tx, now, MAX_SWEEP);
      const left = await takeLeft(tx, now, before, MAX_SWEEP);
      await addJobs(tx, [
        ...due.map((membership_id) => BILL.with({ membership_id }, keep)),
        ...waiting.map((attempt_id) => FOLLOW.with({ attempt_id }, keep)),
        ...left.map((user_id) => DETACH.with({ user_id }, keep)),
      ]);
    });
    await database.transaction((tx) => adoptRefunds(tx, context));
  }
  deps.payables.registerProvider(createRefundProvider(context));
  deps.payables.follow(REFUND_KIND, { changed: (tx, payable) => followRefund(tx, context, payable) });
  return {
    /** Price, trial end and first charge as amounts and calendar days; no card is asked for before. */
    quote: (input: Parameters<typeof quote>[1]) => quote(context, input),
    startCard: (userId: string) => startCard(context, userId),
    join: (input: Parameters<typeof join>[1]) => join(context, input),
    /** The same with the card that is on file: for a member who takes another line beside the one that runs. */
    quoteSavedCard: (input: Parameters<typeof quoteSavedCard>[1]) => quoteSavedCard(context, input),
    joinWithSavedCard: (input: Parameters<typeof joinWithSavedCard>[1]) => joinWithSavedCard(context, input),
    /** After 3-D Secure, for joins, upgrades and payments that were due. */
    finishPayment: (input: Parameters<typeof finishPayment>[1]) => finishPayment(context, input),
    /** For the statement of the books: what the processor held at an instant, and what it had paid out to our bank. */
    processorAt: readProcessorAt,
    bankPayouts: readBankPayouts,
    cancel: (input: { user_id: string; membership_id: string; refund?: boolean }) =>
      cancel(context, { ...input, who: "member" }),
    /** What operators look for; and the memberships of a member, for their page. */
    desk: createMembershipDesk(db),
    /** Newest first, also those that have ended, each with the plans that it has had. */
    membershipsOf: (userId: string, runner: Database | Tx = db) => readWithPlans(runner, userId),
    /** Which day it is at an instant where a membership's member lives. */
    dayOf: dayIn,
    cancelByOperator: (membershipId: string) =>
      cancel(context, { membership_id: membershipId, user_id: null, who: "operator" }),
    /** Nobody signs in any more: nothing more is charged, and what is paid for runs out. */
    async cancelAll(userId: string): Promise<void> {
      await database.transaction(async (tx) => {
        await lockPerson(tx, userId);
        for (const { membership_id } of await lockOpenJoins(tx, [userId]))
          await closeJoin(tx, membership_id, "failed", clock.now());
      });
      // Also one that was cancelled before: it may be being taken up again, and cancelled twice is told once.
      for (const row of await readMemberships(db, userId))
        if (row.state !== "ended")
          await cancel(context, { user_id: null, membership_id: row.membership_id, who: "operator" });
    },
    tellWhy: (input: Parameters<typeof tellWhy>[1]) => tellWhy(context, input),
    resume: (input: { user_id: string; membership_id: string }) => resume(context, input),
    quotePlan: (input: { user_id: string; tier: Tier }) => quotePlan(context, input),
    changePlan: (input: Parameters<typeof changePlan>[1]) => changePlan(context, input),
    keepPlan: (input: Parameters<typeof keepPlan>[1]) => keepPlan(context, input),
    updateCard: (input: { user_id: string; setup_id: string }) => updateCard(context, { ...input, who: "member" }),
    payOpen: (input: { user_id: string; membership_id: string }) => payOpen(context, input),
    optOutOfRetries: (userId: string) => optOutOfRetries(context, { user_id: userId, via: "member" }),
    allowRetries: (userId: string) => allowRetries(context, userId),
    readMembership: (userId: string) => readMembership(context, userId),
    /** The same for its member's own pages, under the ids that they may see. */
    membershipPage: async (userId: string) => showPage(await readMembership(context, userId)),
    readBooks: (userId: string) => readBooks(context, userId),
    readWorth: (userId: string) => readWorth(context, userId),
    /** A member's own membership while it runs (the shipping membership stands beside it); null without one. */
    findMain: (userId: string) => findRunning(db, userId, "main"),
    firstMonths: (asked: Parameters<typeof readFirstMonths>[1]) => readFirstMonths(db, asked),
    /** What months from a day on cost, and what of it stayed with us: rebates are for who paid. */
    paidMonths: (asked: Parameters<typeof readPaidMonths>[1]) => readPaidMonths(db, asked),
    /** Whether a whole month was paid in a span of time; and which cards are a member's, as hashes. For rewards. */
    hasPaidMonth,
    cardKeys: readCardKeys,
    /** What the account says of its member in a word or two; null without a membership that runs. */
    async standing(userId: string) {
      const row = await findRunning(db, userId, "main");
      return row && { ends_on: row.cancel_at_period_end ? shownEnd(row, dayIn(clock.now(), row.zone)) : null };
    },
    /** One charge as its own document; null for a number that is not this member's. */
    readInvoice: (userId: string, number: string) => readInvoice(context, userId, number),

    /** What a signed link is about, for the page that asks once more; null for one that is forged or too old. */
    async readLink(purpose: LinkPurpose, token: string) {
      const owner = await ownerOf(purpose, token);
      if (!owner) return null;
      const page = await readMembership(context, owner.user_id);
      const view = [...page.running, ...page.former].find((one) => one.membership_id === owner.membership_id);
      return view ? { ...owner, membership: showView(view) } : null;
    },
    /** Whose membership a signed link is about, for pages that change nothing of the membership itself. */
    linkOwner: async (purpose: LinkPurpose, token: string) => (await ownerOf(purpose, token))?.user_id ?? null,
    optedOut: (userId: string) => isOptedOut(db, userId),
    async cancelByLink(token: string, refund = false) {
      const owner = await ownerOf("cancel", token);
      // The membership alone is named: whoever owns it by now, after accounts were merged, is its member.
      if (!owner) return refused<MembershipRefusal>("link_invalid");
      return cancel(context, { membership_id: owner.membership_id, user_id: null, refund, who: "link" });
    },
    async startCardByLink(token: string) {
      const owner = await ownerOf("card", token);
      return owner ? startCard(context, owner.user_id) : refused<MembershipRefusal>("link_invalid");
    },
    async updateCardByLink(token: string, setupId: string) {
      const owner = await ownerOf("card", token);
      return owner
        ? updateCard(context, { user_id: owner.user_id, setup_id: setupId, who: "link" })
        : refused<MembershipRefusal>("link_invalid");
    },
    async optOutByLink(token: string): Promise<Outcome<null, MembershipRefusal>> {
      const owner = await ownerOf("no-retry", token);
      if (!owner) return refused("link_invalid");
      await optOutOfRetries(context, { user_id: owner.user_id, via: "link" });
      return done(null);
    },
    makeLink: context.links.make,

    bill: (membershipId: string) => billMembership(context, membershipId),
    follow: (attemptId: string) => followAttempt(context, attemptId),
    takeWebhook: (raw: Buffer, signature: string) => takeWebhook(context, raw, signature),
    takeEvent: (eventId: string) => takeEvent(context, eventId),
    reconcile: () => reconcile(context),
    /** What happened to memberships in a span of time; charges in cents. */
    movements: (span: { from: Date; to: Date }) => readMovements(db, span),
    countRunning: () => countRunning(db),
    cohorts: (span: { from: Date; to: Date }, months: readonly number[]) => readCohorts(db, span, months),
    counts: (span: { from: Date; to: Date }) => readCounts(db, span),
    /** What only a person can decide, longest waiting first. */
    personCases: (most = 500) => findPersonCases(db, most),
    /** By hand, whole or in part. */
    refundByHand: (input: RefundByHand) => refundByHand(context, input),
    asksSecondToRefund: (asked: Parameters<typeof asksSecondToRefund>[1]) => asksSecondToRefund(context, asked),
    decideCase: (id: string, decision: Decision) => decideCase(context, id, decision),
    sweep,
    /** For who moves the clock: when something is due next. */
    nextDue: (after: Date) => findNextDue(db, after),
    planPrice: (input: Parameters<typeof planPrice>[1]) => planPrice(context, input),
    changePrice: (input: Parameters<typeof changePrice>[1]) => changePrice(context, input),
    /** What the copy holds that a member may ask for, and what happens to memberships when an account ends or goes over. */
    data: {
      name: "membership",
      read: readMemberData,
      erase: (tx: Tx, userId: string) => leaveAccount(tx, context, userId),
    },
    moveMember: (tx: Tx, move: { from: string; to: string }) => moveMemberships(tx, context, move),
    detachCards: (userId: string) => detachCards(context, userId),
    /** Higher modules say whether a trial was used in their part. */
    registerUse(probe: UseProbe): void {
      context.probes.push(probe);
    },
  };
}
export type Membership = ReturnType<typeof createMembership>;
/** What screens may ask of the membership. */
export type MembershipService = Pick<
  Membership,
  | "quote"
  | "startCard"
  | "join"
  | "quoteSavedCard"
  | "joinWithSavedCard"
  | "finishPayment"
  | "cancel"
  | "resume"
  | "tellWhy"
  | "quotePlan"
  | "changePlan"
  | "keepPlan"
  | "updateCard"
  | "payOpen"
  | "optOutOfRetries"
  | "allowRetries"
  | "readMembership"
  | "membershipPage"
  | "findMain"
  | "standing"
  | "readInvoice"
  | "readLink"
  | "cancelByLink"
  | "startCardByLink"
  | "updateCardByLink"
  | "optOutByLink"
  | "linkOwner"
  | "optedOut"
>;
