/** In which currency a receipt is, and in which order its country writes days. */
import type { DayOrder } from "./find-date.ts";
import { hasPhrase, wordsOf } from "./fold-text.ts";

const CODES = ["USD", "CAD", "AUD", "NZD", "GBP", "EUR", "MXN"] as const;
type Code = (typeof CODES)[number];
const SIGNS: readonly { sign: RegExp; code: Code }[] = [
  { sign: /US\s?\$/, code: "USD" },
  { sign: /(?<![A-Z])(CA|C)\$/, code: "CAD" },
  { sign: /(?<![A-Z])(AU|A)\$/, code: "AUD" },
  { sign: /NZ\$/, code: "NZD" },
  { sign: /MX\s?\$|M\.N\./, code: "MXN" },
  { sign: /£/, code: "GBP" },
  { sign: /€/, code: "EUR" },
];
/** Words that only one country's receipts have; the dollar has many. */
const PLACES: readonly { code: Code; words: readonly string[] }[] = [
  { code: "CAD", words: ["hst", "pst", "qst", "canada", "interac", "ontario", "toronto"] },
  { code: "AUD", words: ["abn", "eftpos", "australia", "nsw", "qld", "gst"] },
  { code: "NZD", words: ["new zealand", "auckland", "wellington"] },
  { code: "GBP", words: ["vat", "ltd", "united kingdom"] },
  { code: "EUR", words: ["cif", "nif", "madrid", "barcelona", "espana"] },
  { code: "MXN", words: ["rfc", "mexico", "cdmx", "ieps", "pesos", "iva"] },
];
const STATE_AND_ZIP =
  /\b(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|PR)\.?,?\s+\d{5}(-\d{4})?\b/;
const ORDERS: Readonly<Record<Code, DayOrder>> = {
  ...{ USD: "month_first", GBP: "day_first", EUR: "day_first", AUD: "day_first", NZD: "day_first", MXN: "day_first" },
  // Both are in use there.
  CAD: null,
};

export function findCountry(
  lines: readonly string[],
  language: "en" | "es",
): { currency: string | null; order: DayOrder } {
  const text = lines.join("\n");
  const words = lines.map(wordsOf);
  const code = CODES.find((each) => new RegExp(`\\b${each}\\b`).test(text));
  const signed = SIGNS.find(({ sign }) => sign.test(text))?.code;
  const place = PLACES.find((one) => one.words.some((word) => words.some((line) => hasPhrase(line, word))))?.code;
  const american = STATE_AND_ZIP.test(text) ? ("USD" as const) : undefined;
  const found = code ?? signed ?? american ?? place;
  if (found) return { currency: found, order: ORDERS[found] };
  if (!text.includes("$")) return { currency: null, order: language === "es" ? "day_first" : null };
  // A dollar of nobody is the American one; its days may be anybody's.
  return { currency: "USD", order: language === "es" ? null : "month_first" };
}
