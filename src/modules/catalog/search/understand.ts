/** What a typed text most likely means: the stores it names, the kinds of things, and its other words, slips set right. */
import { fold } from "../names.ts";
import { PRODUCT_CATEGORIES } from "../taxonomy/taxonomy.ts";
import { type Kind, kindsBegunBy, kindsIn, meaningful } from "./kinds.ts";
import { keyOf, readWords, SMALL_WORDS, stemOf, type TypedText } from "./read-text.ts";
import { type SearchIndex, tagOf } from "./search-memory.ts";

export type Term = { term: string; quality: number; prefix: boolean };
/** One thing that is asked for, in all the ways in which a text may tell it. */
export type Slot = {
  words: string[];
  weight: number;
  terms: Term[];
  /** Its words are what a kind of thing is called. */
  whole_kind?: boolean;
  /** It only tells which of a kind is meant, beside no name. */
  narrows?: boolean;
  /** What those kinds are called in English, as goods' names are. */
  called?: string[][];
};
export type Missing = { name: string; category: string };
export type Understood = {
  slots: Slot[];
  /** Stores that are named, with how surely. */
  named: Map<number, number>;
  missing: Missing | null;
};

export function understand(index: SearchIndex, { words }: TypedText): Understood {
  const { named, missing, taken } = namesIn(index, words);
  const said = meaningful(words);
  const whole = [...named.values()].some((sure) => sure >= SURE.whole);
  const open = (said.length > 0 || whole ? said : words).filter((word) => !taken.has(word));
  const meant = open.flatMap((word, place) => correct(index, word, place === open.length - 1));
  const slots = slotsOf(index, meant);
  const nameless = !missing && Math.max(0, ...named.values()) < NAMED;
  if (nameless && slots.some(({ whole_kind }) => whole_kind))
    for (const slot of slots) slot.narrows = slot.whole_kind !== true;
  // What a store that is not with us sells is found elsewhere: by its name as a brand, and at stores like it.
  if (missing) {
    const [brand, ...more] = meaningful([...taken]);
    const terms =
      brand && more.length === 0 ? termsOfWord({ word: brand, quality: 1, begun: false, other: [] }, 1) : [];
    slots.unshift({
      words: [],
      weight: 1,
      terms: [...terms, { term: tagOf("s", missing.category), quality: 0.8, prefix: false }],
    });
  }
  return { slots, named, missing };
}

/** As sure as this a store is meant. */
export const NAMED = 0.45;
// How surely a store is meant by its whole name, by the beginning of it, by a name written like it, by a part of the text.
const SURE = { whole: 1, begun: 0.3, alike: 0.6, part: 0.5 };
const MAX_BEGUN = 1_500;

type Names = { named: Map<number, number>; missing: Missing | null; taken: ReadonlySet<string> };
const NOBODY: ReadonlySet<string> = new Set();

function namesIn(index: SearchIndex, words: readonly string[]): Names {
  const named = new Map<number, number>();
  const name = (places: readonly number[], bonus: number) => {
    for (const place of places) named.set(place, Math.max(bonus, named.get(place) ?? 0));
  };
  const key = keyOf(words.join(" "));
  if (key === "") return { named, missing: null, taken: NOBODY };
  const exact = index.stores.get(key);
  name(exact ?? [], SURE.whole);
  {
    // Who types a whole word for a thing seldom means a store whose name begins so.
    const said = meaningful(words);
    const thing = kindsIn(said).some(({ from, to }) => to - from === said.length);
    const text = words.join(" ");
    let seen = 0;
    for (const [begun, all] of index.stores.atPrefix(key)) {
      const places = exact ? all.filter((place) => beginsWith(index, place, text)) : all;
      name(places, (SURE.begun + (SURE.begun * key.length) / begun.length) * (thing ? 0.3 : 1));
      seen += 1;
      if (seen === MAX_BEGUN) break;
    }
  }
  if (exact) return { named, missing: null, taken: NOBODY };
  const missing = index.missing.get(key);
  if (missing) return { named, missing, taken: new Set(words) };
  const part = partNamed(index, words);
  if (part) {
    name(part.places, SURE.part + (SURE.part * part.words.length) / words.length - 0.25);
    return { named, missing: part.missing, taken: part.missing ? new Set(part.words) : NOBODY };
  }
  // A plural that stands nowhere may be a slip of a name: McDonald's, typed "macdonalds", is beside hotels of that name.
  const thing = kindsIn(meaningful(words)).length > 0;
  if (named.size === 0 && words.some((word) => (thing ? !isKnown(index, word) : !index.words.has(word)))) {
    const alike = near(index.stores, key);
    const least = alike[0]?.[2] ?? 0;
    const nearest = alike.filter(([, , distance]) => distance === least).flatMap(([, places]) => places);
    // Two slips fit many names: then the most prominent store is meant, and places are in that order.
    name(least < 2 ? nearest : [Math.min(...nearest)], SURE.alike - 0.05 * least);
    const other = words.length === 1 && near(index.words, key, 1).length > 0;
    const [lost] = named.size === 0 && !other && key.length > 4 ? near(index.missing, key, 1) : [];
    if (lost) return { named, missing: lost[1], taken: new Set(words) };
  }
  return { named, missing: null, taken: NOBODY };
}

