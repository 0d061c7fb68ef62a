/** In which currency a receipt is, and in which order its country writes days. */
import type { DayOrder } from "./find-date.ts";
import { hasPhrase, wordsOf } from "./fold-text.ts";

const CODES = ["USD", "CAD", "AUD", "NZD", "GBP", "EUR", "MXN"] as const;
type Code = (typeof CODES)[number];

/** How much each trace of a country says. A sign may be misread; a code of three letters hardly is. */
const SAYS = { code: 6, place: 4, own_sign: 5, sign: 2, dollar: 1 };
const SIGNS: readonly { sign: RegExp; codes: readonly Code[]; says: number }[] = [
  { sign: /US\s?\$/g, codes: ["USD"], says: SAYS.own_sign },
  { sign: /(?<![A-Z])CA?\$/g, codes: ["CAD"], says: SAYS.own_sign },
  { sign: /(?<![A-Z])AU?\$/g, codes: ["AUD"], says: SAYS.own_sign },
  { sign: /NZ\$/g, codes: ["NZD"], says: SAYS.own_sign },
  { sign: /MX\s?\$|M\.N\./g, codes: ["MXN"], says: SAYS.own_sign },
  { sign: /£/g, codes: ["GBP"], says: SAYS.sign },
  { sign: /€/g, codes: ["EUR"], says: SAYS.sign },
  { sign: /\$/g, codes: ["USD", "AUD", "CAD", "NZD", "MXN"], says: SAYS.sign },
];
/** Words that few countries' receipts have. */
const PLACES: readonly { codes: readonly Code[]; words: readonly string[] }[] = [
  { codes: ["CAD"], words: ["hst", "pst", "qst", "canada", "interac", "ontario", "toronto"] },
  { codes: ["AUD"], words: ["abn", "australia", "nsw", "qld"] },
  { codes: ["AUD", "NZD", "CAD"], words: ["gst"] },
  { codes: ["AUD", "NZD"], words: ["eftpos"] },
  { codes: ["NZD"], words: ["new zealand", "auckland", "wellington"] },
  { codes: ["GBP"], words: ["vat", "united kingdom"] },
  { codes: ["EUR"], words: ["cif", "nif", "madrid", "barcelona", "espana"] },
  { codes: ["MXN"], words: ["rfc", "mexico", "cdmx", "ieps", "pesos"] },
  { codes: ["MXN", "EUR"], words: ["iva"] },
];
const STATE_AND_ZIP =
  /\b(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|PR)\.?,?\s+\d{5}(-\d{4})?\b/;
const ORDERS: Readonly<Record<Code, DayOrder>> = {
  ...{ USD: "month_first", GBP: "day_first", EUR: "day_first", AUD: "day_first", NZD: "day_first", MXN: "day_first" },
  // Both are in use there.
  CAD: null,
};
/** A country that leads by less than a misread sign may be another. */
const CLEAR_LEAD = 3;

function weigh(lines: readonly string[]): Map<Code, number> {
  const text = lines.join("\n");
  const words = lines.map(wordsOf);
  const weights = new Map<Code, number>();
  const add = (codes: readonly Code[], says: number) => {
    for (const code of codes) weights.set(code, (weights.get(code) ?? 0) + says);
  };
  for (const code of CODES) if (new RegExp(`\\b${code}\\b`).test(text)) add([code], SAYS.code);
  for (const { sign, codes, says } of SIGNS) add(codes, says * Math.min(3, text.match(sign)?.length ?? 0));
  for (const { codes, words: wanted } of PLACES)
    if (wanted.some((word) => words.some((line) => hasPhrase(line, word)))) add(codes, SAYS.place);
  if (STATE_AND_ZIP.test(text)) add(["USD"], SAYS.place);
  // A dollar of nobody is the American one, as our members are.
  if (text.includes("$")) add(["USD"], SAYS.dollar);
  return weights;
}

/** `order` is null where two countries that write days in different orders are about as likely. */
export function findCountry(
  lines: readonly string[],
  language: "en" | "es",
): { currency: string | null; order: DayOrder } {
  const ranked = [...weigh(lines)].filter(([, says]) => says > 0).toSorted((a, b) => b[1] - a[1]);
  const [first] = ranked;
  if (!first) return { currency: null, order: language === "es" ? "day_first" : null };
  const [code, most] = first;
  const near = ranked.filter(([other, says]) => says > most - CLEAR_LEAD && ORDERS[other] !== ORDERS[code]);
  // A dollar and nothing else leaves its other countries one behind; they count only beside a sign of their own.
  const rivals = near.filter(([other]) => language === "es" || !isPlainDollar(lines) || !DOLLARS.includes(other));
  return { currency: code, order: rivals.length > 0 ? null : ORDERS[code] };
}

const DOLLARS: readonly Code[] = ["CAD", "AUD", "NZD", "MXN"];
const isPlainDollar = (lines: readonly string[]): boolean => {
  const words = lines.map(wordsOf);
  return !PLACES.some(
    ({ codes, words: wanted }) =>
      codes.some((code) => DOLLARS.includes(code)) &&
      wanted.some((word) => words.some((line) => hasPhrase(line, word))),
  );
};
