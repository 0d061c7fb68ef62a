/** What a typed text most likely means: the stores it names, the kinds of things, and its other words, slips set right. */
import { type Kind, kindsBegunBy, kindsIn } from "./kinds.ts";
import { keyOf, meaningful, readWords, SMALL_WORDS, stemOf, type TypedText } from "./read-text.ts";
import { type Missing, nameOf, type SearchIndex, tagOf } from "./search-memory.ts";
import WORDS from "./words.json" with { type: "json" };

export type Term = { term: string; quality: number; prefix: boolean };
/** One thing that is asked for, in all the ways in which a text may tell it. */
export type Slot = {
  words: string[];
  weight: number;
  terms: Term[];
  /** What the kinds of things that its words name are called in English, as goods' names are. */
  called?: string[][];
  /** It only tells which of a kind is meant, beside no name. */
  narrows?: boolean;
  /** Coupons alone may tell it. */
  of_coupons?: boolean;
};
/** `named` are stores by their internal names, with how surely each is meant. */
export type Understood = {
  text: string;
  slots: Slot[];
  named: Map<string, number>;
  surest: number;
  missing: Missing | null;
};

/** As sure as this a store is meant. */
export const NAMED = 0.45;
// How surely a store is meant by the beginning of its name, by a name written like it, by a part of the text; 1 by its whole name.
const SURE = { begun: 0.3, alike: 0.6, part: 0.25 };
/** A store of which an operator said that it comes first for this text. */
const PINNED = 2;
/** So many stores are found by the beginning of their names, the most prominent: one letter begins hundreds. */
const MAX_BEGUN = 200;
/** What a coupon takes off counts less than what it is for. */
const TAKEN_OFF = 0.6;

export function understand(index: SearchIndex, { text, words, off }: TypedText): Understood {
  const { named, missing, taken } = namesIn(index, words);
  const surest = Math.max(0, ...named.values());
  const said = meaningful(words);
  const open = (said.length > 0 || surest === 1 ? said : words).filter((word) => !taken.includes(word));
  const slots = slotsOf(
    index,
    open.flatMap((word, place) => correct(index, word, place === open.length - 1)),
  );
  if (!missing && surest < NAMED && slots.some(({ called }) => called))
    for (const slot of slots) slot.narrows = !slot.called;
  // What a store that is not with us sells is found elsewhere: by its name as a brand, and at stores like it.
  if (missing) {
    const terms = [termOf(tagOf("b", nameOf(missing.name)), 1), termOf(tagOf("s", missing.category), 0.8)];
    slots.unshift({ words: [], weight: 1, terms });
  }
  if (off) slots.push({ words: [], weight: TAKEN_OFF, terms: [termOf(off, 1)], of_coupons: true });
  const pinned = index.rules.pinned.get(text);
  if (pinned !== undefined) named.set(pinned, PINNED);
  return { text: words.join(" "), slots, named, surest, missing: pinned === undefined ? missing : null };
}

const termOf = (term: string, quality: number, prefix = false): Term => ({ term, quality, prefix });

type Names = { named: Map<string, number>; missing: Missing | null; taken: readonly string[] };

