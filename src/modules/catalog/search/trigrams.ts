/**
 * Likeness of short texts as PostgreSQL's pg_trgm reckons it: the share of three-letter pieces that two texts have in
 * common, where each word begins with two spaces and ends with one. Texts are folded: letters a to z, figures, spaces.
 */

/** Less than this is not alike: `pg_trgm.similarity_threshold`, which the statements of the lists use. */
export const LEAST_LIKENESS = 0.3;

/** Each piece once, as one number. */
export function trigramsOf(text: string): Set<number> {
  const found = new Set<number>();
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 2 < padded.length; at += 1)
      found.add((padded.charCodeAt(at) << 14) | (padded.charCodeAt(at + 1) << 7) | padded.charCodeAt(at + 2));
  }
  return found;
}

export class Trigrams {
  readonly #places = new Map<number, number[]>();
  readonly #sizes: number[] = [];
  readonly #shared: Uint16Array;

  constructor(texts: readonly string[]) {
    for (const [place, text] of texts.entries()) {
      const pieces = trigramsOf(text);
      this.#sizes.push(pieces.size);
      for (const piece of pieces) {
        const places = this.#places.get(piece);
        if (places) places.push(place);
        else this.#places.set(piece, [place]);
      }
    }
    this.#shared = new Uint16Array(texts.length);
  }

  /** The places of all texts that are alike, in no order, with how much. */
  near(text: string): { place: number; score: number }[] {
    const pieces = trigramsOf(text);
    const touched: number[] = [];
    for (const piece of pieces)
      for (const place of this.#places.get(piece) ?? []) {
        if (this.#shared[place] === 0) touched.push(place);
        this.#shared[place] = (this.#shared[place] ?? 0) + 1;
      }
    const found: { place: number; score: number }[] = [];
    for (const place of touched) {
      const shared = this.#shared[place] ?? 0;
      this.#shared[place] = 0;
      const score = shared / (pieces.size + (this.#sizes[place] ?? 0) - shared);
      if (score >= LEAST_LIKENESS) found.push({ place, score });
    }
    return found;
  }
}
