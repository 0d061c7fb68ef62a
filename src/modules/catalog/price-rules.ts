/** What prices over time say. Pure. Days are `YYYY-MM-DD` in UTC, prices are cents. */
import { parseTyped } from "#platform/money";
import type { PriceHistory } from "./catalog.types.ts";

/** From its day on a listing cost this; null: it was not to be had. `low_minor` is the lowest of that day alone. */
export type PricePoint = { listing_id: string; day: string; price_minor: bigint | null; low_minor: bigint | null };

export const HISTORY_DAYS = 90;
/** Fewer days of watching say nothing of what is low. */
const TELLING_DAYS = 14;
const DAY_MS = 86_400_000;

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** As somebody types it (`parseTyped`), in cents; undefined for anything else, and for nothing. */
export function parsePrice(text: string): bigint | undefined {
  const cents = parseTyped(text);
  return cents === null || cents === 0n ? undefined : cents;
}

const lower = (a: bigint | null, b: bigint | null): bigint | null => (a === null ? b : b === null || a < b ? a : b);

/**
 * The lowest price of all listings together, step by step over the last 90 days. `points` are in the order of their days; those of
 * before the first day tell what held when it began.
 */
export function sumHistory(points: readonly PricePoint[], firstDay: string | null, today: string): PriceHistory {
  const from = dayBefore(today, HISTORY_DAYS - 1);
  const begin = firstDay !== null && firstDay > from ? firstDay : from;
  const held = new Map<string, bigint | null>();
  const steps: { day: string; minor: bigint | null }[] = [];
  const extremes: { day: string; minor: bigint }[] = [];
  const days = [...new Set(points.map((point) => (point.day < begin ? begin : point.day)))].filter(
    (day) => day <= today,
  );
  let at = 0;
  for (const day of days) {
    let lowest: bigint | null = null;
    for (; at < points.length; at += 1) {
      const point = points[at];
      if (!point || point.day > day) break;
      held.set(point.listing_id, point.price_minor);
      lowest = lower(lowest, point.low_minor);
    }
    const now = [...held.values()].reduce(lower, null);
    if (steps.length === 0 || steps.at(-1)?.minor !== now) steps.push({ day, minor: now });
    for (const minor of new Set([now, lower(lowest, now)])) if (minor !== null) extremes.push({ day, minor });
  }
  const watched = firstDay === null ? 0 : daysBetween(firstDay, today) + 1;
  return {
    from: begin,
    today,
    watched_since: firstDay,
    telling: watched >= TELLING_DAYS,
    steps: steps.map(({ day, minor }) => ({ day, minor: minor?.toString() ?? null })),
    today_minor: steps.at(-1)?.minor?.toString() ?? null,
    lowest: extremeOf(extremes, (a, b) => a < b),
    highest: extremeOf(
      steps.flatMap(({ day, minor }) => (minor === null ? [] : [{ day, minor }])),
      (a, b) => a > b,
    ),
  };
}

function extremeOf(found: readonly { day: string; minor: bigint }[], isMore: (a: bigint, b: bigint) => boolean) {
  let best: { day: string; minor: bigint } | null = null;
  for (const one of found) if (best === null || isMore(one.minor, best.minor)) best = one;
  return best && { day: best.day, minor: best.minor.toString() };
}
