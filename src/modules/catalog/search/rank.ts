/** What an index holds of what was asked for, in the order in which it fits. */
import type { SearchKind } from "../catalog.types.ts";
import { fold } from "../names.ts";
import { keyOf, stemOf, type TypedText } from "./read-text.ts";
import { type Entry, MAX_SHORT, type SearchIndex, textsOf, wordsOf } from "./search-memory.ts";
import { NAMED, type Slot, type Term, type Understood } from "./understand.ts";

export const SEARCH_KINDS: readonly SearchKind[] = ["stores", "products", "coupons", "categories"];

type Of<K extends SearchKind> = Extract<Entry, { kind: K }>["row"];
export type Scored<Row> = { row: Row; score: number };
export type Ranked = { [K in SearchKind]: Scored<Of<K>>[] };
/** How good an answer a thing is that covers so much of what was asked for; null for none. */
export type Weigh = (entry: Entry, cover: number, sure?: number) => number | null;

/** Less of what was asked for than this is nonsense, and so is much less than the best of all answers has. */
const MIN_COVER = 0.42;
const MIN_SHARE = { one: 0.56, many: 0.63 };
const MIN_BESIDE_NAME = 0.8;
/** How much a word counts by where it stands. */
const FIELDS: Record<string, number> = { name: 1, more: 0.95, tags: 1, about: 0.5 };
/** How much being well known counts: a store is known by people, a product by how many stores sell it. */
const PROMINENCE = { stores: 0.12, products: 0.04, coupons: 0.04, categories: 0.04 };
/** Where a kind of thing alone is asked for, a store that has its word in its name and is hardly known stands behind who is known for it. */
const HARDLY_KNOWN = 0.15;

/** Who pays nothing stands behind those who do, unless it was named. */
const PAYS_NOTHING = 0.2;
/** A coupon is as good an answer as its store, or nearly. */
export const OF_ITS_STORE = 0.9;

/** What is called as it was typed comes before what is of the same kind: a tent before a sleeping bag. More than prominence. */
const CALLED_SO = 0.08;

/** As sure as this a store is meant by more than what things are called. */
const BEGUN = 0.3;

/** A store's coupons, products of its brand, stores whose names hold it whole: a steam iron is not of Steam. */
function holdsName({ kind, row }: Entry, text: string, keys: ReadonlySet<string>): boolean {
  if (kind === "categories") return false;
  if (kind === "products")
    return row.brand === null ? `${row.folded} `.startsWith(`${text} `) : keys.has(keyOf(fold(row.brand)));
  const name = kind === "coupons" ? fold(row.merchant_name) : row.folded;
  if (keys.has(keyOf(name))) return true;
  const key = keyOf(text);
  const words = name.split(" ");
  return (
    ` ${name} `.includes(` ${text} `) ||
    (key.length > 4 && words.some((_, place) => keyOf(words.slice(place).join(" ")).startsWith(key)))
  );
}

/** How well a coupon takes off what was asked for; one that says "up to" does so for some things. */
function takesOff(row: Of<"coupons">, off: NonNullable<TypedText["off"]>): number {
  if ("bps" in off) {
    if (row.discount_kind === "percent" && row.discount_bps === off.bps) return 1;
    return row.title.includes(`${off.bps / 100}%`) ? 0.8 : 0;
  }
  return row.discount_kind === "amount" && Number(row.discount_minor) === off.minor ? 1 : 0;
}

/** More than all else that tells one coupon from another. */
const TAKES_OFF = 0.6;

const isKindTag = (term: string) => term.startsWith("k:");

