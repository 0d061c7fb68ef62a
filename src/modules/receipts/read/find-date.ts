/** The day of a purchase: of all days on the paper the one that is told as such, in the order of its country, never to come. */
import type { CivilDate } from "#platform/clock";
import { fold, hasPhrase, wordsOf } from "./fold-text.ts";
import type { TextLine } from "./text-lines.types.ts";

export type DayOrder = "month_first" | "day_first" | null;
export type FoundDate = {
  value: CivilDate;
  line: TextLine;
  /** The other order would be another possible day, and nothing says which it is. */
  ambiguous: boolean;
  /** How many lines tell the same day. */
  times: number;
};

const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  ...{ ene: 1, abr: 4, ago: 8, set: 9, dic: 12 },
};
const NAMES =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|sept|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)";
const SPLIT = "\\s?[-/.]\\s?";
const FORMS: readonly { form: RegExp; order: "ymd" | "mdy" | "dmy" | "figures" }[] = [
  { form: new RegExp(`(?<!\\d)(20\\d\\d)${SPLIT}(\\d{1,2})${SPLIT}(\\d{1,2})(?!\\d)`, "g"), order: "ymd" },
  {
    form: new RegExp(`(${NAMES})\\.?\\s?(\\d{1,2})(?:st|nd|rd|th)?(?:[,.]\\s?|\\s)(20\\d\\d|'?\\d\\d(?![\\d:]))`, "g"),
    order: "mdy",
  },
  {
    form: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?:\\s?(?:de|[-/.])\\s?|\\s?)(${NAMES})\\.?(?:\\s?(?:del?|[-/.,])\\s?|\\s?)(20\\d\\d|'?\\d\\d(?![\\d:]))`,
      "g",
    ),
    order: "dmy",
  },
  {
    form: new RegExp(`(?<![\\d.,])(\\d{1,2})${SPLIT}(\\d{1,2})${SPLIT}(20\\d\\d|\\d\\d)(?![\\d]|[.,]\\d)`, "g"),
    order: "figures",
  },
];

type Day = { year: number; month: number; day: number };
const yearOf = (text: string): number => {
  const year = Number(text.replace("'", ""));
  return year < 100 ? 2_000 + year : year;
};
const monthOf = (text: string): number => (/^\d/.test(text) ? Number(text) : (MONTHS[text.slice(0, 3)] ?? 0));

function toCivil({ year, month, day }: Day): CivilDate | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  // It has the shape of one by how it is made.
  return isDay ? (at.toISOString().slice(0, 10) as CivilDate) : null;
}

/** Every day that these three may be, the likelier one first. */
function daysOf(
  parts: readonly [string, string, string],
  order: "ymd" | "mdy" | "dmy" | "figures",
  by: DayOrder,
): Day[] {
  const [a, b, c] = parts;
  if (order === "ymd") return [{ year: Number(a), month: Number(b), day: Number(c) }];
  const monthFirst = { year: yearOf(c), month: monthOf(a), day: Number(b) };
  const dayFirst = { year: yearOf(c), month: monthOf(b), day: Number(a) };
  if (order === "mdy") return [monthFirst];
  if (order === "dmy") return [dayFirst];
  if (by === "month_first") return [monthFirst];
  if (by === "day_first") return [dayFirst];
  return [monthFirst, dayFirst];
}

const OURS = [
  "date",
  "fecha",
  "order date",
  "ordered",
  "placed",
  "purchase",
  "purchased",
  "transaction",
  "pedido",
  "compra",
  "sale",
  "emitted",
  "expedicion",
  "trip",
  "viaje",
];
const NOT_OURS = [
  "expires",
  "expire",
  "exp",
  "valid",
  "until",
  "due",
  "return by",
  "returns",
  "before",
  "vence",
  "valido",
  "validez",
  "hasta",
  "caducidad",
  "entrega",
  "delivered",
  "arriving",
  "arrives",
  "estimated",
  "member since",
  "dob",
  "birth",
  "survey",
  "devolucion",
  "devoluciones",
  "llegada",
  "policy",
];
const TIME = /\d{1,2}\s?[:.]\s?\d{2}(\s?[:.]\s?\d{2})?\s?([ap]\.?\s?m)?/i;
const MAX_AGE_DAYS = 1_900;
const DAY_MS = 86_400_000;

type Candidate = { value: CivilDate; line: TextLine; ambiguous: boolean; score: number };

function candidatesOf(line: TextLine, known: { today: CivilDate; order: DayOrder }): Candidate[] {
  const text = fold(line.text)
    .replaceAll(/(?<=\d)[o](?=[\d/.-])|(?<=[\d/.-])o(?=\d)/g, "0")
    .replaceAll(/(?<=[\d/.-])[l|](?=[\d/.-])/g, "1");
  const words = wordsOf(line.text);
  const score =
    (OURS.some((phrase) => hasPhrase(words, phrase)) ? 4 : 0) -
    (NOT_OURS.some((phrase) => hasPhrase(words, phrase)) ? 8 : 0);
  const latest = Date.parse(known.today) + DAY_MS;
  return FORMS.flatMap(({ form, order }) =>
    [...text.matchAll(form)].flatMap((match) => {
      const [whole, a = "", b = "", c = ""] = match;
      const possible = daysOf([a, b, c], order, known.order)
        .map(toCivil)
        .filter((day) => day !== null)
        .filter((day) => Date.parse(day) <= latest && Date.parse(day) >= latest - MAX_AGE_DAYS * DAY_MS);
      const [value] = possible;
      if (!value) return [];
      const timed = TIME.test(text.replace(whole, " ")) ? 2 : 0;
      return [{ value, line, ambiguous: new Set(possible).size > 1, score: score + timed }];
    }),
  );
}

export function findDate(lines: readonly TextLine[], known: { today: CivilDate; order: DayOrder }): FoundDate | null {
  const all = lines.flatMap((line) => candidatesOf(line, known));
  const [best] = all.toSorted((a, b) => b.score - a.score);
  if (!best || best.score < -3) return null;
  const same = all.filter((one) => one.value === best.value && one.line !== best.line);
  return { value: best.value, line: best.line, ambiguous: best.ambiguous, times: 1 + same.length };
}
