/**
 * Days of the calendar and the instants at which they are acted on: pure. A membership counts in civil dates of its
 * member's own zone; only the moment of a charge or a letter is an instant.
 */
import type { CivilDate } from "#platform/clock";

/** Local hour of charges, and of the letters before them: a time of day at which people are awake. */
export const CHARGE_HOUR = 10;

const pad = (value: number, width = 2) => String(value).padStart(width, "0");
export const dateOf = (year: number, month: number, day: number): CivilDate =>
  `${pad(year, 4)}-${pad(month)}-${pad(day)}` as CivilDate;
const partsOf = (date: CivilDate): [number, number, number] => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return [year, month, day];
};
const serial = (date: CivilDate): number => {
  const [year, month, day] = partsOf(date);
  return Date.UTC(year, month - 1, day) / 86_400_000;
};

export const dayOf = (date: CivilDate): number => partsOf(date)[2];
export const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
export const plusDays = (date: CivilDate, days: number): CivilDate =>
  new Date((serial(date) + days) * 86_400_000).toISOString().slice(0, 10) as CivilDate;
export const daysBetween = (from: CivilDate, to: CivilDate): number => serial(to) - serial(from);

/**
 * The same day, months later. `anchor` is the day that was agreed (the 31st, the 29th): shorter months take their last
 * day, and longer ones go back to it, so that nobody drifts to the 28th for ever.
 */
export function plusMonths(date: CivilDate, months: number, anchor: number = dayOf(date)): CivilDate {
  const [year, month] = partsOf(date);
  const place = year * 12 + (month - 1) + months;
  const toYear = Math.floor(place / 12);
  const toMonth = (place % 12) + 1;
  return dateOf(toYear, toMonth, Math.min(anchor, lastDayOf(toYear, toMonth)));
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** The zone's clock at an instant, written as if it were UTC, in milliseconds. */
function wallClock(instant: Date, zone: string): number {
  const found: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) found[type] = Number(value);
  return Date.UTC(found.year ?? 0, (found.month ?? 1) - 1, found.day ?? 1, found.hour, found.minute, found.second);
}

/** Which day it is for a member. */
export const dayIn = (instant: Date, zone: string): CivilDate =>
  new Date(wallClock(instant, zone)).toISOString().slice(0, 10) as CivilDate;

/** The instant of a local hour. An hour that summer time leaves out is taken as the first one after it. */
export function instantAt(date: CivilDate, zone: string, hour: number = CHARGE_HOUR): Date {
  const wanted = serial(date) * 86_400_000 + hour * 3_600_000;
  let guess = wanted;
  // Each round moves by what the zone's clock is still off; two are enough, the third is for days that a zone skipped.
  for (let round = 0; round < 3; round += 1) {
    const off = wanted - wallClock(new Date(guess), zone);
    if (off === 0) break;
    guess += off;
  }
  return new Date(guess);
}