export function rank(
  index: SearchIndex,
  { slots, named }: Understood,
  options: Pick<TypedText, "coupons" | "cheap" | "off"> & { text: string; wanted: (entry: Entry) => boolean },
): { ranked: Ranked; weigh: Weigh } {
  const { off } = options;
  const covers = coversOf(index, slots);
  for (const [place, sure] of named) covers.set(place, Math.max(covers.get(place) ?? 0, Math.min(1, sure)));
  // Where nothing else is said, every coupon that takes so much off is meant.
  const offAlone = slots.length + named.size === 0 ? off : null;
  for (const [store, coupons] of index.coupons) {
    const ofStore = OF_ITS_STORE * (covers.get(store) ?? 0);
    for (const place of ofStore > 0 || offAlone ? coupons : []) {
      const entry = index.entries[place];
      const taken = offAlone && entry?.kind === "coupons" ? takesOff(entry.row, offAlone) : 0;
      covers.set(place, Math.max(covers.get(place) ?? 0, ofStore, taken));
    }
  }
  // Where a name was typed, what only shares a word with it is not meant.
  const surest = Math.max(0, ...named.values());
  const least = Math.max(
    MIN_COVER,
    surest >= NAMED ? MIN_BESIDE_NAME : MIN_SHARE[slots.length > 1 ? "many" : "one"] * Math.max(0, ...covers.values()),
  );
  const keys = new Set([keyOf(options.text)]);
  for (const [place, sure] of named) {
    const entry = index.entries[place];
    if (sure >= 1 && entry?.kind === "stores") keys.add(keyOf(entry.row.folded));
  }
  const said = slots.flatMap(({ words }) => words.map((word) => ` ${stemOf(word)}`));
  const calledSo = ({ kind, row }: Entry): number => {
    if (kind !== "products" || said.length === 0) return 0;
    const name = ` ${row.folded}`;
    return (CALLED_SO * said.filter((word) => name.includes(word)).length) / said.length;
  };
  const kindAlone = slots.length === 1 && slots[0]?.whole_kind === true;
  const kindTags = new Set(
    kindAlone ? slots.flatMap(({ terms }) => terms.map(({ term }) => term)).filter(isKindTag) : [],
  );
  /** Boots is a store, and what is boots by its name is meant as well. */
  const isThatKind = (entry: Entry) =>
    kindTags.size > 0 &&
    calledSo(entry) > 0 &&
    textsOf(entry)
      .tags.split(" ")
      .some((tag) => kindTags.has(tag));
  const weigh: Weigh = (entry, cover, sure = 0) => {
    if (!options.wanted(entry)) return null;
    const meant = () => surest < 1 || holdsName(entry, options.text, keys) || isThatKind(entry);
    if (sure === 0 && (cover < least || !meant())) return null;
    // Of the cheapest only what fits equally well is compared: in tenths.
    if (options.cheap && entry.kind === "products") return Math.round(10 * cover) / 10;
    return (
      cover +
      (sure < BEGUN ? 0 : sure) +
      PROMINENCE[entry.kind] * entry.prominence -
      (kindAlone && entry.kind === "stores" ? HARDLY_KNOWN * (1 - entry.prominence) : 0) +
      calledSo(entry) +
      (entry.kind === "coupons"
        ? (options.coupons ? 0.3 : -0.3) + (off ? TAKES_OFF * takesOff(entry.row, off) : 0)
        : 0) -
      (entry.kind === "stores" && entry.row.rate_kind === "none" && sure < BEGUN ? PAYS_NOTHING : 0)
    );
  };
  const ranked: Ranked = { stores: [], products: [], coupons: [], categories: [] };
  for (const [place, cover] of covers) {
    const entry = index.entries[place];
    const score = entry ? weigh(entry, cover, named.get(place)) : null;
    if (entry && score !== null) (ranked[entry.kind] as Scored<Entry["row"]>[]).push({ row: entry.row, score });
  }
  for (const kind of SEARCH_KINDS) sortByScore(ranked[kind]);
  return { ranked, weigh };
}

export const sortByScore = (scored: Scored<unknown>[]) => scored.sort((a, b) => b.score - a.score);

/** So many are spread, from so many times as many: nobody reads on from there in this order. */
const SPREAD = { first: 24, from: 8 };
/** What each one before it of the same model, or of the same place, costs: less than any difference in what was asked for. */
const ALIKE = { model: 0.03, place: 0.02 };

/** Of products that fit equally well the first are of many kinds: shoes for everybody, and not one model in all its colors. */
export function spread(products: Ranked["products"]): Ranked["products"] {
  const whole = SPREAD.first * SPREAD.from;
  const left = products.slice(0, whole).map((one) => ({ one, model: one.row.name.split(",")[0] ?? "" }));
  const seen = new Map<string, number>();
  const worth = ({ one, model }: (typeof left)[number]) =>
    one.score - ALIKE.model * (seen.get(model) ?? 0) - ALIKE.place * (seen.get(one.row.place) ?? 0);
  const first: Ranked["products"] = [];
  while (first.length < SPREAD.first && left.length > 0) {
    let [best, most] = [0, Number.NEGATIVE_INFINITY];
    for (const [place, each] of left.entries()) {
      // Best first: none from here on is worth more than its score.
      if (each.one.score <= most) break;
      const is = worth(each);
      if (is > most) [best, most] = [place, is];
    }
    for (const { one, model } of left.splice(best, 1)) {
      for (const key of [model, one.row.place]) seen.set(key, (seen.get(key) ?? 0) + 1);
      first.push(one);
    }
  }
  return [...first, ...left.map(({ one }) => one), ...products.slice(whole)];
}

