/** Kinds of things in both languages, and where they are: products' places, categories of stores, stores known for them. */
import SearchableMap from "minisearch/SearchableMap";
import kinds from "./kinds.json" with { type: "json" };
import { IN_ENGLISH, meaningful, readWords, stemOf } from "./read-text.ts";

export type Kind = {
  kind: string;
  en: readonly string[];
  es: readonly string[];
  /** `department/subcategory`, or a department whole. */
  places: readonly string[];
  /** Its places hold much else: what does not tell this kind in its name is hardly meant. */
  only_named?: boolean;
  /** One of what its places are of: boots are shoes, toothpaste is no toothbrush. */
  a_sort?: boolean;
  /** Categories of stores that are about it, and those that may have it too. */
  stores: readonly string[];
  maybe: readonly string[];
  /** Internal names. */
  shops: readonly string[];
};

/**
 * `things` stand in the same places, `sorts` are of the kind besides, each with all of its names in both languages: one of them is
 * not meant where another is asked for.
 */
type Written = Kind & Partial<Record<"things" | "sorts", readonly (readonly string[])[]>>;

const KINDS: readonly Kind[] = (kinds as readonly Written[]).flatMap(({ things = [], sorts = [], ...kind }) => {
  const named = ([name = "", ...en]: readonly string[]) => ({ ...kind, kind: name, en, es: [], only_named: true });
  return [kind, ...things.map(named), ...sorts.map((names) => ({ ...named(names), a_sort: true }))];
});

const stemsOf = (words: readonly string[]) => words.map(stemOf).join(" ");
const byStems = new SearchableMap<Kind[]>();
/** Words that need stand in no text to be known. */
export const KNOWN_WORDS = new Set(IN_ENGLISH.keys());
for (const kind of KINDS)
  for (const words of [kind.kind, ...kind.en, ...kind.es].map(readWords).map(meaningful)) {
    byStems.update(stemsOf(words), (known = []) => (known.includes(kind) ? known : [...known, kind]));
    for (const word of words) KNOWN_WORDS.add(word);
  }

const MAX_PHRASE = 4;

/** The kinds that a text names, the longest phrase first, each with the words it takes. */
export function kindsIn(words: readonly string[]): { from: number; to: number; kinds: readonly Kind[] }[] {
  const found: { from: number; to: number; kinds: readonly Kind[] }[] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let to = Math.min(from + MAX_PHRASE, words.length); to > from; to -= 1) {
      const kinds = byStems.get(stemsOf(words.slice(from, to)));
      if (!kinds) continue;
      found.push({ from, to, kinds });
      from = to - 1;
    }
  return found;
}

/** Those of the words that name kinds of things. */
export function wordsOfKinds(words: readonly string[]): Set<string> {
  const said = meaningful(words);
  return new Set(kindsIn(said).flatMap(({ from, to }) => said.slice(from, to)));
}

const MAX_BEGUN = 3;

/** The kinds whose name begins as the text ends, with as many of its words as begin one; the shortest names first. */
export function kindsBegunBy(words: readonly string[]): Kind[] {
  const begun = [...byStems.atPrefix(stemsOf(words))].sort(([a], [b]) => a.length - b.length);
  if (begun.length === 0 && words.length > 1) return kindsBegunBy(words.slice(1));
  return [...new Set(begun.flatMap(([, kinds]) => kinds))].slice(0, MAX_BEGUN);
}
