/** The words of the catalogue: whether a word stands there, whether one begins so, and which are written most like it. */
import { lowerBound, rangeOf } from "./sorted-texts.ts";
import { Trigrams } from "./trigrams.ts";

export type WordMatch = { exact: boolean; prefix: boolean; similar: { word: string; score: number }[] };

const MOST_SIMILAR = 4;
const SWAP_SCORE = 0.95;

export class Vocabulary {
  readonly #words: string[];
  readonly #uses: number[];
  /** How often all words before a place are used together. */
  readonly #before: Float64Array;
  readonly #trigrams: Trigrams;
  /** False when there are more words than are kept here: then a word that is not here may still stand in the catalogue. */
  readonly whole: boolean;

  constructor(rows: readonly { word: string; uses: number }[], whole: boolean) {
    const sorted = rows.toSorted((a, b) => (a.word < b.word ? -1 : 1));
    this.#words = sorted.map((row) => row.word);
    this.#uses = sorted.map((row) => row.uses);
    this.#before = new Float64Array(sorted.length + 1);
    for (const [place, uses] of this.#uses.entries()) this.#before[place + 1] = (this.#before[place] ?? 0) + uses;
    this.#trigrams = new Trigrams(this.#words);
    this.whole = whole;
  }

  /** In how many texts a word stands, or with `prefix` the words that begin so. */
  usesOf(word: string, prefix: boolean): number {
    const [from, to] = rangeOf(this.#words, word);
    if (prefix) return (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
    return this.#words[from] === word ? (this.#uses[from] ?? 0) : 0;
  }

  /** What is known of a word. Similar words are only looked for when no word begins with it. */
  match(word: string): WordMatch {
    const [from, to] = rangeOf(this.#words, word);
    const exact = this.#words[from] === word;
    const prefix = to > from;
    return { exact, prefix, similar: prefix || word.length < 3 ? [] : this.#similar(word) };
  }

  #similar(word: string): WordMatch["similar"] {
    const swaps = new Set(swapsOf(word));
    const found = this.#trigrams
      .near(word)
      .map(({ place, score }) => ({ word: this.#words[place] ?? "", uses: this.#uses[place] ?? 0, score }))
      .filter((near) => !swaps.has(near.word))
      .sort(byScore)
      .slice(0, MOST_SIMILAR);
    for (const swap of swaps) {
      const place = lowerBound(this.#words, swap);
      if (this.#words[place] === swap) found.push({ word: swap, uses: this.#uses[place] ?? 0, score: SWAP_SCORE });
    }
    return found.sort(byScore).map((near) => ({ word: near.word, score: near.score }));
  }
}

const byScore = (a: { score: number; uses: number }, b: { score: number; uses: number }) =>
  b.score - a.score || b.uses - a.uses;

/** The word with each two neighbours exchanged: the commonest slip of all, of which a short word's trigrams keep nothing. */
export function swapsOf(word: string): string[] {
  if (word.length < 3 || word.length > 30) return [];
  const found = new Set<string>();
  for (let at = 0; at + 1 < word.length; at += 1)
    found.add(`${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`);
  found.delete(word);
  return [...found];
}
