/** Days where the member lives, and days on which carriers bring parcels. Pure. */
import type { CivilDate } from "#platform/clock";

const DAY_MS = 86_400_000;

/** The westernmost place of each country that we serve: where nobody told us a zone, no day ends too early for anybody there. */
const WEST: Readonly<Record<string, string>> = {
  US: "Pacific/Honolulu",
  CA: "America/Vancouver",
  GB: "Europe/London",
  AU: "Australia/Perth",
  NZ: "Pacific/Auckland",
};
const LAST = "Pacific/Honolulu";

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  formats.set(zone, made);
  return made;
}

/** A name of a zone that this server knows, or null. */
export function readZone(text: string | null | undefined): string | null {
  if (!text || !/^[A-Za-z][A-Za-z0-9_+\-/]{1,60}$/.test(text)) return null;
  try {
    formatOf(text);
    return text;
  } catch {
    return null;
  }
}

export const zoneOf = (zone: string | null, country: string | null): string => zone ?? WEST[country ?? ""] ?? LAST;

function localMs(at: Date, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

export const dayIn = (at: Date, zone: string): CivilDate =>
  new Date(localMs(at, zone)).toISOString().slice(0, 10) as CivilDate;

export const plusDays = (day: string, days: number): CivilDate =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10) as CivilDate;

/** The first instant of the next day there. */
export function endOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(plusDays(day, 1));
  let at = wanted;
  // Twice, because the offset may change in between.
  for (let round = 0; round < 2; round += 1) at = wanted - (localMs(new Date(at), zone) - at);
  return new Date(at);
}

const nth = (year: number, month: number, weekday: number, count: number): string => {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return iso(year, month, 1 + ((weekday - first + 7) % 7) + (count - 1) * 7);
};
const last = (year: number, month: number, weekday: number): string => {
  const end = new Date(Date.UTC(year, month, 0));
  return iso(year, month, end.getUTCDate() - ((end.getUTCDay() - weekday + 7) % 7));
};
const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Holidays of the United States (5 U.S.C. 6103), on which the post does not deliver. */
function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const fixed = ["01-01", "06-19", "07-04", "11-11", "12-25"];
  if (fixed.includes(day.slice(5))) return true;
  return [
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    last(year, 5, 1),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    nth(year, 11, 4, 4),
  ].includes(day);
}

/** Whether parcels are brought on that day: not on Sundays, and in the United States not on holidays. */
export const isCarrierDay = (day: string, country: string | null): boolean =>
  new Date(day).getUTCDay() !== 0 && !(country === "US" && isHoliday(day));

/** The day itself, or the first after it on which parcels are brought. */
export function carrierDay(day: string, country: string | null): CivilDate {
  let found = plusDays(day, 0);
  while (!isCarrierDay(found, country)) found = plusDays(found, 1);
  return found;
}
