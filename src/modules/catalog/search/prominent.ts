/**
 * The most prominent rows of a long list, by their words. Words that fit many rows find enough of them here, in order and
 * without the database; words that do not are rare, so that the database finds few rows for them. That bounds what a
 * letter costs, however long the list is.
 */
import { rangeOf } from "./sorted-texts.ts";

/** One of the words must stand in the text; with `prefix`, a word that begins so. */
export type Part = { words: readonly string[]; prefix: boolean };

export class Prominent<Row extends { folded: string }> {
  readonly #rows: readonly Row[];
  readonly #words: string[];
  readonly #places: number[][];
  readonly #fits: Uint8Array;

  /** True when the list is no longer than what is kept here: then nothing else can be found. */
  readonly whole: boolean;

  /** Most prominent first. */
  constructor(rows: readonly Row[], whole: boolean) {
    this.#rows = rows;
    this.whole = whole;
    const places = new Map<string, number[]>();
    for (const [place, { folded }] of rows.entries())
      for (const word of new Set(folded.split(" "))) {
        const known = places.get(word);
        if (known) known.push(place);
        else places.set(word, [place]);
      }
    this.#words = [...places.keys()].sort();
    this.#places = this.#words.map((word) => places.get(word) ?? []);
    this.#fits = new Uint8Array(rows.length);
  }

  /** The first rows that fit every part and are wanted. */
  find(parts: readonly Part[], most: number, wanted: (row: Row) => boolean = () => true): Row[] {
    if (parts.length === 0) return [];
    this.#fits.fill(0);
    for (const [number, part] of parts.entries())
      for (const word of part.words) {
        const [from, to] = rangeOf(this.#words, word);
        const end = part.prefix ? to : this.#words[from] === word ? from + 1 : from;
        for (let at = from; at < end; at += 1)
          // A row counts on only when it fitted every part before.
          for (const place of this.#places[at] ?? []) if (this.#fits[place] === number) this.#fits[place] = number + 1;
      }
    const found: Row[] = [];
    for (
      let place = this.#fits.indexOf(parts.length);
      place >= 0;
      place = this.#fits.indexOf(parts.length, place + 1)
    ) {
      const row = this.#rows[place];
      if (row && wanted(row) && found.push(row) === most) break;
    }
    return found;
  }
}
