/** What an index holds of what was asked for, in the order in which it fits. */
import type { SearchKind } from "../catalog.types.ts";
import { fold } from "../names.ts";
import { keyOf } from "./read-text.ts";
import type { Entry, SearchIndex } from "./search-memory.ts";
import type { Slot, Understood } from "./understand.ts";

export const SEARCH_KINDS: readonly SearchKind[] = ["stores", "products", "coupons", "categories"];

type Of<K extends SearchKind> = Extract<Entry, { kind: K }>["row"];
export type Scored<Row> = { row: Row; score: number };
export type Ranked = { [K in SearchKind]: Scored<Of<K>>[] };

/** Less of what was asked for than this is nonsense, and so is much less than the best of all answers has. */
const MIN_COVER = 0.42;
const MIN_SHARE = { one: 0.5, many: 0.63 };
const MIN_BESIDE_NAME = 0.8;
/** As sure as this a store is meant. */
const NAMED = 0.45;
/** How much a word counts by where it stands. */
const FIELDS: Record<string, number> = { name: 1, more: 0.95, tags: 1, about: 0.5 };
const PROMINENCE = 0.08;

/** A store's coupons, products of the same name, stores whose names hold it whole. */
function holdsName({ kind, row }: Entry, text: string): boolean {
  if (kind === "categories") return false;
  const name = kind === "coupons" ? fold(row.merchant_name) : row.folded;
  const key = keyOf(text);
  const words = name.split(" ");
  return (
    ` ${name} `.includes(` ${text} `) ||
    (key.length > 4 && words.some((_, place) => keyOf(words.slice(place).join(" ")).startsWith(key)))
  );
}

type TermUse = { slot: number; quality: number };

export function rank(
  index: SearchIndex,
  { slots, named }: Understood,
  options: { text: string; coupons: boolean; wanted?: (entry: Entry) => boolean },
): Ranked {
  const wanted = options.wanted ?? (() => true);
  const covers = coversOf(index, slots);
  for (const [place, sure] of named) covers.set(place, Math.max(covers.get(place) ?? 0, Math.min(1, sure)));
  // Where a name was typed, what only shares a word with it is not meant.
  const surest = Math.max(0, ...named.values());
  const least = Math.max(
    MIN_COVER,
    surest >= NAMED ? MIN_BESIDE_NAME : MIN_SHARE[slots.length > 1 ? "many" : "one"] * Math.max(0, ...covers.values()),
  );
  const ranked: Ranked = { stores: [], products: [], coupons: [], categories: [] };
  for (const [place, cover] of covers) {
    const entry = index.entries[place];
    if (!entry || !wanted(entry)) continue;
    const sure = named.get(place) ?? 0;
    if (sure === 0 && (cover < least || (surest >= 1 && !holdsName(entry, options.text)))) continue;
    const score =
      cover + sure + PROMINENCE * entry.prominence + (entry.kind === "coupons" ? (options.coupons ? 0.3 : -0.3) : 0);
    (ranked[entry.kind] as Scored<Entry["row"]>[]).push({ row: entry.row, score });
  }
  for (const kind of SEARCH_KINDS) (ranked[kind] as Scored<unknown>[]).sort((a, b) => b.score - a.score);
  return ranked;
}

/** How much of what was asked for each entry holds, between 0 and 1. */
function coversOf(index: SearchIndex, slots: readonly Slot[]): Map<number, number> {
  const covers = new Map<number, number>();
  const terms = slots.flatMap((slot, place) => slot.terms.map((term) => ({ ...term, slot: place })));
  if (terms.length === 0) return covers;
  const exact = new Map<string, TermUse[]>();
  for (const { term, prefix, slot, quality } of terms)
    if (!prefix) exact.set(term, [...(exact.get(term) ?? []), { slot, quality }]);
  const begun = terms.filter((term) => term.prefix);
  const whole = slots.reduce((sum, slot) => sum + slot.weight, 0);
  const asked = [...new Map(terms.map((term) => [`${term.prefix} ${term.term}`, term])).values()];
  const found = index.texts.search("", {
    tokenize: () => asked.map(({ term }) => term),
    processTerm: (term) => term,
    prefix: (_, place) => asked[place]?.prefix ?? false,
    fuzzy: false,
    combineWith: "OR",
  });
  const held = new Float64Array(slots.length);
  for (const { id, match } of found) {
    held.fill(0);
    for (const term in match) {
      const field = Math.max(...(match[term] ?? []).map((name) => FIELDS[name] ?? 0));
      for (const { slot, quality } of exact.get(term) ?? []) held[slot] = Math.max(held[slot] ?? 0, quality * field);
      for (const { term: start, slot, quality } of begun)
        if (term.startsWith(start)) held[slot] = Math.max(held[slot] ?? 0, quality * field);
    }
    covers.set(id, slots.reduce((sum, slot, place) => sum + slot.weight * (held[place] ?? 0), 0) / whole);
  }
  return covers;
}
