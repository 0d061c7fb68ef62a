/** Dates and money inside mails, in both languages (SPEC "Texts"): "Mar 10, 2026" and "10 mar 2026". */
import type { Language } from "#platform/http";
import { showUsd } from "#platform/money";

const MONTHS = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
} as const;

/** The day in UTC, with no-break spaces so that a date never breaks over two lines. */
export function showDay(instant: Date | string, language: Language): string {
  const date = new Date(instant);
  const month = MONTHS[language][date.getUTCMonth()] ?? "";
  const day = date.getUTCDate();
  return language === "en"
    ? `${month}\u00a0${day}, ${date.getUTCFullYear()}`
    : `${day}\u00a0${month}\u00a0${date.getUTCFullYear()}`;
}

/** Day and minute in the reader's own zone, or in UTC, with the zone named: a reader must be able to tell whether it was they. */
export function showMinute(instant: Date | string, language: Language, zone: string | null): string {
  const written = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone ?? "UTC", timeZoneName: "short", hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "2-digit" },
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => written.find((one) => one.type === type)?.value ?? "";
  const day = new Date(Date.UTC(Number(part("year")), Number(part("month")) - 1, Number(part("day"))));
  const hours = Number(part("hour"));
  const half = pick(language, hours < 12 ? "AM" : "PM", hours < 12 ? "a.\u00a0m." : "p.\u00a0m.");
  return `${showDay(day, language)}, ${hours % 12 || 12}:${part("minute")}\u00a0${half}\u00a0${part("timeZoneName")}`;
}

export const showMoney = (minor: bigint | string): string => showUsd(BigInt(minor));

/** The text in the reader's language. */
export const pick = (language: Language, en: string, es: string): string => (language === "es" ? es : en);
