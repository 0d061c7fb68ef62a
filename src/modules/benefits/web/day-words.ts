/** Months and days with their whole names, by hand for the same reason as in `#ui/date.tsx`. */
import type { Language } from "#ui/text.tsx";

const MONTHS = {
  en: [
    ...["January", "February", "March", "April", "May", "June"],
    ...["July", "August", "September", "October", "November", "December"],
  ],
  es: [
    ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
    ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
  ],
} as const;
const WEEKDAYS = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  es: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
} as const;

const parts = (day: string) => day.slice(0, 10).split("-").map(Number) as [number, number, number];

/** `2026-03-01` is "March". */
export const monthName = (day: string, language: Language): string => MONTHS[language][parts(day)[1] - 1] ?? "";

/** `2026-04-01` is "April 1". */
export function dayAndMonth(day: string, language: Language): string {
  const date = parts(day)[2];
  return language === "es" ? `${date} de ${monthName(day, language)}` : `${monthName(day, language)} ${date}`;
}

/** `2026-03-16` is "Monday, March 16, 2026". */
export function wholeDay(day: string, language: Language): string {
  const [year, month, date] = parts(day);
  const weekday = WEEKDAYS[language][new Date(Date.UTC(year, month - 1, date)).getUTCDay()] ?? "";
  return language === "es"
    ? `${weekday} ${date} de ${monthName(day, language)} de ${year}`
    : `${weekday}, ${monthName(day, language)} ${date}, ${year}`;
}
