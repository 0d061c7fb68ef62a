/** A new price for those who are members already: told in time, with the way out, and never charged before. */
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { dayIn, daysBetween, plusMonths } from "./calendar.ts";
import { findCharge } from "./charge-store.ts";
import type { MembershipContext } from "./context.ts";
import { reschedule } from "./keep-agenda.ts";
import { priceStays } from "./letters-of-prices.ts";
import { readNotices } from "./record-store.ts";
import { PRICE_NOTICE_DAYS, type Tier } from "./rules.ts";
import { findPricedOtherwise, lockMembership, type MembershipRow, readMany, saveMembership } from "./store.ts";
import { tell } from "./tell-member.ts";
import { NO_NEW_PRICE, priceNotice, toldPrices } from "./told-prices.ts";

export type PriceInput = { partner: string; tier: Tier; monthly_minor: bigint };
/** `earliest` and `latest` are the days of the first charges at the new price; null when it concerns nobody. */
export type PricePlan = { memberships: number; earliest: CivilDate | null; latest: CivilDate | null };

/** The first charge of a new price. What is being charged, or is told of already, keeps its own. */
function firstDay(row: MembershipRow, today: CivilDate): CivilDate {
  const first: CivilDate =
    row.state === "active" ? row.next_charge_on : plusMonths(row.next_charge_on, 1, row.anchor_day);
  return daysBetween(today, first) > PRICE_NOTICE_DAYS.least ? first : plusMonths(first, 1, row.anchor_day);
}

const concerns = (row: MembershipRow | null, input: PriceInput): row is MembershipRow =>
  row !== null &&
  row.state !== "ended" &&
  row.tier === input.tier &&
  (row.next_price_minor ?? row.monthly_minor) !== input.monthly_minor;

/** Since when a price holds that is the one of the plan as it runs. */
const dayOfPrice = (row: MembershipRow, input: PriceInput, today: CivilDate): CivilDate =>
  row.monthly_minor === input.monthly_minor ? row.next_charge_on : firstDay(row, today);

/** Whom a new price would concern and from when, without changing anything. */
export async function planPrice(context: MembershipContext, input: PriceInput): Promise<PricePlan> {
  const { db } = context.database;
  const ids = await findPricedOtherwise(db, input.partner, input.tier, input.monthly_minor);
  const now = context.clock.now();
  const days = (await readMany(db, ids))
    .filter((row) => concerns(row, input))
    .map((row) => dayOfPrice(row, input, dayIn(now, row.zone)))
    .sort();
  return { memberships: days.length, earliest: days[0] ?? null, latest: days.at(-1) ?? null };
}

/** Returns how many memberships it concerns. Done again, it concerns none. */
export async function changePrice(context: MembershipContext, input: PriceInput): Promise<number> {
  const ids = await findPricedOtherwise(context.database.db, input.partner, input.tier, input.monthly_minor);
  let changed = 0;
  for (const id of ids)
    changed += await context.database.transaction(async (tx) => {
      const row = await lockMembership(tx, id);
      if (!concerns(row, input)) return 0;
      const on = firstDay(row, dayIn(context.clock.now(), row.zone));
      const isBack = (await runningPrice(tx, row)) === input.monthly_minor;
      const saved = await saveMembership(
        tx,
        row,
        isBack ? NO_NEW_PRICE : { next_price_minor: input.monthly_minor, next_price_on: on },
        {
          kind: isBack ? "price_kept" : "price_change",
          reason: isBack ? row.next_charge_on : on,
          who: "operator",
          at: context.clock.now(),
        },
      );
      if (isBack) await tellTakenBack(tx, context, saved, input.monthly_minor);
      await reschedule(tx, context, saved);
      return 1;
    });
  return changed;
}

/** What goes on when nothing is announced. A charge that was opened keeps its own price, and it goes on at that. */
export async function runningPrice(tx: Tx, row: MembershipRow): Promise<bigint> {
  const open = await findCharge(tx, row.membership_id, "period", row.next_charge_on);
  return open?.tier === row.tier ? open.monthly_minor : row.monthly_minor;
}

/** Whoever was told of another price for a day to come would pay it in their mind, or leave because of it. */
async function tellTakenBack(tx: Tx, context: MembershipContext, row: MembershipRow, minor: bigint): Promise<void> {
  const today = dayIn(context.clock.now(), row.zone);
  const notices = await readNotices(tx, row.membership_id);
  for (const told of toldPrices(notices, row.tier).values())
    if (told.on >= today && told.minor !== minor)
      await tell(
        tx,
        context,
        { ...row, monthly_minor: minor },
        {
          kind: priceNotice(notices, { tier: row.tier, on: told.on, minor }),
          period: told.on,
          letter: priceStays,
        },
        { amount_minor: minor.toString(), old_minor: told.minor.toString(), on: told.on },
      );
}
