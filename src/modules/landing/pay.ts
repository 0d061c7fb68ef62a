/**
 * The last step: the words that were shown, the card, the first sum; and then the visit ends well. The membership itself
 * takes care that a doubled press pays once; here every way that leads to "paid" ends in the same `endWell`.
 */

import type { Member } from "#identity";
import { chargeId, isZone, type MembershipRefusal, type Paid } from "#membership";
import { addDays } from "#platform/clock";
import { readCookie } from "#platform/http";
import { readEither } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { findBonusOf, findOpenBonuses } from "./bonus-store.ts";
import type { Caller, LandingContext } from "./context.ts";
import { cardKey } from "./draw-keys.ts";
import { joinVisit, settleBonus } from "./give-bonus.ts";
import type { LandingRefusal } from "./messages.ts";
import { viewOf, visitOf } from "./open-visit.ts";
import { findDrawByKeys, type VisitRow } from "./store.ts";
import { OWN_PATHS } from "./upsell/upsell-rules.ts";

export type Payment =
  | { state: "paid"; next: string }
  | { state: "processing"; charge_id: string }
  | { state: "requires_action"; charge_id: string; client_secret: string };
export type PayRefusal = LandingRefusal | MembershipRefusal;
type Signed = Caller & { member: Member };

/** What the trial costs, and from when the month does, if somebody joined today; for a member whose trial was used, without it. */
export type OfferTerms = {
  with_trial: boolean;
  trial_days: number;
  first_minor: string;
  monthly_minor: string;
  today: string;
  first_charge_on: string;
  reminder_on: string | null;
  cancel_by: string;
  consent: { en: string; es: string };
  /** The card that was saved has had a bonus for somebody else: this membership brings none. */
  bonus_already_claimed: boolean;
};
const REMINDER_DAYS = 7;
/** After the payment come the extras, one page each; a page that has nothing to offer leads on by itself. */
const FIRST_EXTRA = OWN_PATHS.plus;

/** Days are those of the visitor's own calendar, as their browser says; a zone that is none is as good as no cookie. */
function zoneOf({ header }: Pick<Caller, "header">): { zone?: string } {
  const zone = readCookie(header("cookie") ?? undefined, "zone");
  return zone && isZone(zone) ? { zone } : {};
}

/** With the card that was saved, its own trial counts too: what holds is what these terms say. */
export async function readTerms(
  context: LandingContext,
  caller: Pick<Caller, "brand" | "member" | "header">,
  setupId?: string,
): Promise<OfferTerms> {
  const quote = await context.membership.quote({
    brand: caller.brand,
    tier: "standard",
    user_id: caller.member?.user_id ?? null,
    ...zoneOf(caller),
    ...(setupId && { setup_id: setupId }),
  });
  const reminder = addDays(new Date(`${quote.first_charge_on}T00:00:00Z`), -REMINDER_DAYS);
  return {
    with_trial: quote.with_trial,
    trial_days: quote.trial_days,
    first_minor: quote.first_minor,
    monthly_minor: quote.monthly_minor,
    today: quote.today,
    first_charge_on: quote.first_charge_on,
    reminder_on: quote.with_trial ? reminder.toISOString().slice(0, 10) : null,
    cancel_by: quote.cancel_by,
    consent: quote.consent,
    bonus_already_claimed: quote.card_key !== null && (await hasBonusOfOther(context, caller, quote.card_key)),
  };
}

async function hasBonusOfOther(
  context: LandingContext,
  caller: Pick<Caller, "brand" | "member" | "header">,
  key: string,
): Promise<boolean> {
  const [draw, visit] = await Promise.all([
    findDrawByKeys(context.database.db, [cardKey(key)]),
    visitOf(context, caller),
  ]);
  return draw !== null && draw.draw_id !== visit?.draw_id;
}

/** The visit, when its turn to pay has come. */
async function payable(context: LandingContext, caller: Signed): Promise<Outcome<VisitRow, PayRefusal>> {
  const visit = await visitOf(context, caller);
  if (!visit) return refused("flow_not_found");
  if (visit.joined_at) return done(visit);
  const view = await viewOf(context, visit, caller);
  return view.step === 5 ? done(visit) : refused("step_out_of_order");
}

export async function startCard(
  context: LandingContext,
  caller: Signed,
): Promise<Outcome<{ client_secret: string }, PayRefusal>> {
  const visit = await payable(context, caller);
  if (!visit.ok) return visit;
  if (visit.value.joined_at) return refused("flow_ended");
  const started = await context.membership.startCard(caller.member.user_id);
  return started.ok ? done({ client_secret: started.value.client_secret }) : started;
}

