/** Our own rates, reckoned: what counts of a commission, for which days, and what members get of it. Pure. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { Shares } from "./catalog.types.ts";
import { dayBegins, dayIsOver, isDay } from "./days.ts";

/** All that the network pays. */
export const WHOLE_BPS = 10_000;
/** Twice of it: more is a slip of the pen. */
const MAX_BPS = 20_000;
/** A rate of ours ends: longer than this is no offer but a term of the programme. */
const MAX_DAYS = 366;

export type TypedRate = { share: string; from: string; until: string };
export type ReadRate = { counts_bps: number; starts_at: Date; ends_at: Date };

/** A share of a share. Rounded down, so that nobody is promised more than what was said. */
export const countedShare = (share_bps: number, counts_bps: number): number =>
  Math.floor((share_bps * counts_bps) / WHOLE_BPS);

/** What a brand gives while this counts. */
export const countedShares = ({ member_share_bps, plus_share_bps }: Shares, counts_bps: number): Shares => ({
  member_share_bps: countedShare(member_share_bps, counts_bps),
  plus_share_bps: countedShare(plus_share_bps, counts_bps),
});

/** Whether somebody would get more than the network pays: then the house pays the difference. */
export const isAboveNetwork = (counts_bps: number, most_share_bps: number): boolean =>
  countedShare(most_share_bps, counts_bps) > WHOLE_BPS;

/** The first group of which more than the whole price would count: there members would be paid for buying. */
export const groupAbovePrice = <Group extends { kind: "percent" | "fixed"; bps: number }>(
  groups: readonly Group[],
  counts_bps: number,
): Group | undefined => groups.find(({ kind, bps }) => kind === "percent" && countedShare(bps, counts_bps) > WHOLE_BPS);

/** "125" or "62.5" percent in basis points; null for what is none. */
export function readCounts(text: string): number | null {
  const typed = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!typed) return null;
  const bps = Number(typed[1]) * 100 + Number((typed[2] ?? "").padEnd(2, "0"));
  return bps >= 1 && bps <= MAX_BPS ? bps : null;
}

/** `began`: when it was decided, which is when a rate without a first day begins. */
export function readOwnRate(typed: TypedRate, began: Date): Outcome<ReadRate, "bad_rate"> {
  const wrong = (why: string) => refused("bad_rate" as const, { why });
  const counts_bps = readCounts(typed.share);
  if (counts_bps === null) return wrong("What counts is a number of percent from 0.01 to 200, such as 125 or 62.5.");
  if (counts_bps === WHOLE_BPS)
    return wrong("100% is what counts without us saying so: take back what stands instead.");
  for (const day of [typed.from, typed.until])
    if (day !== "" && !isDay(day)) return wrong("A day is written as 2026-11-30.");
  if (typed.until === "") return wrong("It needs a last day: it ends by itself.");
  const starts_at = typed.from === "" ? began : dayBegins(typed.from);
  const ends_at = dayIsOver(typed.until);
  if (ends_at <= starts_at || typed.until < typed.from) return wrong("It ends before it starts.");
  if (ends_at <= began) return wrong("Its last day is over.");
  if (starts_at < began && typed.from !== "" && dayIsOver(typed.from) <= began)
    return wrong("Its first day is over: nobody's click can be changed any more.");
  if (ends_at.getTime() - starts_at.getTime() > MAX_DAYS * 86_400_000) return wrong("It lasts a year at most.");
  return done({ counts_bps, starts_at: starts_at < began ? began : starts_at, ends_at });
}

export type OwnRateState = "comes" | "runs" | "over" | "taken back";
export const OWN_RATE_STATES = ["runs", "comes", "over", "taken back"] as const satisfies readonly OwnRateState[];

export function ownRateState(
  { starts_at, ends_at, ended_at }: { starts_at: Date; ends_at: Date; ended_at: Date | null },
  now: Date,
): OwnRateState {
  if (ended_at !== null) return "taken back";
  if (ends_at <= now) return "over";
  return starts_at > now ? "comes" : "runs";
}

/** "2026-11-28, 05:00 UTC": within a sentence, where nothing else writes it in the reader's own time. */
export const instantWords = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", ", ")} UTC`;
