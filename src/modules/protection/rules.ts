/** What a reading makes of a watch: pure. */
import { MIN_READING_MINUTES } from "#benefits";
import type { PriceState, TripState } from "./protection.types.ts";

/** Less than this for one piece is no drop. */
export const MIN_GAP_MINOR = 100n;
/** Days in which our own plan pays a drop; the benefit's terms say the same. */
export const HOUSE_DAYS = 30;
export const LOOK_MINUTES = 120;
const MINUTE_MS = 60_000;

export type Reading = { minor: bigint; at: Date };
export type Watched = {
  state: PriceState | TripState;
  paid_minor: bigint;
  first_minor: bigint | null;
  first_read_at: Date | null;
  checked_minor: bigint | null;
  last_minor: bigint | null;
  last_read_at: Date | null;
};
export type Looked = {
  state: "watching" | "drop_found" | "re_checked";
  first: Reading | null;
  checked: Reading | null;
  /** Minutes until it is looked at again. */
  again: number;
};

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A listing as it may be compared: the same condition and money, and to be had. */
export const comparable = (
  listing: { currency: string; availability: string; condition: string } | undefined,
  { condition }: { condition: string },
): boolean => listing?.currency === "USD" && listing.availability === "in_stock" && listing.condition === condition;

export const hasFallen = (paid: bigint, now: bigint | null): now is bigint =>
  now !== null && now + MIN_GAP_MINOR <= paid;

const isApart = (from: Date, to: Date): boolean => to.getTime() - from.getTime() >= MIN_READING_MINUTES * MINUTE_MS;

/** `minor`: what it costs now; null where it cannot be compared. Only states in which prices are read come here. */
export function lookAt(watch: Watched, minor: bigint | null, at: Date): Looked {
  const first =
    watch.first_minor !== null && watch.first_read_at ? { minor: watch.first_minor, at: watch.first_read_at } : null;
  if (!hasFallen(watch.paid_minor, minor))
    return { state: "watching", first: null, checked: null, again: LOOK_MINUTES };
  if (watch.state === "watching" || !first)
    return { state: "drop_found", first: { minor, at }, checked: null, again: MIN_READING_MINUTES };
  if (watch.state === "drop_found") {
    if (!isApart(first.at, at)) return { state: "drop_found", first, checked: null, again: MIN_READING_MINUTES };
    // The smaller of two drops is sure.
    return {
      state: "re_checked",
      first,
      checked: { minor: minor > first.minor ? minor : first.minor, at },
      again: LOOK_MINUTES,
    };
  }
  return { ...furtherFall(watch, { minor, at }, first), state: "re_checked", again: LOOK_MINUTES };
}

/** What rises counts at once; what falls further counts when it was read twice, as the drop itself. */
function furtherFall(watch: Watched, now: Reading, first: Reading): Pick<Looked, "first" | "checked"> {
  const sure = watch.checked_minor ?? first.minor;
  const { last_minor, last_read_at } = watch;
  if (last_minor !== null && last_read_at && last_minor < sure && now.minor < sure && isApart(last_read_at, now.at))
    return {
      first: { minor: last_minor, at: last_read_at },
      checked: { ...now, minor: now.minor > last_minor ? now.minor : last_minor },
    };
  return { first, checked: { ...now, minor: now.minor > sure ? now.minor : sure } };
}
