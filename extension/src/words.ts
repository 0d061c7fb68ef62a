/** Our words in the browser's own language: English is the key, its Spanish stands in `es.json`. */
import type { Code, Rate } from "./bundle.ts";
import spanish from "./es.json" with { type: "json" };

export type Language = "en" | "es";
export type Text = (english: string, values?: Readonly<Record<string, string | number>>) => string;

export const languageOf = (tag: string): Language => (/^es\b/i.test(tag) ? "es" : "en");

export function wordsIn(language: Language): Text {
  return (english, values = {}) => {
    const text = language === "es" ? ((spanish as Record<string, string>)[english] ?? english) : english;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

const percent = (bps: number) => `${Number((bps / 100).toFixed(2))}`;
export const dollars = (minor: number): string =>
  (minor / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** "6%" or "$4.00"; the badge has no place for more. */
export function rateShort(rate: Rate): string {
  if (rate.kind === "percent") return `${percent(rate.bps)}%`;
  return rate.kind === "fixed" ? dollars(Number(rate.minor)).replace(".00", "") : "";
}

export function rateText(rate: Rate, language: Language): string {
  const short = rateShort(rate);
  if (rate.kind === "none") return "";
  const spaced = language === "es" ? short.replace("%", "\u00a0%") : short;
  return rate.up_to ? `${language === "es" ? "hasta" : "up to"} ${spaced}` : spaced;
}

/** What a code takes off, as short as a ticket has place for. */
export function discountOf(code: Code, language: Language): string {
  if (code.bps) return language === "es" ? `${percent(code.bps)}\u00a0%` : `${percent(code.bps)}%`;
  if (code.minor) return dollars(code.minor).replace(".00", "");
  if (code.shipping) return language === "es" ? "Envío" : "Ship";
  return language === "es" ? "Código" : "Code";
}

export const titleOf = (code: Code, language: Language): { text: string; language: Language } =>
  code.language === language || !code.other
    ? { text: code.title, language: code.language }
    : { text: code.other, language };

export function dayText(instant: number, language: Language): string {
  const options = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Date(instant).toLocaleString(language === "es" ? "es-US" : "en-US", options);
}

/** A civil day of the calendar that our site goes by. */
export function dateText(instant: number, language: Language): string {
  const options = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  return new Date(instant).toLocaleString(language === "es" ? "es-US" : "en-US", options);
}
