/** Amounts as stores write them: signs before and after, points and commas, thin spaces, digits of other scripts. Pure. */

export type Amount = {
  /** Hundredths, or what the currency has instead. */
  minor: number;
  /** ISO 4217; null where the page names none. */
  currency: string | null;
};

/** Longer ones first: "US$" is no "$". */
const SIGNS: readonly (readonly [string, string])[] = [
  ["MX$", "MXN"],
  ["US$", "USD"],
  ["CA$", "CAD"],
  ["C$", "CAD"],
  ["AU$", "AUD"],
  ["A$", "AUD"],
  ["NZ$", "NZD"],
  ["R$", "BRL"],
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["￥", "JPY"],
  ["₹", "INR"],
  ["₪", "ILS"],
  ["₩", "KRW"],
  ["₺", "TRY"],
  ["zł", "PLN"],
  ["Kč", "CZK"],
  ["د.إ", "AED"],
  ["ر.س", "SAR"],
  ["ج.م", "EGP"],
];
const CODES =
  "USD EUR GBP CAD AUD NZD MXN BRL JPY INR ILS KRW TRY PLN CZK AED SAR EGP CHF SEK NOK DKK KWD BHD JOD CLP COP PEN ARS".split(
    " ",
  );
const WHOLE = new Set(["JPY", "KRW", "CLP"]);
const THOUSANDTHS = new Set(["KWD", "BHD", "JOD"]);

export const digitsOf = (currency: string | null): number =>
  currency && WHOLE.has(currency) ? 0 : currency && THOUSANDTHS.has(currency) ? 3 : 2;

const escaped = (text: string) => text.replace(/[.$]/g, "\\$&");
const NAMES = [...SIGNS.map(([sign]) => escaped(sign)), ...CODES.map((code) => `${code}(?![A-Za-z])`)].join("|");
const NUMBER = "\\d{1,3}(?:[.,'’ ]\\d{3})+(?:[.,]\\d{1,3})?|\\d+(?:[.,]\\d{1,3})?";
const MINUS = "[-−–(]\\s?";
const PATTERN = new RegExp(`(${MINUS})?(${NAMES})?\\s?(${MINUS})?(${NUMBER})(?![\\d%])\\s?(${NAMES})?(?!\\s?%)`, "g");

/** Digits of Arabic and Persian are written as ours, marks of direction go, and every space is a plain one. */
export const plainText = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, ".")
    .replace(/٬/g, ",")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\u00a0\u202f\u2009]+/g, " ")
    .trim();

const currencyOf = (name: string | undefined): string | null =>
  name ? (SIGNS.find(([sign]) => sign === name)?.[1] ?? (CODES.includes(name) ? name : null)) : null;

/** The last separator begins the cents, unless three digits follow it and no other kind stands before. */
function minorOf(text: string, digits: number): number {
  const bare = text.replace(/['’ ]/g, "");
  const place = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  const after = place < 0 ? "" : bare.slice(place + 1);
  const mixed = bare.includes(".") && bare.includes(",");
  const cents = place >= 0 && (after.length < 3 || mixed || (digits === 3 && bare.replace(/[\d]/g, "").length === 1));
  const whole = (cents ? bare.slice(0, place) : bare).replace(/[.,]/g, "");
  const part = cents ? after : "";
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, "0").slice(0, digits) || "0");
}

/** Every amount of a text in its order. A bare number counts only when it is written with cents. */
export function amountsIn(text: string): Amount[] {
  const found: Amount[] = [];
  for (const match of plainText(text).matchAll(PATTERN)) {
    const [, minusBefore, before, minusAfter, number = "", after] = match;
    const currency = currencyOf(before) ?? currencyOf(after);
    if (currency === null && !/[.,]\d{2}$/.test(number)) continue;
    const minor = minorOf(number, digitsOf(currency));
    if (!Number.isSafeInteger(minor)) continue;
    found.push({ minor: minusBefore || minusAfter ? -minor : minor, currency });
  }
  return found;
}

export function amountText(minor: number, currency: string | null, language: "en" | "es"): string {
  const locale = language === "es" ? "es-US" : "en-US";
  const value = minor / 10 ** digitsOf(currency);
  return currency
    ? value.toLocaleString(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    : value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
