/** Of which price a member was told for which day, and what the next charge therefore costs: pure. */
import type { CivilDate } from "#platform/clock";
import { dayIn, daysBetween, plusMonths } from "./calendar.ts";
import type { NoticeRow } from "./record-store.ts";
import { PRICE_NOTICE_DAYS, type Tier } from "./rules.ts";
import type { MembershipRow } from "./store.ts";

type ToldPrice = { on: CivilDate; minor: bigint; turn: number; sent_at: Date };
type Notices = readonly Pick<NoticeRow, "kind" | "period" | "sent_at">[];
type Priced = Pick<
  MembershipRow,
  | "tier"
  | "zone"
  | "anchor_day"
  | "next_tier_minor"
  | "next_price_minor"
  | "next_price_on"
  | "next_charge_on"
  | "monthly_minor"
>;

/** No other price is on its way: what somebody agrees to stands above what was announced for the plan that they had. */
export const NO_NEW_PRICE = { next_price_minor: null, next_price_on: null } as const;

const KIND = /^price_change:(\d+):([a-z]+):(\d+)$/;
const turnOf = (kind: string): number => Number(KIND.exec(kind)?.[1] ?? 0);

/** The plan and the sum are part of what was told, and so is the turn: of two letters about one day the later one is what its reader knows. */
export function priceNotice(notices: Notices, { tier, on, minor }: { tier: Tier; on: CivilDate; minor: bigint }) {
  const turns = notices.filter(({ period }) => period === on).map(({ kind }) => turnOf(kind));
  return `price_change:${Math.max(0, ...turns) + 1}:${tier}:${minor}`;
}

/** What was told last for each day of the price of a plan: letters about another plan say nothing of it. */
export function toldPrices(notices: Notices, tier: Tier): Map<CivilDate, ToldPrice> {
  const last = new Map<CivilDate, ToldPrice>();
  for (const { kind, period, sent_at } of notices) {
    const [, turn, plan, minor] = KIND.exec(kind) ?? [];
    if (turn === undefined || minor === undefined || plan !== tier) continue;
    const told = { on: period, minor: BigInt(minor), turn: Number(turn), sent_at };
    if (told.turn > (last.get(period)?.turn ?? 0)) last.set(period, told);
  }
  return last;
}

/** When the announced price was told for its day; null while it was not, or another one was told after it. */
export function whenTold(row: Priced, notices: Notices): Date | null {
  const told = row.next_price_on && toldPrices(notices, row.tier).get(row.next_price_on);
  return told && told.minor === row.next_price_minor ? told.sent_at : null;
}

/** A price that was not told of in time, and no longer can be, waits for a later period. */
function isInTime(row: Priced, notices: Notices, today: CivilDate): boolean {
  if (row.next_price_on === null) return false;
  const sent = whenTold(row, notices);
  return daysBetween(sent ? dayIn(sent, row.zone) : today, row.next_price_on) >= PRICE_NOTICE_DAYS.least;
}

/** The announced price, and the first day on which it can still be charged. */
export function announcedPrice(row: Priced, notices: Notices, today: CivilDate) {
  const { next_price_on, next_price_minor } = row;
  if (next_price_on === null || next_price_minor === null) return null;
  let on = next_price_on;
  if (!isInTime(row, notices, today))
    while (daysBetween(today, on) < PRICE_NOTICE_DAYS.least) on = plusMonths(on, 1, row.anchor_day);
  return { on, monthly_minor: next_price_minor.toString() };
}

/** What is charged next, and therefore what every letter and page says of it: a plan that begins with the next charge has its own price. */
export function nextPrice(row: Priced, notices: Notices, today: CivilDate): bigint {
  const isDue = row.next_price_on && row.next_price_on <= row.next_charge_on && isInTime(row, notices, today);
  return row.next_tier_minor ?? (isDue ? row.next_price_minor : null) ?? row.monthly_minor;
}