/** How much one thing that is not kept holds of what was asked for: as `coversOf` tells of what is. */
export function coverOf(entry: Entry, slots: readonly Slot[]): number {
  const fields = Object.entries(textsOf(entry)).map(([field, text]) => {
    const words = text.split(" ");
    return { weight: FIELDS[field] ?? 0, words: new Set([...words, ...words.map(stemOf)]) };
  });
  const held = ({ term, prefix, quality }: Term) =>
    fields.map(({ weight, words }) =>
      (prefix ? [...words].some((word) => word.startsWith(term)) : words.has(term)) ? quality * weight : 0,
    );
  return shareOf(
    entry,
    slots,
    slots.map(({ terms }) => Math.max(0, ...terms.flatMap(held))),
  );
}

/** What a store can hardly tell: that its coffee makers are for 12 cups, and its shoes black. */
const NARROWS = 0.2;

/** How much of what was asked for something holds, by how much it holds of each part. */
function shareOf(entry: Entry | undefined, slots: readonly Slot[], held: ArrayLike<number>): number {
  const tellsLess = entry?.kind === "stores" || entry?.kind === "coupons";
  let [has, whole] = [0, 0];
  for (const [place, { weight, narrows }] of slots.entries()) {
    const holds = held[place] ?? 0;
    has += weight * holds;
    whole += narrows && tellsLess && holds === 0 ? NARROWS * weight : weight;
  }
  return has / whole;
}

/** A word that more texts hold than this is not asked of the index: it is looked for in what other words find. */
const MAX_COMMON = 2_500;

/** How much of what was asked for each entry holds, between 0 and 1. */
function coversOf(index: SearchIndex, slots: readonly Slot[]): Map<number, number> {
  const covers = new Map<number, number>();
  const terms = slots.flatMap((slot, place) => slot.terms.map((term) => ({ ...term, slot: place })));
  const isWide = ({ term, prefix }: Term) =>
    prefix ? term.length <= MAX_SHORT : (index.words.get(term) ?? 0) > MAX_COMMON;
  const wide = terms.filter(isWide);
  const narrow = terms.filter((term) => !isWide(term));
  const exact = Map.groupBy(
    narrow.filter(({ prefix }) => !prefix),
    ({ term }) => term,
  );
  const begun = narrow.filter(({ prefix }) => prefix);
  const held = new Float64Array(slots.length);
  const hold = (slot: number, quality: number) => {
    if (quality > (held[slot] ?? 0)) held[slot] = quality;
  };
  const cover = (id: number) => {
    const entry = index.entries[id];
    const words = entry && wide.length > 0 ? wordsOf(entry) : [];
    for (const { term, prefix, slot, quality } of wide)
      if (prefix ? words.some((word) => word.startsWith(term)) : words.includes(term)) hold(slot, quality);
    covers.set(id, shareOf(entry, slots, held));
  };
  for (const { id, match } of searchTexts(index, narrow)) {
    held.fill(0);
    for (const term in match) {
      const field = Math.max(...(match[term] ?? []).map((name) => FIELDS[name] ?? 0));
      for (const { slot, quality } of exact.get(term) ?? []) hold(slot, quality * field);
      for (const { term: start, slot, quality } of begun) if (term.startsWith(start)) hold(slot, quality * field);
    }
    cover(id);
  }
  held.fill(0);
  for (const { term, prefix } of wide)
    for (const place of index.firsts.get(prefix ? `${term}*` : term) ?? [])
      if (!covers.has(place)) {
        cover(place);
        held.fill(0);
      }
  return covers;
}

function searchTexts(index: SearchIndex, terms: readonly Term[]) {
  const asked = [...new Map(terms.map((term) => [`${term.prefix} ${term.term}`, term])).values()];
  if (asked.length === 0) return [];
  return index.texts.search("", {
    tokenize: () => asked.map(({ term }) => term),
    processTerm: (term) => term,
    prefix: (_, place) => asked[place]?.prefix ?? false,
    fuzzy: false,
    combineWith: "OR",
  });
}
