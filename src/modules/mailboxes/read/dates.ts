/** Days and times as mails write them, in English and Spanish, without the clock: years that lack follow from when the mail was sent. */
import type { Language } from "#platform/http";

export type Moment = { day: string; time: string | null };

const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  ...{ ene: 1, abr: 4, ago: 8, set: 9, dic: 12 },
};
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|ene|febrero|marzo|abril|abr|mayo|junio|julio|agosto|ago|septiembre|setiembre|octubre|noviembre|diciembre|dic)\\.?";
const YEAR = "(20\\d{2})";
const PATTERNS: readonly [RegExp, (match: RegExpExecArray, language: Language) => Parts | null][] = [
  [/(20\d{2})-(\d{2})-(\d{2})/, ([, y, m, d]) => parts(y, m, d)],
  [
    new RegExp(`\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?:de\\s+)?${YEAR})?(?!\\d)`, "i"),
    ([, m, d, y]) => parts(y, monthOf(m), d),
  ],
  [
    new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|º)?[\\s-]+(?:de\\s+)?(${MONTH})(?:[\\s,-]+(?:de\\s+|del\\s+)?${YEAR})?(?!\\d)`,
      "i",
    ),
    ([, d, m, y]) => parts(y, monthOf(m), d),
  ],
  [
    /\b(\d{1,2})[/.](\d{1,2})[/.](20\d{2}|\d{2})\b/,
    ([, a, b, y], language) => {
      const year = y && y.length === 2 ? `20${y}` : y;
      // Americans write the month first, except where that cannot be one.
      return language === "en" && Number(a) <= 12 ? parts(year, a, b) : parts(year, b, a);
    },
  ],
];

type Parts = { year: number | null; month: number; day: number };
const monthOf = (text: string | undefined): string => String(MONTHS[(text ?? "").slice(0, 3).toLowerCase()] ?? 0);
const parts = (y: string | undefined, m: string | undefined, d: string | undefined): Parts | null => {
  const found = { year: y ? Number(y) : null, month: Number(m), day: Number(d) };
  return found.month >= 1 && found.month <= 12 && found.day >= 1 && found.day <= 31 ? found : null;
};
const two = (value: number): string => String(value).padStart(2, "0");

/** Null for a day that no calendar has. */
function toDay({ year, month, day }: Parts, sentAt: Date): string | null {
  const write = (y: number): string | null => {
    const text = `${y}-${two(month)}-${two(day)}`;
    const at = new Date(`${text}T12:00:00Z`);
    return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
  };
  if (year !== null) return write(year);
  const sent = sentAt.getUTCFullYear();
  const near = [sent - 1, sent, sent + 1].flatMap((y) => write(y) ?? []);
  const far = (text: string) => Math.abs(new Date(`${text}T12:00:00Z`).getTime() - sentAt.getTime());
  return near.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

export function timeIn(text: string): string | null {
  const match = /\b(\d{1,2})(?::|\.|h)(\d{2})\s*(?:h(?:rs?)?\b\.?\s*)?([ap])?\.?\s?(m)?/i.exec(
    text.replace(/\d{1,2}[/.]\d{1,2}[/.]\d{2,4}/g, " "),
  );
  const short = match ? null : /\b(\d{1,2})\s*([ap])\.?\s?m\b/i.exec(text);
  const hour = Number(match?.[1] ?? short?.[1] ?? Number.NaN);
  const half = (match?.[4] ? match[3] : short?.[2])?.toLowerCase();
  const minute = Number(match?.[2] ?? 0);
  if (Number.isNaN(hour) || hour > 23 || minute > 59) return null;
  const whole = half === "p" && hour < 12 ? hour + 12 : half === "a" && hour === 12 ? 0 : hour;
  return `${two(whole)}:${two(minute)}`;
}

/** The first day that a text names. */
export function momentIn(text: string, language: Language, sentAt: Date): Moment | null {
  const found = PATTERNS.flatMap(([pattern, read]) => {
    const match = pattern.exec(text);
    const said = match && read(match, language);
    return match && said ? [{ at: match.index, said }] : [];
  }).toSorted((a, b) => a.at - b.at)[0];
  const day = found && toDay(found.said, sentAt);
  return day ? { day, time: timeIn(text) } : null;
}

/** Both ends of a span; the same day twice where it names one. */
export function spanIn(text: string, language: Language, sentAt: Date): { from: string; by: string } | null {
  const short = new RegExp(`(${MONTH})\\s+(\\d{1,2})\\s*[-–—]\\s*(\\d{1,2})(?!\\d)(?:,?\\s+${YEAR})?`, "i").exec(text);
  const spanish = new RegExp(
    `(?:del?\\s+)?(\\d{1,2})\\s*(?:[-–—]|al?|y)\\s*(?:el\\s+)?(\\d{1,2})\\s+de\\s+(${MONTH})(?:\\s+(?:de|del)\\s+${YEAR})?`,
    "i",
  ).exec(text);
  const ends = short
    ? [parts(short[4], monthOf(short[1]), short[2]), parts(short[4], monthOf(short[1]), short[3])]
    : spanish
      ? [parts(spanish[4], monthOf(spanish[3]), spanish[1]), parts(spanish[4], monthOf(spanish[3]), spanish[2])]
      : null;
  if (ends) {
    const [from, by] = ends.map((end) => end && toDay(end, sentAt));
    if (from && by) return { from, by };
  }
  const sides = text.split(/\s[-–—]\s|\s(?:to|and|a|al|y)\s(?:el\s)?/i);
  const [first, second] = [sides[0] ?? "", sides.slice(1).join(" ")];
  const by = second ? momentIn(second, language, sentAt) : null;
  const one = momentIn(first, language, sentAt) ?? by;
  if (!one) return null;
  return { from: one.day, by: by?.day ?? one.day };
}
