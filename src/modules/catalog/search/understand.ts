/** What a typed text most likely means: its words, the last of them unfinished, slips set right by the vocabulary. */
import type pg from "pg";
import { fold } from "../names.ts";
import { matchWords } from "../store/search.ts";
import type { Part } from "./prominent.ts";
import type { SearchIndex } from "./search-memory.ts";
import type { Vocabulary, WordMatch } from "./vocabulary.ts";

const MOST_TEXT = 100;
const MOST_WORDS = 6;

export type Understood = {
  text: string;
  /** The words as they are most likely meant. */
  corrected: string;
  /** What must all stand in what is looked for; null when no word of the vocabulary is near, so that nothing can. */
  parts: Part[] | null;
};

export async function understand(pool: pg.Pool, index: SearchIndex, given: string): Promise<Understood> {
  const text = fold(given.slice(0, MOST_TEXT)).slice(0, MOST_TEXT).trim();
  const words = text.split(" ").filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return { text: "", corrected: "", parts: null };
  const matches = await matchAll(pool, index.vocabulary, words);
  const parts: Part[] = [];
  const corrected: string[] = [];
  let impossible = false;
  for (const [place, word] of words.entries()) {
    const match = matches[place];
    const last = place === words.length - 1;
    if (match?.exact || match?.prefix) {
      corrected.push(word);
      // A beginning of one or two letters fits half of everything: it narrows nothing and costs most.
      if (last ? word.length >= 3 : match.exact || word.length >= 3)
        parts.push({ words: [word], prefix: last || !match.exact });
      else if (match.exact && words.length > 1) parts.push({ words: [word], prefix: false });
      continue;
    }
    const best = match?.similar ?? [];
    const top = best[0];
    if (top) {
      corrected.push(top.word);
      const near = best.filter((similar) => similar.score >= top.score - 0.1);
      parts.push({ words: near.map((similar) => similar.word), prefix: false });
    } else {
      corrected.push(word);
      if (word.length >= 3) impossible = true;
    }
  }
  return { text, corrected: corrected.join(" "), parts: impossible || parts.length === 0 ? null : parts };
}

/** From memory; the database is asked only for words that a part of the vocabulary does not know. */
async function matchAll(pool: pg.Pool, vocabulary: Vocabulary, words: readonly string[]): Promise<WordMatch[]> {
  const known = words.map((word) => vocabulary.match(word));
  const open = vocabulary.whole
    ? []
    : words.filter((_, place) => !(place === words.length - 1 ? known[place]?.prefix : known[place]?.exact));
  if (open.length === 0) return known;
  const found = await matchWords(pool, open);
  return words.map((word, place) => found[open.indexOf(word)] ?? known[place] ?? NOTHING);
}

const NOTHING: WordMatch = { exact: false, prefix: false, similar: [] };

/** A tsquery of plain words. */
export const queryOf = (parts: readonly Part[]): string =>
  parts
    .map(({ words, prefix }) => (prefix ? words.map((word) => `${word}:*`) : words))
    .map((words) => (words.length > 1 ? `(${words.join(" | ")})` : words[0]))
    .join(" & ");

/** A beginning that fits more texts than this is not asked of the index when another word is rare. */
const WIDE = 20_000;

/**
 * What the index is asked for: all parts, or without the beginnings that fit very many texts, which are then compared row
 * by row; an index gathers all that a beginning fits before it looks at the other words. `rare` is how many rows may be
 * compared.
 */
export function narrowest(vocabulary: Vocabulary, parts: readonly Part[], rare: number): readonly Part[] {
  const uses = (part: Part) => part.words.reduce((sum, word) => sum + vocabulary.usesOf(word, part.prefix), 0);
  const narrow = parts.filter((part) => !part.prefix || uses(part) <= WIDE);
  return narrow.some((part) => uses(part) <= rare) ? narrow : parts;
}