function namesIn({ names, words: vocabulary }: SearchIndex, words: readonly string[]): Names {
  const named = new Map<string, number>();
  const name = (stores: readonly { row: { internal_name: string } }[], sure: number) => {
    for (const { row } of stores) named.set(row.internal_name, Math.max(sure, named.get(row.internal_name) ?? 0));
  };
  const told = (missing: Missing | null = null, part = words) => ({ named, missing, taken: missing ? part : [] });
  const text = words.join(" ");
  const key = keyOf(text);
  if (key === "") return told();
  const kinds = kindsIn(meaningful(words));
  const inKinds = new Set(kinds.flatMap(({ from, to }) => meaningful(words).slice(from, to)));
  // "Levi's jeans" is another name of Levi's, but means jeans as well: as its name beside what a kind of thing is called.
  const beside = names.get(keyOf(words.filter((word) => !inKinds.has(word)).join(" ")))?.stores ?? [];
  const exact = names.get(key);
  const more = exact?.stores.some((store) => beside.includes(store) && keyOf(store.row.folded) !== key);
  const whole = inKinds.size > 0 && more ? undefined : exact;
  name(whole?.stores ?? [], 1);
  // Who types a whole word for a thing seldom means a store whose name begins so.
  const isThing = kinds.some(({ from, to }) => to - from === meaningful(words).length);
  const begun = [...names.atPrefix(key)].flatMap(([longer, { stores }]) => stores.map((store) => ({ store, longer })));
  begun.sort((a, b) => b.store.prominence - a.store.prominence);
  // Beside who is called so whole, only those whose names go on with another word.
  for (const { store, longer } of begun.slice(0, MAX_BEGUN))
    if (!whole || `${store.row.folded} `.startsWith(`${text} `))
      name([store], (isThing ? 0.3 : 1) * SURE.begun * (1 + key.length / longer.length));
  if (whole) return told(whole.missing);
  // A part of the text that is a store's whole name, the longest; never a part of what a kind of thing is called.
  for (let length = words.length - 1; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length);
      const found = names.get(keyOf(part.join(" ")));
      if (
        !found ||
        part.every((word) => SMALL_WORDS.has(word) || word.length < 2) ||
        part.some((word) => inKinds.has(word))
      )
        continue;
      name(found.stores, SURE.part * (1 + (2 * length) / words.length));
      return told(found.missing, part);
    }
  // A plural that stands nowhere may be a slip of a name: McDonald's, typed "macdonalds", is beside hotels of that name.
  const known = (word: string) =>
    vocabulary.has(word) ||
    inEnglish.has(stemOf(word)) ||
    ((kinds.length > 0 || word.length < 3) && isKnown(vocabulary, word));
  if (named.size > 0 || words.every(known)) return told();
  const alike = near(names, key, key.length < 6 ? 1 : 2);
  const least = alike[0]?.[2] ?? 0;
  const nearest = alike.filter(([, , distance]) => distance === least).flatMap(([, { stores }]) => stores);
  // Two slips fit many names: then the most prominent store is meant.
  nearest.sort((a, b) => b.prominence - a.prominence);
  name(least < 2 ? nearest : nearest.slice(0, 1), SURE.alike - 0.05 * least);
  const isOther = words.length === 1 && near(vocabulary, key, 1).length > 0;
  return told(nearest.length === 0 && least < 2 && key.length > 4 && !isOther ? alike[0]?.[1].missing : null);
}

type Tree<T> = { get(key: string): T | undefined; fuzzyGet(key: string, slips: number): Map<string, [T, number]> };

/** A figure and two letters are no slips of others. */
const isKnown = (vocabulary: Tree<number>, word: string) =>
  /^(?:\d|..?$)/.test(word) ||
  vocabulary.get(word) !== undefined ||
  ((word.length > 4 || word.endsWith("s")) && vocabulary.get(stemOf(word)) !== undefined) ||
  inEnglish.has(stemOf(word));

/** What is written most like it, the nearest first. Two neighbors exchanged are the commonest slip of all, and count as two changes otherwise. */
function near<T>(tree: Tree<T>, word: string, most: number): [string, T, number][] {
  const found: [string, T, number][] = [];
  for (let at = 0; word.length > 2 && at < word.length - 1; at += 1) {
    const swap = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
    const value = swap === word ? undefined : tree.get(swap);
    if (value !== undefined) found.push([swap, value, 0.5]);
  }
  for (let slips = 1; found.length === 0 && word.length > 3 && slips <= most; slips += 1)
    for (const [text, [value, distance]] of tree.fuzzyGet(word, slips)) found.push([text, value, distance]);
  return found.sort((a, b) => a[2] - b[2]);
}

/** `begun`: the word may go on. */
type Meant = { word: string; quality: number; begun: boolean };

/** The word as it is most likely meant; two words when it is two that were written together. */
function correct({ words }: SearchIndex, word: string, last: boolean): Meant[] {
  const as = (text: string, quality = 1, begun = last): Meant => ({ word: text, quality, begun });
  if (isKnown(words, word)) return [as(word)];
  if (words.atPrefix(word).size > 0) return [as(word, 1, true)];
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [one, two] = [word.slice(0, at), word.slice(at)];
    const border = /\d/.test(one) !== /\d/.test(two) || Math.min(one.length, two.length) > 2;
    if (border && words.has(one) && words.has(two)) return [as(one), as(two)];
  }
  // A short word of another meaning is often but two letters away, kindle and candle, or ends otherwise: piña is no pine.
  const alike = near(words, word, word.length < 8 ? 1 : 2).filter(
    ([text, , slips]) => word.length > 5 || slips < 1 || (text[0] === word[0] && text.at(-1) === word.at(-1)),
  );
  alike.sort((a, b) => a[2] - b[2] || b[1] - a[1]);
  const [text, , slips] = alike[0] ?? [word, 0, 0];
  return [as(text, 1 - 0.12 * slips)];
}

