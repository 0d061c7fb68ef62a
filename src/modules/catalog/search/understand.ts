/** What a typed text most likely means: the stores it names, the kinds of things, and its other words, slips set right. */
import type { SearchKind } from "../catalog.types.ts";
import { type Kind, kindsBegunBy, kindsIn } from "./kinds.ts";
import { keyOf, meaningful, readWords, stemOf, type TypedText } from "./read-text.ts";
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
  /** What may lack it at no cost: a store can hardly tell that its coffee makers are for 12 cups, and coupons alone tell what they take off. */
  spares?: readonly SearchKind[];
};
/** `named` are stores by their internal names, with how surely each is meant; `first` is one of which an operator said that it comes first. */
export type Understood = {
  text: string;
  slots: Slot[];
  named: Map<string, number>;
  first: string | null;
  surest: number;
  missing: Missing | null;
};

/** As sure as this a store is meant. */
export const NAMED = 0.45;
// How surely a store is meant by the beginning of its name, by a part of the text; 1 by its whole name.
const SURE = { begun: 0.3, part: 0.25 };
/** So many stores are found by the beginning of their names, the most prominent: one letter begins hundreds. */
const MAX_BEGUN = 200;
/** What each letter that was set right costs. */
const SLIP = 0.12;
/** What a coupon takes off counts less than what it is for. */
const TAKEN_OFF = 0.6;

export function understand(index: SearchIndex, { text, words: typed, off, priced }: TypedText): Understood {
  const meant = typed.flatMap((word, place) => correct(index.words, word, place === typed.length - 1));
  const words = meant.map(({ word }) => word);
  const { named, missing, taken } = namesIn(index.names, meant);
  const surest = Math.max(0, ...named.values());
  const said = meaningful(words);
  // Beside a price words that narrow nothing are no name's beginning either.
  const bare = priced && said.length === 0 && surest < NAMED;
  if (bare) named.clear();
  const open = meant.filter(({ word }) => (said.length === 0 ? !bare : said.includes(word)) && !taken.includes(word));
  const slots = slotsOf(index.words, open);
  if (!missing && surest < NAMED && slots.some(({ called }) => called))
    for (const slot of slots) slot.spares = slot.called ? [] : ["stores"];
  // What a store that is not with us sells is found elsewhere: by its name as a brand, and at stores like it.
  if (missing) {
    const terms = [termOf(tagOf("b", nameOf(missing.name)), 1), termOf(tagOf("s", missing.category), 0.8)];
    slots.unshift({ words: [], weight: 1, terms });
  }
  if (off)
    slots.push({ words: [], weight: TAKEN_OFF, terms: [termOf(off, 1)], spares: ["stores", "products", "categories"] });
  // A price alone asks for all goods: each bears a brand, though it may be none.
  if (priced && slots.length === 0) slots.push({ words: [], weight: 1, terms: [termOf(tagOf("b", ""), 1, true)] });
  const first = index.rules.pinned.get(text) ?? null;
  return { text: words.join(" "), slots, named, first, surest, missing: first === null ? missing : null };
}

const termOf = (term: string, quality: number, prefix = false): Term => ({ term, quality, prefix });

/** A word as it is most likely meant; `begun`: it may go on. */
type Meant = { word: string; quality: number; begun: boolean };

/** A figure and two letters are no slips of others. */
const isKnown = (vocabulary: SearchIndex["words"], word: string) =>
  /^(?:\d|..?$)/.test(word) ||
  vocabulary.has(word) ||
  ((word.length > 4 || word.endsWith("s")) && vocabulary.has(stemOf(word))) ||
  inEnglish.has(stemOf(word));

/** Two words where it is two that were written together. */
function correct(vocabulary: SearchIndex["words"], word: string, last: boolean): Meant[] {
  const as = (text: string, quality = 1, begun = last): Meant => ({ word: text, quality, begun });
  if (isKnown(vocabulary, word)) return [as(word)];
  for (const _longer of vocabulary.atPrefix(word)) return [as(word, 1, true)];
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [one, two] = [word.slice(0, at), word.slice(at)];
    const border = /\d/.test(one) !== /\d/.test(two) || Math.min(one.length, two.length) > 2;
    if (border && vocabulary.has(one) && vocabulary.has(two)) return [as(one), as(two)];
  }
  // Two neighbors exchanged are the commonest slip of all.
  const swap = (at: number) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  const swapped = Array.from(word.slice(1), (_, at) => swap(at)).find((text) => vocabulary.has(text));
  if (swapped) return [as(swapped, 1 - SLIP / 2)];
  // A short word of another meaning is often but two letters away, kindle and candle, or ends otherwise: piña is no pine.
  const ends = (text: string) => `${text[0]}${text.at(-1)}`;
  const alike = [...vocabulary.fuzzyGet(word, word.length < 8 ? 1 : 2)]
    .map(([text, [uses, slips]]) => ({ text, uses, slips }))
    .filter(({ text }) => word.length > 5 || (word.length > 3 && ends(text) === ends(word)))
    .sort((a, b) => a.slips - b.slips || b.uses - a.uses);
  const { text, slips } = alike[0] ?? { text: word, slips: 0 };
  return [as(text, 1 - SLIP * slips)];
}

