/**
 * What stands beside a text that has no Spanish: the Spanish of the closest English text that has some. Closeness is the share of
 * words and of runs of three characters that both have, half and half: words alone miss "order" beside "orders", runs alone
 * find likeness in long texts that say other things. Pure.
 */
import type { Forms } from "./rules.ts";

export type Suggestion = {
  readonly english: string;
  readonly forms: Forms /** From 0 to 1. */;
  readonly closeness: number;
};
type Parts = { readonly words: ReadonlySet<string>; readonly runs: ReadonlySet<string> };

/** Each twelfth text of the release was asked for without itself: below a half, what came shared small words and little sense. */
export const CLOSE_ENOUGH = 0.5;

const PLACE = "0";
/** A place for a value is a word of its own whatever its name, because the value says what it is. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\{\{\w+\}\}/g, ` ${PLACE} `)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function partsOf(text: string): Parts {
  const folded = fold(text);
  const padded = `  ${folded} `;
  const runs = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) runs.add(padded.slice(at, at + 3));
  return { words: new Set(folded.split(" ").filter(Boolean)), runs };
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let both = 0;
  for (const part of one) if (other.has(part)) both += 1;
  return (2 * both) / (one.size + other.size);
}

const closenessOf = (one: Parts, other: Parts) => (shared(one.words, other.words) + shared(one.runs, other.runs)) / 2;

const placesIn = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))];

/** Where both have as many places, the suggestion names them as the asked text does, in their order. */
function withPlacesOf(english: string, { english: from, forms }: Suggestion): Forms {
  const [wanted, own] = [placesIn(english), placesIn(from)];
  if (wanted.length !== own.length) return forms;
  const named = new Map(own.map((place, at) => [place, wanted[at] ?? place]));
  const rename = (text: string) => text.replace(/\{\{\w+\}\}/g, (place) => named.get(place) ?? place);
  const { spanish, one, many } = forms;
  return { spanish: rename(spanish), one: one && rename(one), many: many && rename(many) };
}

/** Reads the texts once; what it returns answers null where none is close. */
export function createSuggest(texts: ReadonlyMap<string, Forms>): (english: string) => Suggestion | null {
  const known = [...texts].map(([english, forms]) => ({ english, forms, parts: partsOf(english) }));
  return (english) => {
    const asked = partsOf(english);
    // Places alone say nothing.
    if ([...asked.words].every((word) => word === PLACE)) return null;
    let best: Suggestion | null = null;
    for (const { english: text, forms, parts } of known) {
      const closeness = text === english ? 1 : closenessOf(asked, parts);
      if (closeness >= CLOSE_ENOUGH && closeness > (best?.closeness ?? 0)) best = { english: text, forms, closeness };
    }
    return best && { ...best, forms: withPlacesOf(english, best) };
  };
}
