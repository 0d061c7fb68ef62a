/** Of which price a member was told for which day, and what the next charge therefore costs: pure. */
import type { CivilDate } from "#platform/clock";
import type { NoticeRow } from "./record-store.ts";
import type { MembershipRow } from "./store.ts";

export type ToldPrice = { on: CivilDate; minor: bigint; turn: number; sent_at: Date };

/** No other price is on its way: what somebody agrees to stands above what was announced for the plan that they had. */
export const NO_NEW_PRICE = { next_price_minor: null, next_price_on: null } as const;

const KIND = /^price_change:(\d+):(\d+)$/;
/** The sum is part of what was told, and so is the turn: of two letters about one day the later one is what its reader knows. */
export const priceNotice = (before: ToldPrice | undefined, minor: bigint): string =>
  `price_change:${(before?.turn ?? 0) + 1}:${minor}`;

/** What was told last for each day. */
export function toldPrices(notices: readonly NoticeRow[]): Map<CivilDate, ToldPrice> {
  const last = new Map<CivilDate, ToldPrice>();
  for (const { kind, period, sent_at } of notices) {
    const [, turn, minor] = KIND.exec(kind) ?? [];
    if (turn === undefined || minor === undefined) continue;
    const told = { on: period, minor: BigInt(minor), turn: Number(turn), sent_at };
    if (told.turn > (last.get(period)?.turn ?? 0)) last.set(period, told);
  }
  return last;
}

/** A plan that begins with the next charge has its own price; the plan that runs has the one that was announced by then. */
export function nextPrice(
  row: Pick<
    MembershipRow,
    "next_tier_minor" | "next_price_minor" | "next_price_on" | "next_charge_on" | "monthly_minor"
  >,
): bigint {
  const announced = row.next_price_on && row.next_price_on <= row.next_charge_on ? row.next_price_minor : null;
  return row.next_tier_minor ?? announced ?? row.monthly_minor;
}