type Names = { named: Map<string, number>; missing: Missing | null; taken: readonly string[] };

function namesIn(names: SearchIndex["names"], meant: readonly Meant[]): Names {
  const words = meant.map(({ word }) => word);
  const sureness = Math.min(...meant.map(({ quality }) => quality));
  const named = new Map<string, number>();
  const name = ({ row }: { row: { internal_name: string } }, sure: number) =>
    named.set(row.internal_name, Math.max(sure * sureness, named.get(row.internal_name) ?? 0));
  const said = meaningful(words);
  const kinds = kindsIn(said);
  const inKinds = new Set(kinds.flatMap(({ from, to }) => said.slice(from, to)));
  // Who types a whole word for a thing seldom means a store whose name begins so.
  const isThing = kinds.some(({ from, to }) => to - from === said.length);
  const key = keyOf(words.join(" "));
  const longer = key === "" ? [] : [...names.atPrefix(key)];
  const begun = longer.flatMap(([longer, { stores }]) =>
    stores.map((store) => ({ store, part: key.length / longer.length })),
  );
  begun.sort((a, b) => b.store.prominence - a.store.prominence);
  for (const { store, part } of begun.slice(0, MAX_BEGUN)) name(store, (isThing ? 0.3 : 1) * SURE.begun * (1 + part));
  // The longest part of the text that is a store's whole name; never a part of what a kind of thing is called.
  for (let length = words.length; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length);
      const found = names.get(keyOf(part.join(" ")));
      const whole = length === words.length;
      // A color is no store in "purple dress".
      const isSaid = (word: string) => inKinds.has(word) || (length === 1 && Object.hasOwn(WORDS.in_english, word));
      if (!found || (!whole && (meaningful(part).length === 0 || part.some(isSaid)))) continue;
      for (const store of found.stores) name(store, whole ? 1 : SURE.part * (1 + (2 * length) / words.length));
      return { named, missing: found.missing ?? null, taken: found.missing ? part : [] };
    }
  return { named, missing: null, taken: [] };
}

/** The beginning of a word is looked for from its fourth letter on, and from its third where no more texts than this hold what begins so. */
const MAX_COMMON = 2_500;
/** What kind of thing it is counts more than what else is said of it. */
const KIND = 2;

function slotsOf(vocabulary: SearchIndex["words"], meant: readonly Meant[]): Slot[] {
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
      const quality = Math.min(...meant.slice(at, kind.to).map((one) => one.quality));
      const terms = kind.kinds.flatMap((one) => termsOfKind(one, quality));
      if (kind.to === at + 1) terms.push(termOf(each.word, 0.45), termOf(stemOf(each.word), 0.45));
      slots.push({ words: words.slice(at, kind.to), weight: KIND, terms, called });
      at = kind.to - 1;
      continue;
    }
    const terms = [termOf(each.word, each.quality), termOf(stemOf(each.word), 0.95 * each.quality)];
    // A figure does not go on: 15 is no beginning of 1500.
    const begun = each.begun && each.quality === 1 && /^[a-z]{3}/.test(each.word);
    const uses = begun && each.word.length === 3 ? [...vocabulary.atPrefix(each.word).values()] : [];
    const isCommon = uses.reduce((sum, one) => sum + one, 0) > MAX_COMMON;
    if (begun && !isCommon) terms.push(termOf(each.word, 0.8, true));
    // As far as it is typed: of a word that others follow no more comes.
    if (begun && at === meant.length - 1) terms.push(...kindsBegunBy(words).flatMap((one) => termsOfKind(one, 0.75)));
    // Of what a card is worth its name tells the figure alone.
    const figure = /^(\d+)usd$/.exec(each.word)?.[1];
    const besides = called.filter((name) => name.length === 1).flat();
    for (const beside of [inEnglish.get(stemOf(each.word)), figure, ...besides])
      if (beside) terms.push(termOf(beside, 0.95));
    for (const joined of [`${words[at - 1]}${each.word}`, `${each.word}${words[at + 1]}`])
      if (vocabulary.has(joined)) terms.push(termOf(joined, 0.95));
    slots.push({ words: [each.word], weight: 1, terms });
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