export async function pay(
  context: LandingContext,
  caller: Signed,
  input: {
    setup_id: string;
    words: string;
    language: "en" | "es";
    no_retries: boolean;
    address: string;
    user_agent: string;
  },
): Promise<Outcome<Payment, PayRefusal>> {
  const visit = await payable(context, caller);
  if (!visit.ok) return visit;
  if (visit.value.joined_at) return done({ state: "paid", next: FIRST_EXTRA });
  if (input.no_retries) await context.membership.optOutOfRetries(caller.member.user_id);
  const joined = await context.membership.join({
    user_id: caller.member.user_id,
    tier: "standard",
    setup_id: input.setup_id,
    ...zoneOf(caller),
    consent: { words: input.words, language: input.language },
    address: input.address,
    user_agent: input.user_agent,
  });
  if (joined.ok) return follow(context, caller, visit.value, joined.value);
  // Paid in another window while this one waited: both go on. Who has a membership from before is told so.
  const paid = joined.code === "already_member" && (await endWell(context, visit.value, caller.member));
  return paid ? done({ state: "paid", next: FIRST_EXTRA }) : joined;
}

/** After 3-D Secure. */
export async function finish(
  context: LandingContext,
  caller: Signed,
  charge: string,
): Promise<Outcome<Payment, PayRefusal>> {
  const visit = await visitOf(context, caller);
  if (!visit) return refused("flow_not_found");
  const charge_id = readEither(chargeId, charge);
  if (!charge_id) return refused("nothing_due");
  const finished = await context.membership.finishPayment({ user_id: caller.member.user_id, charge_id });
  return finished.ok ? follow(context, caller, visit, finished.value) : finished;
}

async function follow(
  context: LandingContext,
  caller: Signed,
  visit: VisitRow,
  paid: Paid,
): Promise<Outcome<Payment, PayRefusal>> {
  if (paid.state === "processing") return done({ state: "processing", charge_id: chargeId.show(paid.charge_id) });
  if (paid.state === "requires_action")
    return done({
      state: "requires_action",
      charge_id: chargeId.show(paid.charge_id),
      client_secret: paid.client_secret,
    });
  await endWell(context, visit, caller.member);
  return done({ state: "paid", next: FIRST_EXTRA });
}

/** Where a visit ends after its summary. */
export const endOf = (visit: VisitRow | null): string =>
  visit?.entered_by === "splandamz" ? "/splamzthanq" : "/awesome";

/**
 * Marks the visit as joined and gives the bonus, when a membership began on its way. Also called when a page is opened, so
 * that an answer that was lost, or a payment that was settled later, ends the same.
 */
export async function endWell(
  context: LandingContext,
  visit: VisitRow,
  member: Pick<Member, "user_id" | "created_at">,
): Promise<boolean> {
  const membership = await context.membership.findMain(member.user_id);
  const began = addDays(visit.created_at, -1).toISOString().slice(0, 10);
  if (!membership || membership.joined_on < began) return false;
  await joinVisit(context, {
    visit_id: visit.visit_id,
    user_id: member.user_id,
    member_since: member.created_at,
    decides_on: membership.next_charge_on,
  });
  return true;
}

/** A bonus decided so long ago is not looked at again: its month cannot go back any more. */
const SETTLED_DAYS = 180;

/**
 * Daily: bonuses whose first full month was paid are confirmed, those of ended memberships and of months that went back are
 * taken back. One member's trouble stops nobody else's; the job ends with the first fault.
 */
export async function settleBonuses(context: LandingContext): Promise<void> {
  const bonuses = await findOpenBonuses(context.database.db, addDays(context.clock.now(), -SETTLED_DAYS));
  const months = await context.membership.firstMonths(
    bonuses.map(({ draw_id, user_id, decides_on, claimed_at }) => ({
      key: draw_id,
      user_id,
      first_charge_on: decides_on,
      since: new Date(`${claimed_at.toISOString().slice(0, 10)}T00:00:00Z`),
    })),
  );
  const faults: unknown[] = [];
  for (const { key, ...facts } of months)
    await settleBonus(context, { draw_id: key, ...facts }).catch((fault) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
}

/** How it ended for a member: the newest membership as the books have it, and the bonus that waits. */
export async function readOutcome(context: LandingContext, userId: string) {
  const { running, invoices } = await context.membership.readBooks(userId);
  const one = running.find((view) => view.line === "main") ?? null;
  const invoice =
    one && invoices.find((paid) => paid.membership_id === one.membership_id && paid.period_start === one.joined_on);
  const bonus = await findBonusOf(context.database.db, userId);
  return {
    membership: one && {
      tier: one.tier as string,
      trial: one.state === "trial",
      joined_on: one.joined_on as string,
      number: invoice?.number ?? null,
      paid_minor: invoice?.amount_minor ?? null,
      card: one.card ? `${one.card.brand.charAt(0).toUpperCase()}${one.card.brand.slice(1)} ${one.card.last4}` : null,
      next: one.next_charge && { on: one.next_charge.on, amount_minor: one.next_charge.amount_minor },
    },
    bonus: bonus?.state === "pending" ? { amount_minor: bonus.amount_minor.toString() } : null,
    extras: running.flatMap((other) => {
      if (other.line === "main") return [];
      const first = invoices.find(
        (paid) => paid.membership_id === other.membership_id && paid.period_start === other.joined_on,
      );
      const next = other.next_charge && {
        on: other.next_charge.on as string,
        amount_minor: other.next_charge.amount_minor,
      };
      return [{ tier: other.tier as string, paid_minor: first?.amount_minor ?? "0", next }];
    }),
  };
}
