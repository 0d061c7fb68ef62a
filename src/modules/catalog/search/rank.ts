/** What an index holds of what was asked for, in the order in which it fits. */
import type { SearchKind } from "../catalog.types.ts";
import { fold } from "../names.ts";
import type { Rows } from "../store/search.ts";
import { stemOf } from "./read-text.ts";
import { type Entry, nameOf, type SearchIndex, tagOf } from "./search-memory.ts";
import { NAMED, type Understood } from "./understand.ts";

export const SEARCH_KINDS: readonly SearchKind[] = ["stores", "products", "coupons", "categories"];

/** How much of what was asked for each entry holds, between 0 and 1. */
export type Covers = Map<Entry, number>;
/** The rows of each kind and the kinds themselves, the best first. */
export type Ranked = Rows & { order: SearchKind[] };

/** Less of what was asked for than this is nonsense, and so is much less than the best of all answers has. */
const MIN_COVER = 0.42;
const MIN_SHARE = 0.6;
/** Beside a name that was typed, what only shares a word with it is not meant; and a department holds things of all sorts: what it lacks of the text, they lack. */
const MIN_STRICT = 0.8;
/** How much less a word counts that is only said of a thing. */
const ABOUT = 0.5;
/** How much being well known counts: a store is known by people, a product by how many stores sell it. */
const PROMINENCE = 0.06;
/** Where a kind of thing alone is asked for, a store that has its word in its name and is hardly known stands behind who is known for it. */
const HARDLY_KNOWN = 0.2;
/** Who pays nothing stands behind those who do, unless it was named. */
const PAYS_NOTHING = 0.2;
/** What is called as it was typed comes before what is of the same kind: a tent before a sleeping bag. More than prominence. */
const CALLED_SO = 0.08;
/** Coupons come first where they are asked for, and last where they are not. */
const COUPONS = 0.3;
/** As sure as this a store is meant by more than what things are called. */
const BEGUN = 0.3;

/** How surely a thing is meant because a store, that store's coupon or its brand's product was named. */
function sureOf({ kind, row }: Entry, { named }: Understood): number {
  if (kind === "categories" || named.size === 0) return 0;
  return named.get(kind === "products" ? nameOf(row.brand) : row.internal_name) ?? 0;
}

/**
 * Each is weighed where MiniSearch looks it up, and told to be no result: one would cost as much as ten look-ups, and thousands of
 * entries hold a common word.
 */
export function coversOf(texts: SearchIndex["texts"], understood: Understood): Covers {
  const { slots, named } = understood;
  const held = new Map<Entry, number[]>();
  const find = (field: "name" | "about", term: string, quality: number, slot: number, prefix = false) =>
    texts.search(term, {
      fields: [field],
      prefix,
      boostDocument: (_id, _term, stored) => {
        const entry = stored?.entry as Entry;
        const holds = held.get(entry) ?? slots.map(() => 0);
        holds[slot] = Math.max(holds[slot] ?? 0, quality);
        held.set(entry, holds);
        return 0;
      },
    });
  for (const [slot, { terms }] of slots.entries())
    for (const { term, quality, prefix } of terms) {
      find("name", term, quality, slot, prefix);
      if (!term.includes(":")) find("about", term, ABOUT * quality, slot, prefix);
    }
  // What is of a named store is found by that, whatever it holds of the words.
  for (const name of named.keys())
    for (const sort of ["n", "b"] as const) find("name", tagOf(sort, name), 0, slots.length);
  const covers: Covers = new Map();
  for (const [entry, holds] of held) {
    let [has, all] = [0, 0];
    for (const [place, slot] of slots.entries()) {
      has += slot.weight * (holds[place] ?? 0);
      if (holds[place] || !slot.spares?.includes(entry.kind)) all += slot.weight;
    }
    covers.set(entry, Math.max(all > 0 ? has / all : 0, sureOf(entry, understood)));
  }
  return covers;
}

