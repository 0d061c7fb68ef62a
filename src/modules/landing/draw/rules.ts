/** Dates of the monthly draw: pure. Months are calendar months of universal time, named by their first day. */
import { type CivilDate, civilDate } from "#platform/clock";

/** A prize waits for its winner so many days. */
export const CLAIM_DAYS = 30;

/** A day of the month that lies so many months beside another; day 0 is the last one before it. */
function dayBeside(month: string, by: number, day: number): CivilDate {
  const first = new Date(`${month}T00:00:00Z`);
  return civilDate(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, day)));
}

export const monthOf = (instant: Date): CivilDate => dayBeside(civilDate(instant), 0, 1);
export const monthBeside = (month: string, by: number): CivilDate => dayBeside(month, by, 1);
/** The last day on which an entry can be confirmed. */
export const entriesUntil = (month: string): CivilDate => dayBeside(month, 1, 0);
/** Drawn on the second day of the month after, so that the last day is over everywhere. */
export const drawsOn = (month: string): CivilDate => dayBeside(month, 1, 2);
