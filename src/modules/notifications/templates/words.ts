/** Dates and money inside mails, in both languages (SPEC "Texts"): "Mar 10, 2026" and "10 mar 2026". */
import type { Language } from "#platform/http";
import { showUsd } from "#platform/money";

const MONTHS = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
} as const;

/** What a clock on the wall shows there. */
type Clock = { year: number; month: number; day: number; hours: number; minutes: number; zone: string };

/** One for each zone that somebody told: making one takes longer than writing the whole mail. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant as its reader's clock and calendar have it; by UTC where nobody told of a zone. */
function clockIn(instant: Date | string, zone: string | null): Clock {
  const at = new Date(instant);
  if (zone === null)
    return {
      ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
      ...{ hours: at.getUTCHours(), minutes: at.getUTCMinutes(), zone: "UTC" },
    };
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: zone, timeZoneName: "short", hourCycle: "h23" },
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" },
    });
    clocks.set(zone, clock);
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return {
    ...{ year: number("year"), month: number("month"), day: number("day") },
    ...{ hours: number("hour"), minutes: number("minute"), zone: parts.get("timeZoneName") ?? "" },
  };
}

/** The day, with no-break spaces so that a date never breaks over two lines. A day of the calendar is written without a zone. */
export function showDay(instant: Date | string, language: Language, zone: string | null = null): string {
  const { year, month, day } = clockIn(instant, zone);
  const name = MONTHS[language][month - 1] ?? "";
  return language === "en" ? `${name}\u00a0${day}, ${year}` : `${day}\u00a0${name}\u00a0${year}`;
}

/** Day and minute, with the zone named: a reader must be able to tell whether it was they. */
export function showMinute(instant: Date | string, language: Language, zone: string | null): string {
  const { hours, minutes, zone: named } = clockIn(instant, zone);
  const half = pick(language, hours < 12 ? "AM" : "PM", hours < 12 ? "a.\u00a0m." : "p.\u00a0m.");
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, "0")}\u00a0${half}`;
  return `${showDay(instant, language, zone)}, ${time}\u00a0${named}`;
}

export const showMoney = (minor: bigint | string): string => showUsd(BigInt(minor));

/** The text in the reader's language. */
export const pick = (language: Language, en: string, es: string): string => (language === "es" ? es : en);
