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
  /** What a coupon is to take off: a share, or dollars. */
  off: { bps: number } | { minor: number } | null;
};

const AMOUNT = String.raw`\$?\s?(\d{1,6}(?:\.\d\d)?)(?:\s?(?:dollars?|dolares|usd|bucks))?\b`;
const BELOW = new RegExp(
  String.raw`\b(?:under|below|less than|up to|max(?:imum)?|por menos de|menos de|hasta|debajo de|menor a)\s+${AMOUNT}`,
);
const ABOVE = new RegExp(
  String.raw`\b(?:over|above|more than|at least|from|mas de|desde|arriba de|mayor a)\s+${AMOUNT}`,
);
const BETWEEN = new RegExp(
  String.raw`(?:\b(?:between|from|entre|de)\s+)?(?<![\w.])${AMOUNT}\s?(?:-|to|and|y|a)\s?${AMOUNT}(?!\s?(?:gb|tb|inch|in|hz|mm|cm|w)\b)`,
);
const OFF = String.raw`(?: ?(?:off|(?:de )?descuento|discount)\b)`;
const OFF_OF = String.raw`(?:\b(?:save|ahorra|descuento del?) )`;
const SHARE = String.raw`(\d{1,2}) ?(?:%|percent\b|por ?ciento\b)`;
const SUM = String.raw`(?:\$ ?(\d{1,4})|\b(\d{1,4}) ?(?:dollars?|dolares|usd|bucks))(?![\d.])`;
const either = (figure: string) => new RegExp(`${OFF_OF}${figure}${OFF}?|${figure}${OFF}`);
const SHARE_OFF = either(SHARE);
const SUM_OFF = either(SUM);
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

const minor = (amount: string | undefined) => Math.round(Number(amount) * 100);
const UNIT =
  /\b(\d+) ?(inch(?:es)?|in|pulgadas?|pulg|hz|gb|tb|mb|mm|cm|w|watts?|mhz|ghz|oz|lbs?|qts?|quarts?|mah|k)\b(?! \d)/g;
const UNIT_NAMES: Record<string, string> = {
  inch: "in",
  inches: "in",
  pulgada: "in",
  pulgadas: "in",
  pulg: "in",
  watt: "w",
  watts: "w",
  lbs: "lb",
  qts: "qt",
  quart: "qt",
  quarts: "qt",
};

/** `27 inch`, `27 pulgadas` and `27"` are one word, `27in`. The text is folded. */
export const joinUnits = (folded: string): string =>
  folded.replace(UNIT, (_, figure: string, unit: string) => figure + (UNIT_NAMES[unit] ?? unit));

/** Folded with its units joined: how every text is read, a store's name as well as what is typed. */
export const readWords = (text: string): string[] =>
  joinUnits(fold(text.replace(/(\d)\s?(?:"|”|″|'')/g, "$1 in ")))
    .split(" ")
    .filter(Boolean);

export function readText(given: string): TypedText {
  const text = fold(given.slice(0, MAX_TEXT)).slice(0, MAX_TEXT).trim();
  let rest = plain(given.slice(0, MAX_TEXT));
  const read: TypedText = { text, words: [], cheap: false, coupons: false, off: null };
  // Nothing else need be said: "20% off" alone means coupons.
  const takeOff = (pattern: RegExp, use: (figure: string) => TypedText["off"]) => {
    const found = read.off === null ? pattern.exec(rest) : null;
    const figure = found?.slice(1).find((part) => part !== undefined);
    if (!found || figure === undefined) return;
    read.off = use(figure);
    rest = rest.replace(found[0], " ");
  };
  const ofShare = (share: string) => ({ bps: 100 * Number(share) });
  takeOff(SHARE_OFF, ofShare);
  takeOff(SUM_OFF, (sum) => ({ minor: minor(sum) }));
  const take = (pattern: RegExp, use: (found: RegExpExecArray) => boolean) => {
    const found = pattern.exec(rest);
    // A figure alone is a name or a size; a price stands beside something.
    if (found && use(found) && rest.replace(found[0], " ").trim() !== "") rest = rest.replace(found[0], " ");
  };
  take(BETWEEN, ([, low, high]) => {
    if (!(minor(low) >= 500 && minor(high) > minor(low))) return false;
    read.min_minor = minor(low);
    read.max_minor = minor(high);
    return true;
  });
  take(BELOW, ([, amount]) => {
    read.max_minor = minor(amount);
    return true;
  });
  take(ABOVE, ([, amount]) => {
    read.min_minor = minor(amount);
    return true;
  });
  const drop = (pattern: RegExp) => {
    const without = rest.replace(pattern, " ");
    const dropped = without !== rest && (read.off !== null || /[a-z0-9]/.test(without));
    if (dropped) rest = without;
    return dropped;
  };
  read.cheap = drop(CHEAP);
  read.coupons = drop(COUPONS);
  // Beside the word for a coupon a share alone is one.
  if (read.coupons) takeOff(new RegExp(SHARE), ofShare);
  read.coupons ||= read.off !== null;
  drop(ABOUT_US);
  read.words = readWords(rest).slice(0, MAX_WORDS);
  return read;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/,(?=\d{3})/g, "");

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
