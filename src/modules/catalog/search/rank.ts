/** What an index holds of what was asked for, in the order in which it fits. */
import type { SearchKind } from "../catalog.types.ts";
import { fold } from "../names.ts";
import { keyOf, stemOf } from "./read-text.ts";
import { type Entry, MAX_SHORT, type SearchIndex, wordsOf } from "./search-memory.ts";
import type { Slot, Term, Understood } from "./understand.ts";

export const SEARCH_KINDS: readonly SearchKind[] = ["stores", "products", "coupons", "categories"];

type Of<K extends SearchKind> = Extract<Entry, { kind: K }>["row"];
export type Scored<Row> = { row: Row; score: number };
export type Ranked = { [K in SearchKind]: Scored<Of<K>>[] };

/** Less of what was asked for than this is nonsense, and so is much less than the best of all answers has. */
const MIN_COVER = 0.42;
const MIN_SHARE = { one: 0.56, many: 0.63 };
const MIN_BESIDE_NAME = 0.8;
/** As sure as this a store is meant. */
const NAMED = 0.45;
/** How much a word counts by where it stands. */
const FIELDS: Record<string, number> = { name: 1, more: 0.95, tags: 1, about: 0.5 };
/** How much being well known counts: a store is known by people, a product by how many stores sell it. */
const PROMINENCE = { stores: 0.12, products: 0.04, coupons: 0.04, categories: 0.04 };

/** Who pays nothing stands behind those who do, unless it was named. */
const PAYS_NOTHING = 0.2;
/** A coupon is as good an answer as its store, or nearly. */
const OF_ITS_STORE = 0.9;

/** What is called as it was typed comes before what is of the same kind: a tent before a sleeping bag. More than prominence. */
const CALLED_SO = 0.08;

/** A store's coupons, products that begin with its name, stores whose names hold it whole: a steam iron is not of Steam. */
function holdsName({ kind, row }: Entry, text: string): boolean {
  if (kind === "categories") return false;
  const name = kind === "coupons" ? fold(row.merchant_name) : row.folded;
  if (kind === "products") return `${name} `.startsWith(`${text} `);
  const key = keyOf(text);
  const words = name.split(" ");
  return (
    ` ${name} `.includes(` ${text} `) ||
    (key.length > 4 && words.some((_, place) => keyOf(words.slice(place).join(" ")).startsWith(key)))
  );
}

export function rank(
  index: SearchIndex,
  { slots, named }: Understood,
  options: { text: string; coupons: boolean; cheap: boolean; wanted?: (entry: Entry) => boolean },
): Ranked {
  const wanted = options.wanted ?? (() => true);
  const covers = coversOf(index, slots);
  for (const [place, sure] of named) covers.set(place, Math.max(covers.get(place) ?? 0, Math.min(1, sure)));
  for (const [store, coupons] of index.coupons)
    for (const place of covers.has(store) ? coupons : [])
      covers.set(place, Math.max(covers.get(place) ?? 0, OF_ITS_STORE * (covers.get(store) ?? 0)));
  // Where a name was typed, what only shares a word with it is not meant.
  const surest = Math.max(0, ...named.values());
  const least = Math.max(
    MIN_COVER,
    surest >= NAMED ? MIN_BESIDE_NAME : MIN_SHARE[slots.length > 1 ? "many" : "one"] * Math.max(0, ...covers.values()),
  );
  const said = slots.flatMap(({ words }) => words.map((word) => ` ${stemOf(word)}`));
  const calledSo = ({ kind, row }: Entry): number => {
    if (kind !== "products" || said.length === 0) return 0;
    const name = ` ${row.folded}`;
    return (CALLED_SO * said.filter((word) => name.includes(word)).length) / said.length;
  };
  const ranked: Ranked = { stores: [], products: [], coupons: [], categories: [] };
  for (const [place, cover] of covers) {
    const entry = index.entries[place];
    if (!entry || !wanted(entry)) continue;
    const sure = named.get(place) ?? 0;
    if (sure === 0 && (cover < least || (surest >= 1 && !holdsName(entry, options.text)))) continue;
    const score =
      // Of the cheapest only what fits equally well is compared: in tenths.
      options.cheap && entry.kind === "products"
        ? Math.round(10 * cover) / 10
        : cover +
          sure +
          PROMINENCE[entry.kind] * entry.prominence +
          calledSo(entry) +
          (entry.kind === "coupons" ? (options.coupons ? 0.3 : -0.3) : 0) -
          (entry.kind === "stores" && entry.row.rate_kind === "none" && sure === 0 ? PAYS_NOTHING : 0);
    (ranked[entry.kind] as Scored<Entry["row"]>[]).push({ row: entry.row, score });
  }
  for (const kind of SEARCH_KINDS) (ranked[kind] as Scored<unknown>[]).sort((a, b) => b.score - a.score);
  return ranked;
}

/** A word that more texts hold than this is not asked of the index: it is looked for in what other words find. */
const MAX_COMMON = 2_500;

/** How much of what was asked for each entry holds, between 0 and 1. */
function coversOf(index: SearchIndex, slots: readonly Slot[]): Map<number, number> {
  const covers = new Map<number, number>();
  const whole = slots.reduce((sum, slot) => sum + slot.weight, 0);
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
    const entry = wide.length > 0 ? index.entries[id] : undefined;
    const words = entry ? wordsOf(entry) : [];
    for (const { term, prefix, slot, quality } of wide)
      if (prefix ? words.some((word) => word.startsWith(term)) : words.includes(term)) hold(slot, quality);
    covers.set(id, slots.reduce((sum, slot, place) => sum + slot.weight * (held[place] ?? 0), 0) / whole);
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
