/** Days without a time, as people type them and networks tell them. They are those of shops in the United States: one begins in New York and ends in Hawaii, so that it is there all day for everybody; where one may follow the other, it ends where the next begins. Pure. */
const BEGINS = "T00:00:00-05:00";
const ENDS = "T23:59:59-10:00";

/** `2026-11-30`, where there is such a day. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const beginOfDay = (day: string): string => `${day}${BEGINS}`;
export const endOfDay = (day: string): string => `${day}${ENDS}`;
export const dayBegins = (day: string): Date => new Date(beginOfDay(day));
/** The instant in which the next one begins. */
export const dayIsOver = (day: string): Date => new Date(dayBegins(day).getTime() + 86_400_000);

/** Behind UTC, in Hawaii. */
const WESTMOST_HOURS = 10;

/**
 * The day of which shoppers read that something begins on it. From London to Hawaii midnight falls on the same day of UTC, whose midnight
 * networks tell as well.
 */
export const firstDay = (begins: string): string => begins.slice(0, 10);
/** The last day of which shoppers read that something is there: what ends at 23:59 in New York or Hawaii has passed UTC's midnight. */
export const lastDay = (ends: string): string =>
  new Date(Date.parse(ends) - WESTMOST_HOURS * 3_600_000).toISOString().slice(0, 10);