/**
 * Whether it is meant where another store's whole name was typed: who is called so whole as well, and goods that are such a thing,
 * as boots are: a steam iron is not of Steam.
 */
function isCalledSo({ kind, row }: Entry, { words, slots }: Understood): boolean {
  const text = words.join(" ");
  if (kind === "products") return slots.some(({ called }) => called) && ` ${row.folded}`.includes(` ${stemOf(text)}`);
  const name = kind === "stores" ? row.folded : kind === "coupons" ? fold(row.merchant_name) : "";
  return ` ${name} `.includes(` ${text} `);
}

/** Sets everything in order that answers, best first. */
export function order(covers: Covers, understood: Understood, wanted: (entry: Entry) => boolean): Ranked {
  const { slots, surest, first, coupons, cheap } = understood;
  const kinds = slots.filter(({ called }) => called).length;
  let best = 0;
  for (const cover of covers.values()) best = Math.max(best, cover);
  const least = Math.max(MIN_COVER, MIN_SHARE * Math.min(1, best));
  const said = slots.flatMap(({ words }) => words.map((word) => ` ${stemOf(word)}`));
  const scored: { entry: Entry; score: number }[] = [];
  for (const [entry, cover] of covers) {
    const { kind, row, prominence } = entry;
    const sure = sureOf(entry, understood);
    let score = cover + PROMINENCE * prominence;
    if (kind === "stores" && row.internal_name === first) score = Number.POSITIVE_INFINITY;
    else if (!wanted(entry) || (surest === 1 && sure < 1 && !isCalledSo(entry, understood))) continue;
    else {
      // Goods of the kind that was typed beside a name are meant, whose ever they are.
      const besideName = surest >= NAMED && !(kind === "products" && kinds > 0 && surest < 1);
      const strict = kind === "categories" || besideName;
      if (cover < (strict ? MIN_STRICT : least) && !(kind === "stores" && sure > 0)) continue;
    }
    if (kind === "stores") {
      if (sure >= BEGUN) score += sure;
      else if (row.rate_kind === "none") score -= PAYS_NOTHING;
      if (kinds === 1 && slots.length === 1) score -= HARDLY_KNOWN * (1 - prominence);
    }
    if (kind === "coupons") score += coupons ? COUPONS : -COUPONS;
    if (kind === "products" && said.length > 0)
      score += (CALLED_SO * said.filter((word) => ` ${row.folded}`.includes(word)).length) / said.length;
    // Of the cheapest only what fits equally well is compared: in tenths, then by price, which is below a trillion.
    if (kind === "products" && cheap) score = Math.round(10 * cover) / 10 - Number(row.from_minor) / 1e12;
    scored.push({ entry, score });
  }
  scored.sort((a, b) => b.score - a.score);
  if (!cheap) spread(scored);
  const order = [...new Set([...scored.map(({ entry }) => entry.kind), ...SEARCH_KINDS])];
  const ranked: Ranked = { stores: [], products: [], coupons: [], categories: [], order };
  for (const { entry } of scored) (ranked[entry.kind] as Entry["row"][]).push(entry.row);
  return ranked;
}

/** What each one before it of the same model or of the same place costs, and how many count: less than any difference in what was asked for. */
const ALIKE = { costs: 0.025, most: 6 };

/** Of products that fit equally well the first are of many kinds: shoes for everybody, and not one model in all its colors. */
function spread(scored: { entry: Entry; score: number }[]) {
  const seen = new Map<string, number>();
  for (const one of scored)
    if (one.entry.kind === "products")
      for (const key of [one.entry.row.name.split(",")[0] ?? "", one.entry.row.place]) {
        const before = seen.get(key) ?? 0;
        one.score -= ALIKE.costs * Math.min(before, ALIKE.most);
        seen.set(key, before + 1);
      }
  scored.sort((a, b) => b.score - a.score);
}
