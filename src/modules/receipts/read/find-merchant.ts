/** Whose receipt it is: a store that we know by its name or its address on the web, else what stands at the top. */
import { distance } from "fastest-levenshtein";
import { asLetters, compact, fold } from "./fold-text.ts";
import { kindOf } from "./line-kinds.ts";
import type { TextLine } from "./text-lines.types.ts";

export type KnownName = { name: string; internal_name: string | null };
export type FoundMerchant = {
  name: string;
  internal_name: string | null;
  line: TextLine;
  /** A store that we know; what stands at the top otherwise. */
  known: boolean;
  /** Letter by letter. */
  exact: boolean;
};

/** Stores by the letters of their names. */
export type NameBook = { byLetters: ReadonlyMap<string, KnownName>; byLength: ReadonlyMap<number, readonly string[]> };

/** Names of fewer letters stand in too many other words. */
const SHORTEST = 3;

export function writeNameBook(names: readonly KnownName[]): NameBook {
  const byLetters = new Map<string, KnownName>();
  const byLength = new Map<number, string[]>();
  for (const known of names) {
    const letters = compact(known.name);
    if (letters.length < SHORTEST) continue;
    const there = byLetters.get(letters);
    // One that the catalog has says more than one that is only told of.
    if (there && (there.internal_name !== null || known.internal_name === null)) continue;
    if (!there) byLength.set(letters.length, [...(byLength.get(letters.length) ?? []), letters]);
    byLetters.set(letters, known);
  }
  return { byLetters, byLength };
}

const TOP_LINES = 6;
const END_LINES = 8;
const MAX_WORDS = 5;
const DOMAIN = /(?:www\.|@|\b)([a-z0-9-]{3,40})\.(?:com|co|net|org|store|shop|es|mx|ca|uk|au|nz)\b/g;
const COMMON = /^(thank|welcome|receipt|invoice|order|your|gracias|recibo|factura|ticket|pedido|customer|copy|copia)/;

/** What stands beside the name of a store without being part of it. */
const BESIDE =
  /\b(store|supercenter|superstore|online|inc|llc|ltd|limited|corp|plc|tienda|sucursal|supermercados?|express|no|nr|sa|de|cv|sl|com|the|at|to|welcome|bienvenidos?|shop)\b|[\d#]+/g;

type Match = { known: KnownName; score: number; exact: boolean };

function matchWords(text: string, book: NameBook): Match | null {
  const words = fold(text)
    .split(/[^\p{L}\p{N}'&.+-]+/u)
    .filter(Boolean);
  const whole = compact(text);
  const bare = compact(
    fold(text)
      .replaceAll(/\b([a-z])\./g, "$1")
      .replaceAll(BESIDE, " "),
  );
  let best: Match | null = null;
  for (let from = 0; from < words.length; from += 1)
    for (let length = Math.min(MAX_WORDS, words.length - from); length >= 1; length -= 1) {
      const letters = compact(words.slice(from, from + length).join(""));
      const known = book.byLetters.get(letters);
      if (!known) continue;
      const isWhole = letters === whole || letters === bare;
      // A short name is one only when it stands alone; much of a line must be the name.
      const share = isWhole ? 1 : letters.length / Math.max(1, bare.length);
      if (!isWhole && (letters.length < 5 || share < 0.3)) continue;
      const score = share * 10 + letters.length / 10;
      if (!best || score > best.score) best = { known, score, exact: isWhole };
    }
  if (best?.exact) return best;
  const nearly = matchNearly(whole, book) ?? matchNearly(asLetters(bare), book);
  return nearly && nearly.score > (best?.score ?? 0) ? nearly : best;
}

/** One letter of six may have been read wrong. */
function matchNearly(whole: string, book: NameBook): Match | null {
  if (whole.length < 5 || whole.length > 40) return null;
  const most = Math.max(1, Math.floor(whole.length / 6));
  let best: { letters: string; apart: number } | null = null;
  for (let length = whole.length - most; length <= whole.length + most; length += 1)
    for (const letters of book.byLength.get(length) ?? []) {
      const apart = distance(whole, letters);
      if (apart <= most && (!best || apart < best.apart)) best = { letters, apart };
    }
  const known = best && book.byLetters.get(best.letters);
  return best && known ? { known, score: 8 - best.apart * 2, exact: false } : null;
}

function matchDomain(text: string, book: NameBook): Match | null {
  for (const [, label = ""] of fold(text).replaceAll(" .", ".").replaceAll(". ", ".").matchAll(DOMAIN)) {
    const known = book.byLetters.get(compact(label));
    if (known) return { known, score: 7, exact: true };
  }
  return null;
}

/** Without the specks that stand before and behind it. */
function trimSigns(text: string): string {
  const signs = [...text];
  const isPart = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
  return signs.slice(Math.max(0, signs.findIndex(isPart)), signs.findLastIndex(isPart) + 1).join("");
}

const isTitle = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
  kindOf(text) === null &&
  !COMMON.test(fold(text)) &&
  !/\d{3,}/.test(text);

export function findMerchant(lines: readonly TextLine[], book: NameBook): FoundMerchant | null {
  const first = lines.filter((line) => line.page === (lines[0]?.page ?? 1));
  const top = first.slice(0, TOP_LINES);
  const end = first.slice(Math.max(TOP_LINES, first.length - END_LINES));
  let best: { match: Match; line: TextLine; score: number } | null = null;
  for (const [place, line] of [...top, ...end].entries()) {
    const match = matchWords(line.text, book) ?? matchDomain(line.text, book);
    if (!match) continue;
    const score = match.score - (place < TOP_LINES ? place / 2 : 4);
    if (!best || score > best.score) best = { match, line, score };
  }
  if (best && best.score > 0)
    return {
      name: best.match.known.name,
      internal_name: best.match.known.internal_name,
      line: best.line,
      known: true,
      exact: best.match.exact,
    };
  const title = top.find((line) => isTitle(line.text));
  return title
    ? {
        name: trimSigns(title.text),
        internal_name: null,
        line: title,
        known: false,
        exact: false,
      }
    : null;
}
