/** Prices as any feed of the world writes them. What may be read two ways is not read: a wrong price is worse than none. Pure. */
import { parseMajor } from "#platform/money";
import { remember } from "#platform/remember";

export type Price = { minor: bigint; currency: string };
/** The mark before the decimals. */
export type Mark = "." | ",";

/** Why a price with one mark and three digits after it is left. */
export const UNCLEAR = "three digits follow the price's only mark, which may be thousands or a fraction";
export const SIGN_DIFFERS = "the price's sign is not that of its currency";

/** Signs of one currency alone: `$`, `¥` and `kr` are those of several, and name none. */
const SIGNS: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  R$: "BRL",
  US$: "USD",
  CA$: "CAD",
  AU$: "AUD",
  NZ$: "NZD",
  MX$: "MXN",
  HK$: "HKD",
  "₹": "INR",
  "₩": "KRW",
  "₺": "TRY",
  "₪": "ILS",
  "₫": "VND",
  "฿": "THB",
  "₱": "PHP",
  zł: "PLN",
};
const SHARED_SIGNS = new Set(["$", "¥", "￥", "kr"]);

/** What a currency's prices have after the mark, beside the two of nearly all: nothing, or three digits. */
const NO_DECIMALS = new Set("COP CRC HUF IDR IRR LBP MMK TWD UZS".split(" "));
/** Where a comma is between thousands and never before decimals. */
const COMMA_OF_THOUSANDS = new Set(
  "USD GBP AUD NZD CAD MXN INR SGD HKD CNY MYR PHP THB ILS EGP NGN KES AED".split(" "),
);

const decimalsOf = remember((currency): number => {
  if (NO_DECIMALS.has(currency)) return 0;
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
});

const FIGURE = String.raw`-?\d(?:[\d.,' ’]{0,22}\d)?`;
const PRICE = new RegExp(`^([^\\d.,'’-]{0,8})(${FIGURE})([^\\d.,'’-]{0,8})$`);

type Written = { figure: string; code: string; sign: string };

/** The figure of a price, with the code and the sign that stand before or after it; null when it is no price. */
function takeApart(text: string): Written | null {
  if (text.length > 40) return null;
  const [, before = "", figure, after = ""] = PRICE.exec(text.replace(/[\s\u00a0\u2009\u202f]+/g, " ").trim()) ?? [];
  if (figure === undefined) return null;
  const found: Written = { figure, code: "", sign: "" };
  for (const word of [before, after].flatMap(wordsOf)) {
    if (/^[A-Za-z]{3}$/.test(word)) found.code ||= word.toUpperCase();
    else if (SIGNS[word] || SHARED_SIGNS.has(word)) found.sign ||= word;
    else return null;
  }
  return found;
}

/** "USD $", "US$", "USD$" and "$$" are a code, a sign, or both. */
const wordsOf = (text: string): string[] => {
  if (SIGNS[text.trim()]) return [text.trim()];
  return text.match(/[A-Z]{2}\$|R\$|[A-Za-zł]+|[^A-Za-zł\s]/g) ?? [];
};

/** By which mark a price surely writes its decimals; null where it does not tell. */
export function decimalMarkOf(text: string | undefined): Mark | null {
  const figure = text ? takeApart(text)?.figure : undefined;
  if (figure === undefined) return null;
  const [points, commas] = [figure.split(".").length - 1, figure.split(",").length - 1];
  if (points > 0 && commas > 0) return figure.lastIndexOf(".") > figure.lastIndexOf(",") ? "." : ",";
  if (points > 1 || commas > 1) return points > 1 ? "," : ".";
  // Nothing stands between the thousands of such a figure, so that its one mark is before decimals.
  const [, mark] = /(?:([.,])\d{1,2}|^-?\d{4,}([.,])\d+)$/.exec(figure)?.filter(Boolean) ?? [];
  return mark === "." || mark === "," ? mark : null;
}

/** Whether its sign, where it is that of one currency, is that of this one. */
const isOf = ({ sign }: Written, currency: string): boolean => (SIGNS[sign] ?? currency) === currency;

/** What a price names, or what is given for it; empty where nothing names one. */
const currencyOf = ({ code, sign }: Written, given: string | undefined): string => {
  const own = given?.trim() ?? "";
  return code || (/^[A-Za-z]{3}$/.test(own) ? own.toUpperCase() : "") || (SIGNS[sign] ?? "");
};

