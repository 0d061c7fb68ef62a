/** What a typed text says before anything is looked up: prices, what is wanted, its words, units as one word. Pure. */
import { stemmer } from "@orama/stemmers/english";
import { fold } from "../names.ts";

const MAX_TEXT = 100;
const MAX_WORDS = 8;

export type TypedText = {
  /** Folded, as it was typed. */
  text: string;
  /** Without prices and what only says what kind of answer is wanted. */
  words: string[];
  min_minor?: number;
  max_minor?: number;
  /** The cheapest come first among equals. */
  cheap: boolean;
  coupons: boolean;
  /** What a coupon is to take off, a share or dollars, as `offOf` writes it. */
  off: string | null;
};

const DOLLARS = "(?:dollars?|dolares|usd|bucks)";
const AMOUNT = String.raw`\$?\s?(\d{1,6}(?:\.\d\d)?)(?:\s?${DOLLARS})?\b`;
const BELOW = new RegExp(
  String.raw`\b(?:under|below|less than|up to|max(?:imum)?|por menos de|menos de|hasta|(?:de)?bajo(?: de)?|menor a)\s+${AMOUNT}`,
);
const ABOVE = new RegExp(
  String.raw`\b(?:over|above|more than|at least|from|mas de|desde|arriba de|mayor a)\s+${AMOUNT}`,
);
const BETWEEN = new RegExp(
  String.raw`(?:\b(?:between|from|entre|de)\s+)?(?<![\w.])${AMOUNT}\s?(?:-|to|and|y|a)\s?${AMOUNT}(?!\s?(?:gb|tb|inch|in|hz|mm|cm|w)\b)`,
);
const OFF = String.raw`(?: ?(?:off|(?:de )?descuento|discount)\b)`;
const SHARE = String.raw`(\d{1,2}) ?(?:%|percent\b|por ?ciento\b)`;
const SUM = String.raw`(?:\$ ?|\b(?=\d+ ?${DOLLARS}))(\d{1,4})(?: ?${DOLLARS})?(?![\d.])`;
const takenOff = (figure: string) => new RegExp(`\\b(?:save|ahorra|descuento del?) ${figure}${OFF}?|${figure}${OFF}`);
const CHEAP = /\b(?:cheap(?:est)?|inexpensive|affordable|budget|barat[oa]s?|economic[oa]s?)\b/g;
const COUPONS =
  /\b(?:coupon codes?|coupons?|promo(?:tion(?:al)?)? codes?|discounts?(?: codes?)?|codes?|deals?|cupon(?:es)?|codigos?(?: de descuento| promocional(?:es)?)?|descuentos?|ofertas?|promocion(?:es)?)\b/g;
const ABOUT_US = /\b(?:cash ?back|rebates?|reembolsos?|dinero de vuelta|online|en linea|near me|cerca de mi)\b/g;

/** Words that narrow nothing. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an and at by for from in of on or the to with your my de del el en la las lo los para por con sin un una y o mi tu al store stores shop tienda tiendas best buy mejor mejores new comprar size talla tamano".split(
    " ",
  ),
);

/** Without words that narrow nothing; a single letter is one of them. */
export const meaningful = (words: readonly string[]): string[] =>
  words.filter((word) => !SMALL_WORDS.has(word) && (word.length > 1 || /\d/.test(word)));

const UNIT =
  /\b(\d+) ?(inch(?:es)?|in|pulgadas?|pulg|hz|gb|tb|mb|mm|cm|w|watts?|mhz|ghz|oz|lbs?|qts?|quarts?|mah|k)\b(?! \d)/g;

/** `27 inch`, `27 pulgadas` and `27"` are one word, `27in`. The text is folded. */
export const joinUnits = (folded: string): string =>
  folded.replace(
    UNIT,
    (_, figure, unit) =>
      figure + unit.replace(/^(?:inch|pulg).*/, "in").replace(/^(w|lb|q)(?:atts?|s|ts?|uarts?)$/, "$1"),
  );

/** Folded with its units joined: how every text is read, a store's name as well as what is typed. */
export const readWords = (text: string): string[] =>
  joinUnits(fold(text.replace(/(\d)\s?(?:"|”|″|'')/g, "$1 in ")))
    .split(" ")
    .filter(Boolean);

const minor = (amount: string | undefined) => Math.round(Number(amount) * 100);

/** A share or a sum that a coupon takes off, in hundredths of a percent or of a dollar. */
export const offOf = (kind: string, hundredths: number | bigint) => `${kind}-${hundredths}`;

export function readText(given: string): TypedText {
  const typed = given.slice(0, MAX_TEXT);
  let rest = typed
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+|,(?=\d{3})/gu, "");
  /** Takes it out of the text, unless nothing were left of it: a figure alone is a name or a size. */
  const take = (pattern: RegExp, alone = false, fits = (_low?: string, _high?: string) => true): string[] | null => {
    const found = rest.match(pattern);
    const figures = found?.slice(1).filter(Boolean) ?? [];
    const without = rest.replace(pattern, " ");
    if (!found || !fits(...figures) || !(alone || /[a-z0-9]/.test(without))) return null;
    rest = without;
    return figures;
  };
  const off = (figure: RegExp, kind: string) => take(figure, true)?.map((each) => offOf(kind, minor(each)))[0] ?? null;
  // Nothing else need be said: "20% off" alone means coupons.
  let taken = off(takenOff(SHARE), "percent") ?? off(takenOff(SUM), "amount");
  const between = take(BETWEEN, false, (low, high) => minor(low) >= 500 && minor(high) > minor(low));
  const [below] = take(BELOW) ?? [];
  const [above] = take(ABOVE) ?? [];
  const [low = above, high = below] = between ?? [];
  const cheap = take(CHEAP, taken !== null) !== null;
  const coupons = take(COUPONS, taken !== null) !== null;
  // Beside the word for a coupon a share alone is one.
  if (coupons) taken ??= off(new RegExp(SHARE), "percent");
  take(ABOUT_US);
  return {
    text: fold(typed).slice(0, MAX_TEXT).trim(),
    words: readWords(rest).slice(0, MAX_WORDS),
    ...(low === undefined ? {} : { min_minor: minor(low) }),
    ...(high === undefined ? {} : { max_minor: minor(high) }),
    cheap,
    coupons: coupons || taken !== null,
    off: taken,
  };
}

const stems = new Map<string, string>();

/**
 * One stem for both languages, so that a text need not say which it is in: the English one takes Spanish plurals off too,
 * while the Spanish one would make "doll" of "dollar".
 */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /\d/.test(word) || word.length < 4 ? word : stemmer(word);
  if (stems.size > 200_000) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** A name without its gaps: `The Home Depot` and `homedepot`, `H&M` and `hm`. */
export const keyOf = (folded: string): string =>
  folded
    .replace(/^the /, "")
    .replace(/\band\b/g, "")
    .replaceAll(" ", "");
