/** Telephone numbers as people type them. */

/** "(555) 010-2291" → "+15550102291"; empty is no number; null is none at all. Ten figures are American. */
export function readPhone(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return "";
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const figures = text.replace(/\D/g, "");
  if (text.startsWith("+")) return /^\d{7,15}$/.test(figures) ? `+${figures}` : null;
  if (figures.length === 10) return `+1${figures}`;
  return figures.length === 11 && figures.startsWith("1") ? `+${figures}` : null;
}

/** Numbers of the countries that are served: +1 for the United States and Canada. */
const CALLING_CODES: Readonly<Record<string, string>> = { US: "+1", CA: "+1" };

/**
 * A number that may be sent a text. A North American one is +1 and ten figures, the first of each group 2 to 9; 900 and 976 cost
 * their owner money. Null for every other.
 */
export function readTextable(typed: string, countries: readonly string[]): string | null {
  const phone = readPhone(typed);
  const isServed = countries.some((country) => CALLING_CODES[country] === "+1");
  return phone && isServed && /^\+1(?!900)[2-9]\d{2}(?!976)[2-9]\d{6}$/.test(phone) ? phone : null;
}
