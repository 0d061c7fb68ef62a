/**
 * How much a person may move by hand alone and with a second one, whatever it is: a credit, a debit, a refund. Amounts are cents;
 * what is taken counts as much as what is given.
 */
import { parseMajor } from "#platform/money";

/** What one may do alone for one member in a month and for all in a day; then a second person is asked. */
export const ALONE = { member_month: 2_500n, operator_day: 10_000n } as const;
/** What nobody may pass, two or not. */
export const CEILING = { press: 50_000n, operator_day: 100_000n } as const;

/** Both as absolute sums: what was done alone before, what with a second person as well. */
export type HandSums = { member_month: bigint; operator_day: bigint; operator_day_all: bigint };

export const needsSecond = (amount: bigint, sums: HandSums): boolean =>
  sums.member_month + amount > ALONE.member_month || sums.operator_day + amount > ALONE.operator_day;
export const isTooMuch = (amount: bigint, sums: HandSums): boolean =>
  amount > CEILING.press || sums.operator_day_all + amount > CEILING.operator_day;

/** "12.50" as cents; null for what is no amount above nothing. */
export function readAmount(text: string | undefined): bigint | null {
  const minor = /^\$?\d{1,6}(\.\d{1,2})?$/.test(text?.trim() ?? "") ? parseMajor(text?.trim().replace("$", "")) : null;
  return minor !== null && minor > 0n ? minor : null;
}
