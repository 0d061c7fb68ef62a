/** What a typed text says before anything is looked up: prices, what is wanted, its words, units as one word. Pure. */
import { stemmer } from "@orama/stemmers/english";
import { remember } from "#platform/remember";
import { fold } from "../names.ts";
import WORDS from "./words.json" with { type: "json" };

const MAX_TEXT = 100;
const MAX_WORDS = 8;

export type TypedText = {
  /** Without prices and what only says what kind of answer is wanted. */
  words: string[];
  min_minor?: number;
  max_minor?: number;
  /** The cheapest come first among equals. */
  cheap: boolean;
  coupons: boolean;
  /** What a coupon is to take off, a share or dollars, as one word: `20pct`, `10usd`. */
  off: string | null;
};

const oneOf = (some: readonly string[]) => `(?:${some.join("|")})`;
const UNITS = new Map(Object.entries(WORDS.units).flatMap(([unit, written]) => written.map((each) => [each, unit])));
const UNIT = oneOf([...UNITS.keys()]);
const AMOUNT = String.raw`\$?\s?(\d{1,6}(?:\.\d\d)?)(?:\s?${oneOf(WORDS.units.usd)})?\b`;
/** What follows a figure that is no price: a share, a measure, a number of years or things. */
const NO_PRICE = String.raw`(?!\s?(?:%|percent\b|por ?ciento\b|${oneOf([...UNITS.keys(), ...WORDS.counted])}\b))`;
const BELOW = new RegExp(String.raw`\b${oneOf(WORDS.below)}\s+${AMOUNT}${NO_PRICE}`);
const ABOVE = new RegExp(String.raw`\b${oneOf(WORDS.above)}\s+${AMOUNT}${NO_PRICE}`);
/** Two figures with a word between them are a range where it is said to be one, or said of dollars: two models are none. */
const RANGE = new RegExp(
  String.raw`\b(?:between|from|entre|de)\s+${AMOUNT}\s?(?:-|to|and|y|a)\s?${AMOUNT}${NO_PRICE}|\$\s?(\d{1,6})\s?(?:-|to|and|y|a)\s?${AMOUNT}${NO_PRICE}|(?<![\w.])(\d{1,6})\s?(?:-|to|and|y|a)\s?(\d{1,6})\s?${oneOf(WORDS.units.usd)}\b`,
);
// From five dollars on: what is less is a number of things.
const BETWEEN = new RegExp(
  String.raw`(?<![\w.]|\b${oneOf(WORDS.of_sizes)}\s)(?=[5-9]|\d\d)(\d{1,6})-(\d{1,6})\b${NO_PRICE}`,
);
const CHEAP = new RegExp(String.raw`\b${oneOf(WORDS.cheap)}\b`, "g");
const COUPONS = new RegExp(
  String.raw`\b(?:${oneOf(WORDS.coupons)}|(?:save|ahorra)(?= \$?\d)|(?<=[%\d] ?|percent |dollars )off)\b`,
  "g",
);
const AT_THE_END = new RegExp(String.raw`(?:${COUPONS.source}\s*)+$`);
/** How much a coupon takes off at most or at least narrows nothing. */
const OFF_ABOUT = new RegExp(
  String.raw`\b${oneOf([...WORDS.below, ...WORDS.above])}\s+(?=\d+\s?(?:%|percent\b|por ?ciento\b))`,
);
const ABOUT_US = new RegExp(String.raw`\b${oneOf(WORDS.about_us)}\b`, "g");

const SMALL_WORDS: ReadonlySet<string> = new Set(WORDS.small);
/** Without words that narrow nothing; a single letter is one of them. */
export const meaningful = (words: readonly string[]): string[] =>
  words.filter((word) => !SMALL_WORDS.has(word) && (word.length > 1 || /\d/.test(word)));

