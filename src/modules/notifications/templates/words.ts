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

/** Day and minute, with the zone named: a reader must be able to tell whether it was they. */
export function showMinute(instant: Date | string, language: Language): string {
  const date = new Date(instant);
  const hours = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, "0");
  const time =
    language === "en"
      ? `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? "AM" : "PM"}`
      : `${String(hours).padStart(2, "0")}:${minutes}`;
  return `${showDay(date, language)}, ${time}\u00a0UTC`;
}

export const showMoney = (minor: bigint | string): string => showUsd(BigInt(minor));

/** The text in the reader's language. */
export const pick = (language: Language, en: string, es: string): string => (language === "es" ? es : en);