/** What kind of thing it is counts more than what else is said of it. */
const KIND = 2;
/** A short figure alone is no answer. */
const FIGURE = 0.6;

function slotsOf({ words: vocabulary }: SearchIndex, meant: readonly Meant[]): Slot[] {
  const words = meant.map(({ word }) => word);
  const kinds = kindsIn(words);
  // Beside goods what only stores are about narrows them: food for dogs with chicken is no restaurant's.
  const goods = kinds.some((each) => each.kinds.some(({ places }) => places.length > 0));
  const slots: Slot[] = [];
  for (let at = 0; at < meant.length; at += 1) {
    const each = meant[at] as Meant;
    const kind = kinds.find(({ from }) => from === at);
    const called = kind?.kinds.map((one) => readWords(one.kind)) ?? [];
    if (kind && (!goods || kind.kinds.some(({ places }) => places.length > 0))) {
      const taken = meant.slice(at, kind.to);
      const quality = Math.min(...taken.map((one) => one.quality));
      const terms = kind.kinds.flatMap((one) => termsOfKind(one, quality));
      if (taken.length === 1) terms.push(termOf(each.word, 0.45), termOf(stemOf(each.word), 0.45));
      slots.push({ words: words.slice(at, kind.to), weight: KIND, terms, called });
      at = kind.to - 1;
      continue;
    }
    const terms = termsOfWord(vocabulary, each);
    const besides = called.filter((name) => name.length === 1).flat();
    for (const beside of [inEnglish.get(stemOf(each.word)), ...besides]) if (beside) terms.push(termOf(beside, 0.95));
    for (const joined of [`${words[at - 1]}${each.word}`, `${each.word}${words[at + 1]}`])
      if (vocabulary.has(joined)) terms.push(termOf(joined, 0.95));
    if (each.begun && each.word.length > 2) {
      const begun = [at - 2, at - 1, at].map((from) => (from < 0 ? [] : kindsBegunBy(words.slice(from).join(" "))));
      terms.push(...(begun.find((found) => found.length > 0) ?? []).flatMap((one) => termsOfKind(one, 0.75)));
    }
    slots.push({ words: [each.word], weight: /^\d\d?$/.test(each.word) ? FIGURE : 1, terms });
  }
  return slots;
}

/**
 * For whom things are, their colors, what they are made of or taste of and a few more values, in Spanish by English: goods tell of themselves
 * in English. Only words that mean nothing else: "piel" is leather and skin, "mate" is matte and a drink.
 */
const inEnglish = new Map(
  Object.entries(WORDS.in_english).flatMap(([english, spanish]) => spanish.map((word) => [stemOf(word), english])),
);

/** The beginning of a word is looked for from its fourth letter on, and from its third where no more texts than this hold what begins so. */
const MAX_COMMON = 2_500;

function begins(vocabulary: SearchIndex["words"], word: string): boolean {
  const held = word.length === 3 ? [...vocabulary.atPrefix(word).values()] : [];
  // A figure does not go on: 15 is no beginning of 1500.
  return /^[a-z]../.test(word) && held.reduce((sum, uses) => sum + uses, 0) <= MAX_COMMON;
}

function termsOfWord(vocabulary: SearchIndex["words"], { word, quality, begun }: Meant): Term[] {
  const terms = [termOf(word, quality), termOf(stemOf(word), 0.95 * quality)];
  if (begun && quality === 1 && begins(vocabulary, word)) terms.push(termOf(word, 0.8, true));
  return terms;
}

/** Where things of a kind are found, the surest first. A department that is meant whole means the goods of all of its parts. */
function termsOfKind(kind: Kind, most: number): Term[] {
  const places = kind.only_named ? [] : kind.places;
  const sort = places.every((place) => !place.includes("/")) ? "d" : "p";
  return [
    termOf(tagOf("k", kind.kind), most),
    ...places.map((place) => termOf(tagOf(sort, place), 0.95 * most)),
    ...kind.shops.map((shop) => termOf(tagOf("n", shop), 0.9 * most)),
    ...kind.stores.map((category) => termOf(tagOf("s", category), 0.85 * most)),
    ...kind.maybe.map((category) => termOf(tagOf("s", category), 0.55 * most)),
  ];
}
