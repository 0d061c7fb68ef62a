/** Days that people type. One begins in New York and ends in Hawaii, so that it is there all day for everybody; where one may follow the other, it ends where the next begins. Pure. */
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
/** The day that is over then. */
export const lastDay = (over: Date): string => new Date(over.getTime() - 86_400_000).toISOString().slice(0, 10);
