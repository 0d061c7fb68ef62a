/**
 * What a store gave back, as its mails tell it (decision 0043). Pure. A store writes of one refund when the goods came and when
 * the money went, and some mails tell what was given back so far: to add them up would take back too much.
 */
import type { Refunded, RefundsNoted } from "./benefits.types.ts";

/** `signed`: whoever says so is the store. */
export type RefundTold = { amount_minor: bigint; signed: boolean };

/** How often one refund is told in the same sum. */
const TIMES_TOLD = 2;

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** `certain`: the largest that one signed mail says. `possible`: all that are told, where two of one sum are one refund. */
export function weighRefunds(told: readonly RefundTold[]): Refunded {
  const certain = told.reduce((most, { amount_minor, signed }) => (signed ? larger(most, amount_minor) : most), 0n);
  let possible = 0n;
  for (const [amount, same] of Map.groupBy(told, ({ amount_minor }) => amount_minor))
    possible += amount * BigInt(Math.ceil(same.length / TIMES_TOLD));
  return { certain, possible };
}

/** A claim without the second figure is older than it. */
export const toldOf = ({ refunded_minor, told_minor }: RefundsNoted): bigint => BigInt(told_minor ?? refunded_minor);

export const tellsMore = (noted: RefundsNoted, { certain, possible }: Refunded): boolean =>
  certain > BigInt(noted.refunded_minor) || possible > toldOf(noted);

/** What was known stays known: a mail that is deleted gives nothing back. */
export const withRefunds = <Noted extends RefundsNoted>(noted: Noted, { certain, possible }: Refunded): Noted => ({
  ...noted,
  refunded_minor: larger(BigInt(noted.refunded_minor), certain).toString(),
  told_minor: larger(toldOf(noted), possible).toString(),
});
