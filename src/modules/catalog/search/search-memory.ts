/**
 * What search keeps in the process: every store and category, the most prominent products and coupons, in one index of
 * MiniSearch; the words that stand in them, and stores' names without gaps, each as a radix tree that forgives slips.
 */
import MiniSearch from "minisearch";
import SearchableMap from "minisearch/SearchableMap";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { SearchKind } from "../catalog.types.ts";
import { KeptAnew } from "../kept-anew.ts";
import { knownStores } from "../known-stores/known-stores.ts";
import { fold } from "../names.ts";
import * as store from "../store/search.ts";
import { readSearchRules } from "../store/search-rules.ts";
import { type Kind, KNOWN_WORDS, kindsIn, wordsOfKinds } from "./kinds.ts";
import { keyOf, meaningful, readWords, stemOf } from "./read-text.ts";
import { rulesOf, type SaidRules } from "./said-rules.ts";

/** No more is kept however many there are: the rest is the database's. */
const MAX_KEPT = { products: 20_000, coupons: 20_000 };
/** What is written more rarely is hardly what a slip of it means. */
const MAX_WORDS = 50_000;

export type Entry = { [K in SearchKind]: { kind: K; row: store.Rows[K][number]; prominence: number } }[SearchKind];
export type StoreEntry = Extract<Entry, { kind: "stores" }>;
export type Missing = { name: string; category: string };

export type SearchIndex = {
  texts: MiniSearch<Entry>;
  /** Each word with how many texts hold it. */
  words: SearchableMap<number>;
  /** Stores by their names, other names and hosts, without gaps, the most prominent first; also one that is not with us. */
  names: SearchableMap<{ stores: readonly StoreEntry[]; missing?: Missing }>;
  /** What operators say of texts. */
  rules: SaidRules;
  /** True when every product is kept: then nothing else can be found. */
  whole: { products: boolean; coupons: boolean };
};

type SearchDeps = { database: DatabaseHandle; clock: Clock; log: Log };

/** Made when a process that answers shoppers has opened its doors; of a large catalogue it takes seconds. */
export class SearchMemory extends KeptAnew<SearchIndex> {
  constructor(deps: SearchDeps, most = MAX_KEPT) {
    super(() => readIndex(deps, most), deps.log);
  }
}

/** One list after the other, so that other requests are answered between them. */
async function readIndex({ database: { pool }, clock }: SearchDeps, most: typeof MAX_KEPT): Promise<SearchIndex> {
  const known = await store.readStoreNames(pool);
  const stores = known.filter(({ live }) => live);
  const products = await store.readProminentProducts(pool, most.products);
  const coupons = await store.readProminentCoupons(pool, clock.now(), most.coupons);
  const entries = [
    ...entriesOf("categories", await store.readCategoryNames(pool)),
    ...entriesOf("stores", stores),
    ...entriesOf("products", products),
    ...entriesOf("coupons", coupons),
  ];
  const names = namesOf(entries, known);
  // A name without gaps is a word, too.
  const words = SearchableMap.from<number>([...KNOWN_WORDS, ...names.keys()].map((word) => [word, 1]));
  for (const { word, uses } of await store.readSearchWords(pool, MAX_WORDS)) words.set(word, uses);
  return {
    texts: await textsOf(entries),
    words,
    names,
    rules: rulesOf(await readSearchRules(pool)),
    whole: { products: products.length < most.products, coupons: coupons.length < most.coupons },
  };
}

/** The first is the most prominent: all of them are kept, or none where they are not among those that are. */
export const entriesOf = (kind: SearchKind, rows: readonly Entry["row"][], kept = true): Entry[] =>
  rows.map((row, place) => ({ kind, row, prominence: (kept ? 1 : 0) - place / rows.length }) as Entry);

/** In handfuls, so that other requests are answered between them. */
const HANDFUL = 500;

/** `name` holds what each is called, and tags of where it belongs; `about` what else is said of it, of a description of goods the figures: sizes and speeds. */
const FIELDS: Record<string, (entry: Entry) => unknown> = {
  id: ({ row }) => row.id,
  entry: (entry) => entry,
  name: (entry) => [...readWords(entry.row.called), ...tagsOf(entry)].join(" "),
  about: ({ kind, row }) => {
    const figures = kind === "products" ? readWords(row.about).filter((word) => /\d/.test(word)) : [];
    return [...readWords(row.told), ...figures].join(" ");
  },
};