/** By which mark prices write their decimals, as far as they tell, by currency: the same program writes francs, yen and dinars otherwise. */
export function priceMarks() {
  const told = new Map<string, Set<Mark>>();
  return {
    /** Prices of one product: what names no currency has that of the others. */
    learn(texts: readonly (string | undefined)[], given: string | undefined): void {
      const all = texts.flatMap((text) => (text && takeApart(text)) || []);
      const usual = all.map((written) => currencyOf(written, given)).find(Boolean) ?? "";
      for (const written of all) {
        const currency = currencyOf(written, given) || usual;
        const mark = decimalMarkOf(written.figure);
        // One that is refused tells nothing of the others.
        const isRead = isOf(written, currency) && plainFigure(written.figure, currency, mark) !== UNCLEAR;
        if (mark && isRead) told.set(currency, (told.get(currency) ?? new Set()).add(mark));
      }
    },
    /** Null where none of its currency tells, and where they differ. */
    of(text: string | undefined, given: string | undefined): Mark | null {
      const written = text ? takeApart(text) : null;
      const marks = written && told.get(currencyOf(written, given));
      const [mark = null] = marks?.size === 1 ? marks : [];
      return mark;
    },
  };
}

/**
 * Amount and currency of a price: `15.00 USD`, `12,50 €`, `15,00` with a currency of its own. The currency is empty when nothing
 * names it: a `$` alone is the sign of twenty countries. Null when it is no price, and the reason where it may be two.
 */
export function readPrice(
  text: string | undefined,
  given: string | undefined,
  mark: Mark | null = null,
): Price | typeof UNCLEAR | typeof SIGN_DIFFERS | null {
  const written = text ? takeApart(text) : null;
  if (!written) return null;
  const currency = currencyOf(written, given);
  if (!isOf(written, currency)) return SIGN_DIFFERS;
  const plain = plainFigure(written.figure, currency, mark);
  if (plain === null || plain === UNCLEAR) return plain;
  const minor = parseMajor(plain);
  return minor === null ? null : { minor, currency };
}

const THOUSANDS: Readonly<Record<string, RegExp>> = {
  ".": /^-?\d{1,3}(?:\.\d{3}){1,4}$/,
  // "1,00,000" is a lakh.
  ",": /^-?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,2}(?:,\d{2}){1,4},\d{3})$/,
  " ": /^-?\d{1,3}(?: \d{3}){1,4}$/,
  "'": /^-?\d{1,3}(?:['’]\d{3}){1,4}$/,
};

/** A figure with a point before its decimals and nothing between its thousands; null when it is none. */
function plainFigure(figure: string, currency: string, other: Mark | null): string | typeof UNCLEAR | null {
  const [, whole = "", mark = "", fraction = ""] = /^(.*?)(?:([.,])(\d{1,8}))?$/.exec(figure) ?? [];
  const between = /[.,' ’]/.exec(whole)?.[0].replace("’", "'") ?? "";
  if (between === mark && mark) return THOUSANDS[mark]?.test(figure) ? figure.replaceAll(mark, "") : null;
  if (between) {
    if (!THOUSANDS[between]?.test(whole)) return null;
    const digits = whole.replace(/[.,' ’]/g, "");
    return mark ? `${digits}.${fraction}` : digits;
  }
  if (fraction.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole)) {
    const decimals = decimalsOf(currency);
    if (decimals === 3 && mark === "." && other !== ",") return figure;
    const thousands =
      (decimals === 0 && other !== mark) ||
      (other !== null && other !== mark) ||
      (mark === "," && COMMA_OF_THOUSANDS.has(currency));
    return thousands ? `${whole}${fraction}` : UNCLEAR;
  }
  // What nobody has a hundredth of has no thousandths: a slip, of which nobody knows where.
  if (fraction.length === 3 && whole !== "0" && decimalsOf(currency) === 0) return UNCLEAR;
  // Nobody writes four decimals after a comma; after a point some programs write as many as they reckon with.
  if (mark === "," && fraction.length > 3) return null;
  return mark ? `${whole}.${fraction}` : whole;
}
