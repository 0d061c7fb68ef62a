/**
 * A better plan begins at once and costs the difference for the days that are left; a cheaper one begins with the next
 * period. In a trial either begins at once and costs nothing before the first full charge.
 */
import type { Database, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { showUsd } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { dayIn } from "./calendar.ts";
import { openAttempt } from "./charge-card.ts";
import { findCharge, findLiveAttempt, insertCharge, saveCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { askAndTell, type Paid } from "./join-membership.ts";
import { reschedule } from "./keep-agenda.ts";
import * as letters from "./letters.ts";
import { type MembershipRefusal, TIER_NAMES } from "./messages.ts";
import { hasOpenAccount } from "./open-account.ts";
import { longDay } from "./quote.ts";
import { insertConsent, readNotices } from "./record-store.ts";
import { sumOpenRefunds } from "./refund-store.ts";
import { LINE_OF, planOf, statementOf, type Tier, upgradeCost } from "./rules.ts";
import { findRunning, lockMembership, type MembershipRow, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";
import { NO_NEW_PRICE, nextPrice, whenTold } from "./told-prices.ts";

export type PlanQuote = {
  tier: Tier;
  monthly_minor: string;
  /** Charged now; "0" for nothing. */
  now_minor: string;
  begins_on: string;
  next_charge_on: string;
  consent: { en: string; es: string };
};

async function quoteChange(
  runner: Database | Tx,
  context: MembershipContext,
  row: MembershipRow,
  tier: Tier,
): Promise<PlanQuote> {
  const brand = context.brandOf(row.partner);
  // Who stays with the plan they have keeps the price they have, or pays the one that was announced for the next charge.
  const stays = tier === row.tier;
  const today = dayIn(context.clock.now(), row.zone);
  const monthly = stays
    ? nextPrice({ ...row, next_tier_minor: null }, await readNotices(runner, row.membership_id), today)
    : planOf(brand, tier).monthly_minor;
  const better = !stays && monthly > row.monthly_minor;
  const cost =
    better && row.state === "active"
      ? upgradeCost({
          from_minor: row.monthly_minor,
          to_minor: monthly,
          period_start: row.period_start,
          period_end: row.next_charge_on,
          today,
        })
      : 0n;
  const begins = better || row.state === "trial" ? today : row.next_charge_on;
  const [price, now] = [showUsd(monthly), showUsd(cost)];
  const next = row.next_charge_on;
  return {
    tier,
    monthly_minor: monthly.toString(),
    now_minor: cost.toString(),
    begins_on: begins,
    next_charge_on: next,
    consent: {
      en: `${brand.name} ${TIER_NAMES[tier].en} from ${longDay(begins, "en")}: I pay ${now} today, ${price} on ${longDay(next, "en")}, and then ${price} every month, until I cancel. I can cancel online at any time.`,
      es: `${TIER_NAMES[tier].es} de ${brand.name} desde el ${longDay(begins, "es")}: pago ${now} hoy, ${price} el ${longDay(next, "es")}, y después ${price} cada mes, hasta que cancele. Puedo cancelar en línea cuando quiera.`,
    },
  };
}

export async function quotePlan(
  context: MembershipContext,
  input: { user_id: string; tier: Tier },
): Promise<Outcome<PlanQuote, MembershipRefusal>> {
  const { db } = context.database;
  const row = await findRunning(db, input.user_id, LINE_OF[input.tier]);
  return row ? done(await quoteChange(db, context, row, input.tier)) : refused("no_membership");
}

export async function changePlan(
  context: MembershipContext,
  input: {
    user_id: string;
    tier: Tier;
    consent: { words: string; language: "en" | "es" };
    address: string;
    user_agent: string;
  },
): Promise<Outcome<Paid | { state: "changed"; membership_id: string }, MembershipRefusal>> {
  const now = context.clock.now();
  type Step = { membership_id: string; charge_id: string | null };
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<Step, MembershipRefusal>> => {
    const found = await findRunning(tx, input.user_id, LINE_OF[input.tier]);
    const row = found ? await lockMembership(tx, found.membership_id) : null;
    if (!row || row.state === "ended") return refused("no_membership");
    if (!(await hasOpenAccount(tx, context, input.user_id))) return refused("not_signed_in");
    if (row.state === "past_due") return refused("payment_past_due");
    if (row.cancel_at_period_end) return refused("already_canceled");
    if ((row.next_tier ?? row.tier) === input.tier) return refused("same_plan");
    const due = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
    const before = await findCharge(tx, row.membership_id, "upgrade", row.period_start);
    if (due) return refused("payment_open");
    const live = before ? await findLiveAttempt(tx, before.charge_id) : null;
    if (live) return done({ membership_id: row.membership_id, charge_id: live.charge_id });
    const offered = await quoteChange(tx, context, row, input.tier);
    if (offered.consent[input.consent.language] !== input.consent.words) return refused("terms_changed");
    const monthly = BigInt(offered.monthly_minor);
    const cost = BigInt(offered.now_minor);
    // What was paid stays as it is: one that nobody owed is on its way back, and is asked for anew once it is there, or settled by a person.
    const back = before?.state === "succeeded" ? before.payment_id : null;
    if (cost > 0n && back && (await sumOpenRefunds(tx, back)) > 0n) return refused("payment_open");
    await insertConsent(tx, {
      consent_id: newId("membership"),
      membership_id: row.membership_id,
      user_id: row.user_id,
      kind: "change_plan",
      language: input.consent.language,
      words: input.consent.words,
      facts: {
        tier: offered.tier,
        monthly_minor: offered.monthly_minor,
        now_minor: offered.now_minor,
        begins_on: offered.begins_on,
      },
      address: input.address.slice(0, 100),
      user_agent: input.user_agent.slice(0, 500),
      at: now,
    });
    if (cost > 0n) {
      const sum = { tier: input.tier, amount_minor: cost, monthly_minor: monthly, period_end: row.next_charge_on };
      const charge =
        before && before.state !== "refunded" && before.state !== "succeeded"
          ? await saveCharge(tx, before, sum)
          : await insertCharge(tx, {
              charge_id: newId("charge"),
              membership_id: row.membership_id,
              kind: "upgrade",
              period_start: row.period_start,
              created_at: now,
              ...sum,
            });
      await openAttempt(tx, charge, {
        payment_method_id: row.payment_method_id,
        customer_id: row.customer_id,
        off_session: false,
        statement: statementOf(context.brandOf(row.partner).name, false),
        at: now,
      });
      return done({ membership_id: row.membership_id, charge_id: charge.charge_id });
    }
    const atOnce = offered.begins_on !== row.next_charge_on || row.state === "trial";
    // Back to the plan that runs: the change that waited is dropped.
    const kept = row.tier === input.tier;
    // A price that was told and is not in these words is given up by them; one that is still to be told comes in its own time.
    const given = monthly !== row.next_price_minor && whenTold(row, await readNotices(tx, row.membership_id)) !== null;
    const saved = await saveMembership(
      tx,
      row,
      kept
        ? { next_tier: null, next_tier_minor: null, ...(given ? NO_NEW_PRICE : {}) }
        : atOnce
          ? { tier: input.tier, monthly_minor: monthly, next_tier: null, next_tier_minor: null, ...NO_NEW_PRICE }
          : { next_tier: input.tier, next_tier_minor: monthly },
      { kind: "plan_changed", reason: input.tier, who: "member", at: now },
    );
    await tell(
      tx,
      context,
      { ...saved, tier: input.tier, monthly_minor: monthly },
      { kind: `plan_changed:${now.getTime()}`, period: dayIn(now, row.zone), letter: letters.planChanged },
      { amount_minor: monthly.toString(), on: row.next_charge_on, until: offered.begins_on },
    );
    await reschedule(tx, context, saved);
    return done({ membership_id: row.membership_id, charge_id: null });
  });
  context.identity.forgetMember(input.user_id);
  if (!outcome.ok) return outcome;
  const { charge_id, membership_id } = outcome.value;
  return charge_id ? askAndTell(context, charge_id) : done({ state: "changed", membership_id });
}

/** Takes back a change that waits for the next period: the plan that runs goes on at the price that was agreed for it. */
export async function keepPlan(
  context: MembershipContext,
  input: { user_id: string; membership_id: string },
): Promise<Outcome<null, MembershipRefusal>> {
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<null, MembershipRefusal>> => {
    const row = await lockMembership(tx, input.membership_id);
    if (row?.user_id !== input.user_id || row.state === "ended") return refused("no_membership");
    if (!row.next_tier) return refused("nothing_planned");
    // What is being charged now was opened for the plan that was asked for.
    if (await findCharge(tx, row.membership_id, "period", row.next_charge_on)) return refused("payment_open");
    const now = context.clock.now();
    const today = dayIn(now, row.zone);
    const saved = await saveMembership(
      tx,
      row,
      { next_tier: null, next_tier_minor: null },
      { kind: "plan_kept", reason: row.tier, who: "member", at: now },
    );
    const monthly = nextPrice(saved, await readNotices(tx, row.membership_id), today);
    await tell(
      tx,
      context,
      { ...saved, monthly_minor: monthly },
      { kind: `plan_changed:${now.getTime()}`, period: today, letter: letters.planChanged },
      { amount_minor: monthly.toString(), on: saved.next_charge_on, until: today },
    );
    await reschedule(tx, context, saved);
    return done(null);
  });
  context.identity.forgetMember(input.user_id);
  return outcome;
}
