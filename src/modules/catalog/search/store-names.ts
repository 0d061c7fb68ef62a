/** Stores by what is typed of their names: beginnings of the name and of its words, else names written like it. */
import type { StoreFind } from "../store/search.ts";
import { rangeOf } from "./sorted-texts.ts";
import { Trigrams } from "./trigrams.ts";

/** A text shorter than this fits words in half of all names: only names that begin so are meant. */
const SHORT = 3;

export class StoreNames {
  /** Most prominent first, so that a place is a rank. */
  readonly #stores: readonly StoreFind[];
  /** What is left of each name from each of its words on, sorted, and whose it is. */
  readonly #endings: string[];
  readonly #owners: { place: number; whole: boolean }[];
  readonly #trigrams: Trigrams;

  constructor(stores: readonly StoreFind[]) {
    this.#stores = stores;
    const endings = stores.flatMap(({ folded }, place) =>
      folded.split(" ").map((_, word, words) => ({ text: words.slice(word).join(" "), place, whole: word === 0 })),
    );
    endings.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    this.#endings = endings.map((ending) => ending.text);
    this.#owners = endings.map(({ place, whole }) => ({ place, whole }));
    this.#trigrams = new Trigrams(stores.map((store) => store.folded));
  }

  /** Best match first: the text as it was typed, then as it is most likely meant, then the more prominent store. */
  find(text: string, corrected: string, most: number): StoreFind[] {
    if (text.length < SHORT) {
      const names = this.#beginning(text).filter((owner) => owner.whole);
      return this.#best(names, most, (folded) => (folded === text ? 0 : 1));
    }
    const near = [...this.#beginning(text), ...(corrected === text ? [] : this.#beginning(corrected))];
    const found = this.#best(near, most, (folded) => badness(folded, text, corrected));
    return found.length > 0 ? found : this.#alike(text, corrected, most);
  }

  #beginning(text: string): { place: number; whole: boolean }[] {
    return this.#owners.slice(...rangeOf(this.#endings, text));
  }

  #best(owners: readonly { place: number }[], most: number, weigh: (folded: string) => number): StoreFind[] {
    const weights = new Map<number, number>();
    for (const { place } of owners)
      if (!weights.has(place)) weights.set(place, weigh(this.#stores[place]?.folded ?? ""));
    return this.#lightest(weights, most);
  }

  #alike(text: string, corrected: string, most: number): StoreFind[] {
    const weights = new Map<number, number>();
    // Rounded, so that of two that are about as near the more prominent comes first.
    const hold = (place: number, score: number) =>
      weights.set(place, Math.min(-Math.round(score * 10), weights.get(place) ?? 0));
    for (const { place, score } of this.#trigrams.near(text)) hold(place, score);
    if (corrected !== text) for (const { place, score } of this.#trigrams.near(corrected)) hold(place, score);
    for (const [place, { folded }] of this.#stores.entries()) if (folded.includes(text)) hold(place, 0);
    return this.#lightest(weights, most);
  }

  #lightest(weights: ReadonlyMap<number, number>, most: number): StoreFind[] {
    return [...weights]
      .sort(([a, weight], [b, other]) => weight - other || a - b)
      .slice(0, most)
      .flatMap(([place]) => this.#stores[place] ?? []);
  }
}

function badness(folded: string, text: string, corrected: string): number {
  const not = (fits: boolean, weight: number) => (fits ? 0 : weight);
  return (
    not(folded === text, 16) +
    not(folded.startsWith(text), 8) +
    not(` ${folded}`.includes(` ${text}`), 4) +
    not(folded === corrected, 2) +
    not(folded.startsWith(corrected), 1)
  );
}