// "2 in 1" and "size 9 in black" tell no inches.
const FIGURE_AND_UNIT = new RegExp(String.raw`(?<!\b${oneOf(WORDS.of_sizes)} )\b(\d+) ?(${UNIT})\b(?! \d)`, "g");

/** Folded, `27 inch`, `27 pulgadas` and `27"` as one word, `27in`: how every text is read, a store's name as well as what is typed. */
export const readWords = (text: string): string[] =>
  fold(text.replace(/(\d)\s?(?:"|”|″|'')/g, "$1 in "))
    .replace(FIGURE_AND_UNIT, (_, figure, unit) => figure + UNITS.get(unit))
    .split(" ")
    .filter(Boolean);

/** `isName`: whether these words are all of a store's name. Then they say nothing else: Budget is not cheap, and 7-Eleven no price. */
export function readText(given: string, isName: (words: string[]) => boolean): TypedText {
  let rest = given
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+|[,.](?=\d{3}(?!\d))/gu, "");
  /** Takes it out of the text, unless nothing were left of it: a figure alone is a name or a size. `alone`: that is what is asked for. */
  const take = (pattern: RegExp, alone = false): number[] | null => {
    const found = rest.match(pattern);
    const without = rest.replace(pattern, " ");
    if (!found || !(alone || /[a-z0-9]/.test(without))) return null;
    rest = without;
    return found.slice(1).flatMap((amount) => (amount ? [Math.round(Number(amount) * 100)] : []));
  };
  const all = readWords(rest);
  const name = [all, readWords(rest.replace(AT_THE_END, ""))].find((words) => words.length > 0 && isName(words));
  if (name) return { words: name.slice(0, MAX_WORDS), cheap: false, coupons: name.length < all.length, off: null };
  const between = take(RANGE, true) ?? take(BETWEEN);
  const [below] = take(BELOW, true) ?? [];
  const [above] = take(ABOVE, true) ?? [];
  const [low = above, high = below] = between?.sort((a, b) => a - b) ?? [];
  const cheap = take(CHEAP) !== null;
  const coupons = take(COUPONS) !== null;
  take(ABOUT_US);
  take(OFF_ABOUT);
  // Only coupons take shares and sums off: 100% Pure is a name.
  const words = readWords(coupons ? rest.replace(/(\d) ?%/g, "$1 pct ").replace(/\$ ?(\d+)/g, "$1 usd ") : rest);
  const off = (coupons && words.find((word) => /^\d+(?:pct|usd)$/.test(word))) || null;
  const said = words.filter((word) => word !== off);
  // Beside a price words that narrow nothing say nothing, and are no name's beginning either.
  const bare = (low ?? high) !== undefined && meaningful(said).length === 0;
  return {
    words: bare ? [] : said.slice(0, MAX_WORDS),
    ...(low === undefined ? {} : { min_minor: low }),
    ...(high === undefined ? {} : { max_minor: high }),
    cheap,
    coupons,
    off,
  };
}

/**
 * One stem for both languages, so that a text need not say which it is in: the English one takes Spanish plurals off too,
 * while the Spanish one would make "doll" of "dollar".
 */
export const stemOf = remember((word) => (/\d/.test(word) || word.length < 4 ? word : stemmer(word)), {
  entries: 200_000,
  bytes: 64 * 1_048_576,
});

/** A name without its gaps: `The Home Depot` and `homedepot`, `H&M` and `hm`. */
export const keyOf = (folded: string): string => folded.replace(/^the |\band\b| /g, "");

/**
 * For whom things are, their colors, what they are made of or taste of and a few more values, in Spanish by English: goods tell of themselves
 * in English. Only words that mean nothing else: "piel" is leather and skin, "mate" is matte and a drink.
 */
export const IN_ENGLISH = new Map(
  Object.entries(WORDS.in_english).flatMap(([english, spanish]) => spanish.map((word) => [stemOf(word), english])),
);
/** A color, a material or whom a thing is for. */
export const isValue = (word: string): boolean => Object.hasOwn(WORDS.in_english, word);
