/** Amounts in a line: two figures after a point or a comma, as receipts in both languages write them. */

export type Amount = {
  /** Of the smallest part of its currency. */
  minor: bigint;
  /** Below nothing: a discount, or what was given back. */
  negative: boolean;
  /** Where it begins in the line. */
  at: number;
  /** With the sign of a currency before or behind it. */
  signed: boolean;
  /** Read as it stands, with no letter taken for a figure. */
  plain: boolean;
};

const FIGURE = "[0-9OoQIl|SsBZ]";
const AMOUNT = new RegExp(
  `(?<![\\w.,/-])(-|−|–|\\()?\\s?([A-Z]{0,3}[$€£]\\s?)?(-)?(${FIGURE}{1,3}(?:[,. ]${FIGURE}{3})+|${FIGURE}{1,6})\\s?([.,])\\s?(${FIGURE}{2})(?![0-9])(?!\\s?%)(?![.,/-]\\d)(-|\\))?`,
  "g",
);
const FIGURES: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  Q: "0",
  I: "1",
  l: "1",
  "|": "1",
  S: "5",
  s: "5",
  B: "8",
  Z: "2",
};
const toFigures = (text: string): string => text.replaceAll(/[OoQIl|SsBZ]/g, (letter) => FIGURES[letter] ?? letter);

export function amountsIn(line: string): Amount[] {
  return [...line.matchAll(AMOUNT)].flatMap((match) => {
    const [all, before, sign, inner, whole = "", , part = "", after] = match;
    const behind = line.slice(match.index + all.length);
    // A word is no amount, however its letters look.
    if (!/\d/.test(whole + part)) return [];
    const minor = BigInt(toFigures(whole).replaceAll(/\D/g, "") + toFigures(part));
    const negative = Boolean(before ?? inner ?? after);
    const signed = Boolean(sign) || /^\s?[$€£]/.test(behind);
    return [{ minor, negative, at: match.index, signed, plain: /^[\d,. ]+$/.test(whole + part) }];
  });
}
