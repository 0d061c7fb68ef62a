/** Dates and money inside mails, in both languages (design §2): "Mar 10, 2026" and "10 mar 2026". */
import { showUsd } from "#platform/money";
import type { Language } from "./layout.ts";

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

export const showMoney = (minor: bigint | string): string => showUsd(BigInt(minor));

/** The text in the reader's language. */
export const pick = (language: Language, en: string, es: string): string => (language === "es" ? es : en);
