/** A new price for those who are members already: told in time, with the way out, and never charged before. */
import type { CivilDate } from "#platform/clock";
import { dayIn, daysBetween, plusMonths } from "./calendar.ts";
import type { MembershipContext } from "./context.ts";
import { reschedule } from "./keep-agenda.ts";
import { PRICE_NOTICE_DAYS, type Tier } from "./rules.ts";
import { findPricedOtherwise, lockMembership, type MembershipRow, readMany, saveMembership } from "./store.ts";

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
  row !== null && row.state !== "ended" && row.next_price_minor !== input.monthly_minor;

/** Whom a new price would concern and from when, without changing anything. */
export async function planPrice(context: MembershipContext, input: PriceInput): Promise<PricePlan> {
  const { db } = context.database;
  const ids = await findPricedOtherwise(db, input.partner, input.tier, input.monthly_minor);
  const now = context.clock.now();
  const days = (await readMany(db, ids))
    .filter((row) => concerns(row, input))
    .map((row) => firstDay(row, dayIn(now, row.zone)))
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
      const saved = await saveMembership(
        tx,
        row,
        { next_price_minor: input.monthly_minor, next_price_on: on },
        { kind: "price_change", reason: on, who: "operator", at: context.clock.now() },
      );
      await reschedule(tx, context, saved);
      return 1;
    });
  return changed;
}