function beginsWith(index: SearchIndex, place: number, text: string): boolean {
  const entry = index.entries[place];
  return entry?.kind === "stores" && `${entry.row.folded} `.startsWith(`${text} `);
}

/** A part of the text that is a store's whole name, the longest; never a part of what a kind of thing is called. */
function partNamed(index: SearchIndex, words: readonly string[]) {
  const said = meaningful(words);
  const kinds = kindsIn(said);
  const inKind = new Set(kinds.flatMap(({ from, to }) => said.slice(from, to)));
  for (let length = words.length - 1; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length);
      if (part.every((word) => SMALL_WORDS.has(word)) || part.some((word) => inKind.has(word))) continue;
      const key = keyOf(part.join(" "));
      const places = index.stores.get(key) ?? [];
      const missing = places.length === 0 ? (index.missing.get(key) ?? null) : null;
      if (key.length > 1 && (places.length > 0 || missing)) return { words: part, places, missing };
    }
  return null;
}

const isKnown = (index: SearchIndex, word: string) =>
  index.words.has(word) || (word.length > 4 && index.words.has(stemOf(word))) || englishOf(word) !== undefined;

/** The word with each two neighbours exchanged: the commonest slip of all, which counts as two changes otherwise. */
const swapsOf = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  ).filter((swap) => swap !== word);

const slipsIn = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

type Tree<T> = { get(key: string): T | undefined; fuzzyGet(key: string, slips: number): Map<string, [T, number]> };

/** What is written most like it, the nearest first. */
function near<T>(tree: Tree<T>, word: string, most = slipsIn(word)): [string, T, number][] {
  const found: [string, T, number][] = [];
  if (word.length > 2)
    for (const swap of swapsOf(word)) {
      const value = tree.get(swap);
      if (value !== undefined) found.push([swap, value, 0.5]);
    }
  for (let slips = 1; found.length === 0 && slips <= most; slips += 1)
    for (const [text, [value, distance]] of tree.fuzzyGet(word, slips)) found.push([text, value, distance]);
  return found.sort((a, b) => a[2] - b[2]);
}

/** A short word of another meaning is often but two letters away: kindle and candle. */
export const alikeIn = <T>(tree: Tree<T>, word: string): [string, T, number][] =>
  near(tree, word, Math.min(slipsIn(word), word.length < 8 ? 1 : 2));

/** `begun`: the word may go on. */
type Meant = { word: string; quality: number; begun: boolean; other: string[] };

/** The word as it is most likely meant; two words when it is two that were written together. */
function correct(index: SearchIndex, word: string, last: boolean): Meant[] {
  const as = (text: string, quality = 1, other: string[] = [], begun = last): Meant => ({
    word: text,
    quality,
    begun,
    other,
  });
  if (isKnown(index, word)) return [as(word)];
  if (word.length > 1 && index.words.atPrefix(word).size > 0) return [as(word, 1, [], true)];
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [one, two] = [word.slice(0, at), word.slice(at)];
    const border = /\d/.test(one) !== /\d/.test(two) || Math.min(one.length, two.length) > 2;
    if (border && index.words.has(one) && index.words.has(two)) return [as(one), as(two)];
  }
  const alike = alikeIn(index.words, word).filter(([text]) => text[0] === word[0] || text.length > 4);
  alike.sort((a, b) => a[2] - b[2] || Number(b[0][0] === word[0]) - Number(a[0][0] === word[0]) || b[1] - a[1]);
  const [best] = alike;
  if (!best) return [as(word)];
  const others = alike.slice(1, 3).filter((each) => each[2] === best[2]);
  return [
    as(
      best[0],
      1 - 0.12 * best[2],
      others.map(([text]) => text),
    ),
  ];
}

// What kind of thing it is counts more than what else is said of it; what nothing holds counts little.
const KIND = 2;
const UNKNOWN = 0.4;