export async function textsOf(entries: readonly Entry[]): Promise<MiniSearch<Entry>> {
  const texts = new MiniSearch<Entry>({
    fields: ["name", "about"],
    storeFields: ["entry"],
    extractField: ((entry: Entry, field: string) => FIELDS[field]?.(entry)) as never,
    tokenize: (text) => text.match(/\S+/g) ?? [],
    processTerm: (term) => (term.includes(":") ? term : [...new Set([term, stemOf(term)])]),
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  });
  await texts.addAllAsync(entries, { chunkSize: HANDFUL });
  return texts;
}

/** Kind, place of products and its department, category of stores, store, brand. */
export const tagOf = (sort: "k" | "p" | "d" | "s" | "n" | "b", what: string): string =>
  `${sort}:${what.replaceAll(" ", "-")}`;

/** As its store would be called, if it has one. */
export const nameOf = (brand: string | null): string => fold(brand ?? "").replaceAll(" ", "-");

function tagsOf({ kind, row }: Entry): string[] {
  if (kind === "categories") return row.tags;
  const kindsNamed = (name: string) => kindsIn(meaningful(readWords(name))).flatMap(({ kinds }) => kinds);
  const tagsOfKinds = (kinds: readonly Kind[]) => kinds.map((each) => tagOf("k", each.kind));
  if (kind !== "products") {
    // A store is of the kinds that its name tells and that it may sell: a Dog Haus among restaurants sells nothing for dogs.
    const sold = kindsNamed(kind === "stores" ? row.folded : row.merchant_name).filter(({ stores, maybe }) =>
      [...stores, ...maybe].includes(row.category),
    );
    return [...row.tags, ...tagsOfKinds(kind === "stores" ? sold : [...sold, ...kindsNamed(row.folded)])];
  }
  // Where its name tells what it is, its place tells nothing, unless all there is of that: not everything among clothes is a coat.
  const named = kindsNamed(row.folded);
  // The thing itself stands last in an English name: a dog food bowl is no dog food.
  const kinds = row.place === "other" ? named.slice(-1) : named.filter(({ places }) => places.includes(row.place));
  return [
    tagOf("b", nameOf(row.brand)),
    ...tagsOfKinds(kinds),
    ...(kinds.every((each) => each.a_sort) ? row.tags : []),
  ];
}

/** What is left of a name without what kinds of things are called: nothing of "hotels", and of "Levi's jeans" another name of the store. */
function withoutKinds(words: readonly string[]): string {
  const inKinds = wordsOfKinds(words);
  return keyOf(words.filter((word) => !inKinds.has(word)).join(" "));
}

/** Beside our stores the well-known ones of whom no network brought us a programme; of those that are hidden nothing is told. */
function namesOf(entries: readonly Entry[], known: store.Rows["stores"]): SearchIndex["names"] {
  const names: SearchIndex["names"] = new SearchableMap();
  for (const entry of entries) {
    if (entry.kind !== "stores") continue;
    const { folded, aliases, internal_name } = entry.row;
    const others = aliases.filter((alias) => !["", keyOf(folded)].includes(withoutKinds(readWords(alias))));
    for (const key of new Set([folded, internal_name.replaceAll("-", " "), ...others].map(keyOf).filter(Boolean)))
      names.set(key, { stores: [...(names.get(key)?.stores ?? []), entry] });
  }
  const ours = new Set(known.map(({ domain }) => domain));
  for (const { name, aliases = [], domains, category = "", popularity, hidden, status } of knownStores().stores) {
    const wellKnown = popularity !== undefined && hidden === undefined && status !== "closed";
    if (!wellKnown || domains.some((domain) => ours.has(domain)) || names.has(keyOf(fold(name)))) continue;
    for (const alias of [name, ...aliases].map(readWords)) {
      const key = keyOf(alias.join(" "));
      if (withoutKinds(alias) !== "" && !names.has(key)) names.set(key, { stores: [], missing: { name, category } });
    }
  }
  return names;
}
