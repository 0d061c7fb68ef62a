/**
 * Dates in writing, by hand: a server and a browser with different ICU data would print different words, and hydration
 * would tear. Days of the calendar have no zone. Instants are printed in UTC by the server and in the reader's own zone
 * once the page has come alive.
 */
import { useSyncExternalStore } from "react";
import { type Language, useLanguage } from "./text.tsx";

const MONTHS = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
} as const;

/** No-break space: a date never falls apart at the end of a line. */
const NB = "\u00a0";

export type DateStyle = "date" | "short" | "datetime" | "time" | "slip";

type Parts = { year: number; month: number; day: number; hour: number; minute: number };

function partsOf(value: string, local: boolean): Parts {
  const civil = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (civil) return { year: Number(civil[1]), month: Number(civil[2]) - 1, day: Number(civil[3]), hour: 0, minute: 0 };
  const at = new Date(value);
  return local
    ? { year: at.getFullYear(), month: at.getMonth(), day: at.getDate(), hour: at.getHours(), minute: at.getMinutes() }
    : {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth(),
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
      };
}

function clockText({ hour, minute }: Parts, language: Language): string {
  const half = hour < 12 ? 0 : 1;
  const figures = `${hour % 12 || 12}:${String(minute).padStart(2, "0")}`;
  return language === "es" ? `${figures}${NB}${half ? "p." : "a."}${NB}m.` : `${figures}${NB}${half ? "PM" : "AM"}`;
}

/** `value` is a civil date "2026-03-10" or an instant "2026-03-10T19:42:00Z". */
export function formatDate(value: string, language: Language, style: DateStyle = "date", local = false): string {
  const parts = partsOf(value, local);
  const month = MONTHS[language][parts.month] ?? "";
  const short = language === "es" ? `${parts.day}${NB}${month}` : `${month}${NB}${parts.day}`;
  if (style === "short") return short;
  if (style === "time") return clockText(parts, language);
  if (style === "slip") return `${short}${NB}${parts.year}`;
  const whole = language === "es" ? `${short}${NB}${parts.year}` : `${short},${NB}${parts.year}`;
  return style === "date" ? whole : `${whole}, ${clockText(parts, language)}`;
}

const never = () => () => {};

/** False on the server and in the first client render, true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function InstantText({ value, style }: { value: string; style: DateStyle }) {
  const local = useHydrated();
  return <time dateTime={value}>{formatDate(value, useLanguage(), style, local)}</time>;
}

export function DateText({ value, style = "date" }: { value: string; style?: DateStyle }) {
  const language = useLanguage();
  if (value.length > 10) return <InstantText value={value} style={style} />;
  return <time dateTime={value}>{formatDate(value, language, style)}</time>;
}

/** Dates inside sentences, in the reader's own zone once the page has come alive. */
export function useDateWords(): (value: string, style?: DateStyle) => string {
  const language = useLanguage();
  const local = useHydrated();
  return (value, style = "date") => formatDate(value, language, style, local);
}