function slotsOf(index: SearchIndex, meant: readonly Meant[]): Slot[] {
  const words = meant.map(({ word }) => word);
  const kinds = kindsIn(words);
  const slots: Slot[] = [];
  for (let at = 0; at < meant.length; at += 1) {
    const kind = kinds.find(({ from }) => from === at);
    const each = meant[at];
    if (!each) continue;
    if (kind) {
      const taken = meant.slice(at, kind.to);
      const quality = Math.min(...taken.map((one) => one.quality));
      const terms = kind.kinds.flatMap((one) => termsOfKind(one, quality));
      if (taken.length === 1) terms.push(...termsOfWord(each, 0.45));
      slots.push({
        words: words.slice(at, kind.to),
        weight: KIND,
        terms,
        whole_kind: true,
        called: kind.kinds.map((one) => readWords(one.kind)),
      });
      at = kind.to - 1;
      continue;
    }
    const terms = termsOfWord(each, 1);
    const english = englishOf(each.word);
    if (english) terms.push({ term: english, quality: 0.95, prefix: false });
    for (const beside of [words[at - 1], words[at + 1]]) {
      const joined = beside === undefined ? "" : beside === words[at - 1] ? beside + each.word : each.word + beside;
      if (joined && index.words.has(joined)) terms.push({ term: joined, quality: 0.95, prefix: false });
    }
    if (each.begun && each.word.length > 2)
      for (let from = Math.max(0, at - 2); from <= at; from += 1) {
        const begun = kindsBegunBy(words.slice(from).join(" "));
        for (const one of begun) terms.push(...termsOfKind(one, 0.75));
        if (begun.length > 0) break;
      }
    const known =
      isKnown(index, each.word) || terms.length > 3 || (each.begun && index.words.atPrefix(each.word).size > 0);
    slots.push({ words: [each.word], weight: known ? (/^\d+$/.test(each.word) ? 0.8 : 1) : UNKNOWN, terms });
  }
  return slots;
}

/**
 * For whom things are, their colors, what they are made of and a few more values, in English and in Spanish: goods tell of themselves
 * in English. Only words that mean nothing else: "piel" is leather and skin, "mate" is matte and a drink.
 */
const SAID_IN_ENGLISH = `women mujer mujeres dama damas; men hombre hombres caballero; boys niño niños; girls niña niñas; baby bebé;
  black negro negra; white blanco blanca; red rojo roja; yellow amarillo amarilla; blue azul azules; green verde; gray gris;
  brown marrón; pink rosado rosada; purple morado morada; gold dorado dorada; silver plateado plateada;
  leather cuero; wood madera; cotton algodón; wool lana; linen lino; silk seda; steel acero; glass vidrio; oak roble; walnut nogal;
  full matrimonial; wireless inalámbrico inalámbrica; waterproof impermeable`;
const inEnglish = new Map<string, string>();
for (const [english = "", ...spanish] of SAID_IN_ENGLISH.split(";").map((line) => fold(line).trim().split(" ")))
  for (const word of spanish) inEnglish.set(stemOf(word), english);

const englishOf = (word: string) => inEnglish.get(stemOf(word));

function termsOfWord({ word, quality, begun, other }: Meant, most: number): Term[] {
  const terms: Term[] = [{ term: word, quality: most * quality, prefix: false }];
  const stem = stemOf(word);
  if (stem !== word) terms.push({ term: stem, quality: 0.95 * most * quality, prefix: false });
  // A figure does not go on: 15 is no beginning of 1500.
  if (begun && word.length > 1 && quality === 1 && /[a-z]/.test(word))
    terms.push({ term: word, quality: 0.8 * most, prefix: true });
  const figure = /^(\d+)(in|hz|w|mm|gb|tb)$/.exec(word)?.[1];
  if (figure) terms.push({ term: figure, quality: 0.8 * most, prefix: false });
  for (const text of other) terms.push({ term: text, quality: 0.9 * most * quality, prefix: false });
  return terms;
}

/** Goods stand in the subcategories of a department that is meant whole, and that has none of its own. */
const placesOf = ({ places }: Kind): readonly string[] =>
  places.every((place) => !place.includes("/"))
    ? PRODUCT_CATEGORIES.filter(({ slug }) => places.includes(slug)).flatMap(({ slug, subcategories }) => [
        slug,
        ...subcategories.map((sub) => `${slug}/${sub.slug}`),
      ])
    : places;

/** How much a thing of another kind counts that stands in the same place. */
const OTHER_KIND = 0.6;

/** Where things of a kind are found, the surest first. */
const termsOfKind = (kind: Kind, most: number): Term[] => [
  { term: tagOf("k", kind.kind), quality: most, prefix: false },
  ...(kind.only_named ? [] : placesOf(kind)).flatMap((place) => [
    { term: tagOf("p", place), quality: 0.95 * most, prefix: false },
    { term: tagOf("q", place), quality: OTHER_KIND * most, prefix: false },
  ]),
  ...kind.shops.map((shop) => ({ term: tagOf("n", shop), quality: 0.9 * most, prefix: false })),
  ...kind.stores.map((category) => ({ term: tagOf("s", category), quality: 0.85 * most, prefix: false })),
  ...kind.maybe.map((category) => ({ term: tagOf("s", category), quality: 0.55 * most, prefix: false })),
];
