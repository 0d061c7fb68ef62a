/** What a typed text most likely means: the stores it names, the kinds of things, and its other words, slips set right. */
import type { SearchKind } from "../catalog.types.ts";
import { fold } from "../names.ts";
import { type Kind, kindsBegunBy, kindsIn, wordsOfKinds } from "./kinds.ts";
import { IN_ENGLISH, isValue, keyOf, meaningful, readText, readWords, stemOf, type TypedText } from "./read-text.ts";
import { meantBy } from "./said-rules.ts";
import { type Missing, nameOf, type SearchIndex, type StoreEntry, tagOf } from "./search-memory.ts";

export type Term = { term: string; quality: number; prefix?: boolean };
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
export type Understood = TypedText & {
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
/** What kind of thing it is counts more than what else is said of it, and what a coupon takes off less than what it is for. */
const WEIGHT = { kind: 2, word: 1, off: 0.6 };

export function understand(index: SearchIndex, given: string): Understood {
  const isName = (words: readonly string[]) => index.names.has(keyOf(words.join(" ")));
  const meaning = index.rules.means.get(readWords(given).join(" "));
  const read = readText(meaning?.join(" ") ?? given, isName);
  const typed = meaning ? read.words : meantBy(read.words, index.rules);
  const meant = typed.flatMap((word, place) => correct(index.words, word, place === typed.length - 1));
  const words = meant.map(({ word }) => word);
  const { named, missing, taken } = namesIn(index, meant);
  const surest = Math.max(0, ...named.values());
  const said = meaningful(words);
  const open = meant.filter(({ word }) => (said.length === 0 || said.includes(word)) && !taken.includes(word));
  const slots = slotsOf(index.words, open);
  if (surest < NAMED && slots.some(({ called }) => called))
    for (const slot of slots) slot.spares = slot.called ? [] : ["stores"];
  const ask = (weight: number, terms: Term[], spares: SearchKind[] = []) =>
    slots.push({ words: [], weight, terms, spares });
  // What a store that is not with us sells is found elsewhere: by its name as a brand, and at stores like it.
  if (missing)
    ask(WEIGHT.word, [
      { term: tagOf("b", nameOf(missing.name)), quality: 1 },
      { term: tagOf("s", missing.category), quality: 0.8 },
    ]);
  if (read.off) ask(WEIGHT.off, [{ term: read.off, quality: 1 }], ["stores", "products", "categories"]);
  // A price alone asks for all goods: each bears a brand, though it may be none.
  if (slots.length === 0 && (read.min_minor ?? read.max_minor) !== undefined)
    ask(WEIGHT.word, [{ term: tagOf("b", ""), quality: 1, prefix: true }]);
  const first = index.rules.pinned.get(fold(given)) ?? null;
  if (first !== null && !named.has(first)) named.set(first, 0);
  return { ...read, words, slots, named, first, surest, missing: first === null ? missing : null };
}

/** A word as it is most likely meant; `begun`: it may go on. */
type Meant = { word: string; quality: number; begun: boolean };

/** A figure and two letters are no slips of others. */
const isKnown = (vocabulary: SearchIndex["words"], word: string) =>
  /^(?:\d|..?$)/.test(word) ||
  vocabulary.has(word) ||
  ((word.length > 4 || word.endsWith("s")) && vocabulary.has(stemOf(word)));

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
  // Two letters exchanged are the commonest slip of all. A short word of another meaning is often but two letters away,
  // kindle and candle, or ends otherwise: piña is no pine.
  const letters = (text: string) => [...text].sort().join("");
  const ends = (text: string) => `${text[0]}${text.at(-1)}`;
  const most = (text: string) =>
    word.length > 7 ? 2 : word.length > 5 || (word.length > 3 && ends(text) === ends(word)) ? 1 : 0;
  const [nearest] = [...vocabulary.fuzzyGet(word, 2)]
    .map(([text, [uses, slips]]) => ({ text, uses, slips: letters(text) === letters(word) ? 0.5 : slips }))
    .filter(({ text, slips }) => slips < 1 || slips <= most(text))
    .sort((a, b) => a.slips - b.slips || b.uses - a.uses);
  return [nearest ? as(nearest.text, 1 - SLIP * nearest.slips) : as(word)];
}

/** Categories of stores that take people somewhere and sell them nothing else. */
const TRIPS = new Set(["travel-hotels", "car-rental", "transport"]);

type Names = { named: Map<string, number>; missing: Missing | null; taken: readonly string[] };

function namesIn({ names }: SearchIndex, meant: readonly Meant[]): Names {
  const words = meant.map(({ word }) => word);
  const sureness = Math.min(...meant.map(({ quality }) => quality));
  const named = new Map<string, number>();
  const name = ({ row }: StoreEntry, sure: number) =>
    named.set(row.internal_name, Math.max(sure * sureness, named.get(row.internal_name) ?? 0));
  const inKinds = wordsOfKinds(words);
  // Who types a whole word for a thing seldom means a store whose name begins so.
  const isThing = inKinds.size > 0 && meaningful(words).every((word) => inKinds.has(word));
  const key = keyOf(words.join(" "));
  const begun = (key === "" ? [] : [...names.atPrefix(key)]).flatMap(([longer, { stores }]) =>
    stores.map((store) => ({ store, part: key.length / longer.length })),
  );
  begun.sort((a, b) => b.store.prominence - a.store.prominence);
  for (const { store, part } of begun.slice(0, MAX_BEGUN)) name(store, (isThing ? 0.3 : 1) * SURE.begun * (1 + part));
  const kinds = kindsIn(meaningful(words)).flatMap((found) => found.kinds);
  // Beside goods an airline's or a hotel's name is their maker's, as faucets' Delta is, or a plain word; gift cards may be anybody's.
  const isGoods = ({ places, stores, maybe }: Kind, category: string) =>
    places.length * (stores.length + maybe.length) > 0 && ![...stores, ...maybe].includes(category);
  const besideGoods = (category: string) =>
    TRIPS.has(category) && kinds.length > 0 && kinds.every((kind) => isGoods(kind, category));
  // The longest part of the text that is a store's whole name; never what things are called or a color alone: no store in "purple dress". Words for things count nothing in it.
  for (let length = words.length; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length);
      const found = names.get(keyOf(part.join(" ")));
      const whole = length === words.length;
      const own = part.filter((word) => !inKinds.has(word) && (length > 1 || !isValue(word))).length;
      if (!found || (!whole && (meaningful(part).length === 0 || own === 0))) continue;
      const stores = found.stores.filter(({ row }) => whole || !besideGoods(row.category));
      const missing = found.missing && (whole || !besideGoods(found.missing.category)) ? found.missing : null;
      if (stores.length === 0 && !missing) continue;
      for (const store of stores) name(store, whole ? 1 : SURE.part * (1 + (2 * own) / words.length));
      return { named, missing, taken: missing ? part : [] };
    }
  return { named, missing: null, taken: [] };
}

/** The beginning of a word is looked for from its fourth letter on, and from its third where no more texts than this hold what begins so. */
const MAX_COMMON = 2_500;

function slotsOf(vocabulary: SearchIndex["words"], meant: readonly Meant[]): Slot[] {
  const words = meant.map(({ word }) => word);
  const every = kindsIn(words);
  // Beside goods what only stores are about narrows them: food for dogs with chicken is no restaurant's.
  const goods = every.filter(({ kinds }) => kinds.some(({ places }) => places.length > 0));
  const found = goods.length > 0 ? goods : every;
  const slots: Slot[] = [];
  for (let at = 0; at < meant.length; at += 1) {
    const { word, quality, begun } = meant[at] as Meant;
    const kind = found.find(({ from }) => from === at);
    if (kind) {
      const surely = Math.min(...meant.slice(at, kind.to).map((one) => one.quality));
      const terms = kind.kinds.flatMap((one) => termsOfKind(one, surely));
      if (kind.to === at + 1) terms.push({ term: stemOf(word), quality: 0.45 });
      const called = kind.kinds.map((one) => readWords(one.kind));
      slots.push({ words: words.slice(at, kind.to), weight: WEIGHT.kind, terms, called });
      at = kind.to - 1;
      continue;
    }
    const terms: Term[] = [{ term: stemOf(word), quality }];
    // A figure does not go on, 15 is no beginning of 1500, and of a word that others follow no more comes.
    if (begun && quality === 1 && /^[a-z]{3}/.test(word)) {
      const uses = word.length === 3 ? [...vocabulary.atPrefix(word).values()] : [];
      if (uses.reduce((sum, one) => sum + one, 0) <= MAX_COMMON) terms.push({ term: word, quality: 0.8, prefix: true });
      if (at === meant.length - 1) terms.push(...kindsBegunBy(words).flatMap((one) => termsOfKind(one, 0.75)));
    }
    const joined = [`${words[at - 1]}${word}`, `${word}${words[at + 1]}`].filter((text) => vocabulary.has(text));
    // Of what a card is worth its name tells the figure alone.
    const figure = /^(\d+)usd$/.exec(word)?.[1];
    for (const beside of [IN_ENGLISH.get(stemOf(word)), figure, ...joined])
      if (beside) terms.push({ term: beside, quality: 0.95 });
    slots.push({ words: [word], weight: WEIGHT.word, terms });
  }
  return slots;
}

/** Where things of a kind are found, the surest first. A department that is meant whole means the goods of all of its parts. */
function termsOfKind(kind: Kind, most: number): Term[] {
  const places = kind.only_named ? [] : kind.places;
  const sort = places.every((place) => !place.includes("/")) ? "d" : "p";
  const tags = (sort: Parameters<typeof tagOf>[0], whats: readonly string[], part: number) =>
    whats.map((what) => ({ term: tagOf(sort, what), quality: part * most }));
  return [
    ...tags("k", [kind.kind], 1),
    ...tags(sort, places, 0.95),
    ...tags("n", kind.shops, 0.9),
    ...tags("s", kind.stores, 0.85),
    ...tags("s", kind.maybe, 0.55),
  ];
}
