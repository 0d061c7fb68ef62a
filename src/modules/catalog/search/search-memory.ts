/**
 * What search keeps in the process: every store and category, the most prominent products and coupons, in one index of
 * MiniSearch; the words that stand in them, and stores' names without gaps, each as a radix tree that forgives slips.
 * Made when a process that answers shoppers has opened its doors. Emptied when this process changes the catalogue for somebody
 * who waits for it; made anew behind the answers when it is old, and soon after a job or another process changed something: of a large catalogue it takes seconds.
 */
import MiniSearch from "minisearch";
import SearchableMap from "minisearch/SearchableMap";
import { type Clock, stopwatch } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import { knownStores } from "../known-stores/known-stores.ts";
import { fold } from "../names.ts";
import {
  type CategoryFind,
  type CouponHead,
  type ProductFind,
  readAllStoreNames,
  readCategoryNames,
  readHiddenDomains,
  readProminentCoupons,
  readProminentProducts,
  type StoreFind,
} from "../store/search.ts";
import { readSearchRules } from "../store/search-rules.ts";
import { KIND_WORDS, type Kind, KNOWN_PLACES, kindsIn, meaningful } from "./kinds.ts";
import { keyOf, readWords, stemOf } from "./read-text.ts";
import { rulesOf, type SaidRules } from "./said-rules.ts";

/** SPEC §9: default cache 5 minutes. */
const FRESH_MINUTES = 5;
/** No more is kept however many there are: the rest is the database's. */
const MAX_KEPT = { products: 20_000, coupons: 20_000 };

export type Entry = { prominence: number } & (
  | { kind: "stores"; row: StoreFind }
  | { kind: "products"; row: ProductFind }
  | { kind: "coupons"; row: CouponHead }
  | { kind: "categories"; row: CategoryFind }
);
type Texts = { id: number; name: string; more: string; tags: string; about: string };

export type SearchIndex = {
  entries: readonly Entry[];
  texts: MiniSearch<Texts>;
  /** Each word with how many texts hold it. */
  words: SearchableMap<number>;
  /** The first of each kind that hold a word, and that hold one which begins so, by its first letters. */
  firsts: Map<string, number[]>;
  /** Stores by their names, other names and hosts, without gaps: places in `entries`. */
  stores: SearchableMap<number[]>;
  /** Coupons by their stores, both as places in `entries`. */
  coupons: Map<number, number[]>;
  /** Stores that are not with us. */
  missing: SearchableMap<{ name: string; category: string }>;
  /** What operators say of texts. */
  rules: SaidRules;
  /** True when every product is kept: then nothing else can be found. */
  whole: { products: boolean; coupons: boolean };
};

type SearchDeps = { database: DatabaseHandle; clock: Clock; log: Log };

/** Changes that come together need one making. */
const SOON_MS = 1_000;

export class SearchMemory {
  readonly #deps: SearchDeps;
  #held: { index: SearchIndex; until: number } | null = null;
  #making: Promise<SearchIndex> | null = null;
  #soon: NodeJS.Timeout | undefined;
  #changes = 0;
  readonly #most: typeof MAX_KEPT;

  constructor(deps: SearchDeps, most = MAX_KEPT) {
    this.#deps = deps;
    this.#most = most;
  }

  async get(): Promise<SearchIndex> {
    if (this.#held === null) return this.#make();
    this.#renew();
    return this.#held.index;
  }

  /** Begins to make what the first who asks would otherwise wait for; nobody waits for it here. */
  prepare() {
    this.#make().catch((error) => this.#deps.log.warn({ err: error }, "what search keeps could not be made"));
  }

  #renew() {
    if (this.#held !== null && this.#held.until < stopwatch()) this.prepare();
  }

  /** What is being made was read before the change: nobody who asks from now on gets it. */
  clear() {
    this.#held = null;
    this.#making = null;
  }

  /**
   * Something changed that nobody here waits for: who asks is answered from what there is, or is being made, until it is made anew.
   * That is done soon also where nobody asks, or the first of the next morning would find what was taken away in the evening.
   */
  growOld() {
    this.#changes += 1;
    if (this.#held !== null) this.#held.until = 0;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#renew(), SOON_MS).unref();
  }

  #make(): Promise<SearchIndex> {
    if (this.#making !== null) return this.#making;
    const before = this.#changes;
    const making: Promise<SearchIndex> = readIndex(this.#deps, this.#most)
      .then((index) => {
        if (this.#making === making) this.#held = { index, until: stopwatch() + FRESH_MINUTES * 60_000 };
        return index;
      })
      .finally(() => {
        if (this.#making !== making) return;
        this.#making = null;
        // What changed meanwhile it does not know of.
        if (this.#changes !== before) this.growOld();
      });
    this.#making = making;
    return making;
  }
}

/** One list after the other and in handfuls, so that other requests are answered between them. */
async function readIndex({ database: { pool }, clock }: SearchDeps, most: typeof MAX_KEPT): Promise<SearchIndex> {
  const categories = await readCategoryNames(pool);
  const stores = await readAllStoreNames(pool);
  const hidden = await readHiddenDomains(pool);
  const rules = rulesOf(await readSearchRules(pool));
  const products = await readProminentProducts(pool, most.products);
  const coupons = await readProminentCoupons(pool, clock.now(), most.coupons);
  const entries: Entry[] = [];
  const add = (kind: Entry["kind"], rows: readonly Entry["row"][]) => {
    for (const [place, row] of rows.entries())
      entries.push({ kind, row, prominence: 1 - place / rows.length } as Entry);
  };
  add("categories", categories);
  add("stores", stores);
  add("products", products);
  add("coupons", coupons);
  const words = new SearchableMap<number>();
  for (const word of KIND_WORDS) words.set(word, 1);
  const texts = new MiniSearch<Texts>({
    fields: ["name", "more", "tags", "about"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => {
      if (term === "") return null;
      if (term.includes(":")) return term;
      words.set(term, (words.get(term) ?? 0) + 1);
      const stem = stemOf(term);
      return stem === term ? term : [term, stem];
    },
  });
  for (let from = 0; from < entries.length; from += HANDFUL) {
    texts.addAll(entries.slice(from, from + HANDFUL).map((entry, place) => ({ id: from + place, ...textsOf(entry) })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const names = storeKeys(entries);
  return {
    entries,
    texts,
    words,
    firsts: firstsOf(entries),
    stores: names,
    coupons: couponsOf(entries),
    missing: missingKeys([...stores.map(({ domain }) => domain), ...hidden], names),
    rules,
    whole: { products: products.length < most.products, coupons: coupons.length < most.coupons },
  };
}

const HANDFUL = 500;

/** The kinds that a name tells, of those that can be meant: a Dog Haus among restaurants sells nothing for dogs. */
const kindsNamed = (words: readonly string[], fits: (kind: Kind, atEnd: boolean) => boolean) => {
  const said = meaningful(words);
  const end = said.findLastIndex((word) => !/\d/.test(word)) + 1;
  return kindsIn(said).flatMap(({ from, to, kinds }) =>
    kinds.filter((kind) => fits(kind, to === end || to - from > 1)),
  );
};
const kindTags = (...named: Parameters<typeof kindsNamed>) => kindsNamed(...named).map(({ kind }) => tagOf("k", kind));
const inCategory =
  (category: string) =>
  ({ stores, maybe }: Kind) =>
    stores.includes(category) || maybe.includes(category);
/** The thing itself stands at the end of an English name, and its department fits. */
const inDepartment = (place: string) => (kind: Kind, atEnd: boolean) =>
  kind.places.includes(place) ||
  (atEnd &&
    !KNOWN_PLACES.has(place) &&
    (place === "other" || kind.places.some((each) => each.split("/")[0] === place.split("/")[0])));
/** Kind, place of products (`q` where their names tell another kind), category of stores, store. */
export const tagOf = (sort: "k" | "p" | "q" | "s" | "n", what: string): string =>
  `${sort}:${what.replaceAll(" ", "-")}`;

/** Where its name tells what it is, its place tells less, unless all there is of that: not everything among clothes is a coat. */
function tagsOfProduct(row: ProductFind): string[] {
  const kinds = kindsNamed(readWords(row.folded), inDepartment(row.place));
  return [
    ...kinds.map(({ kind }) => tagOf("k", kind)),
    tagOf(kinds.every((kind) => kind.a_sort) ? "p" : "q", row.place),
  ];
}

/** `name` is what it is called, `more` what it is called too, `tags` where it belongs, `about` what else is said of it. */
export function textsOf({ kind, row }: Entry): Omit<Texts, "id"> {
  if (kind === "categories") {
    const words = [...readWords(row.name_en), ...readWords(row.name_es)];
    return { name: words.join(" "), more: "", tags: tagOf(row.of === "stores" ? "s" : "p", row.place), about: "" };
  }
  const words = readWords(row.folded);
  const name = words.join(" ");
  if (kind === "stores") {
    const about = readWords(row.description.slice(0, 200));
    const fits = inCategory(row.category);
    return {
      name,
      more: row.aliases.map((alias) => readWords(alias).join(" ")).join(" "),
      tags: [...kindTags(words, fits), tagOf("s", row.category), tagOf("n", row.internal_name)].join(" "),
      about: [...about, ...kindTags(about, fits)].join(" "),
    };
  }
  if (kind === "coupons")
    return {
      name,
      more: readWords(row.merchant_name).join(" "),
      tags: [...kindTags(words, () => true), tagOf("n", row.internal_name)].join(" "),
      about: "",
    };
  return {
    name,
    more: row.brand ? readWords(row.brand).join(" ") : "",
    tags: tagsOfProduct(row).join(" "),
    // Of a description the figures: sizes and speeds. What its name tells is not counted twice, or names would seem common.
    about: [...new Set([...readWords(row.told), ...readWords(row.about).filter((word) => /\d/.test(word))])]
      .filter((word) => !words.includes(word))
      .join(" "),
  };
}

/** A beginning no longer than this fits so many texts that only the first are looked at. */
export const MAX_SHORT = 3;
const MAX_FIRSTS = 12;

function firstsOf(entries: readonly Entry[]): Map<string, number[]> {
  const firsts = new Map<string, number[]>();
  const held = new Map<string, number>();
  let kind: Entry["kind"] | null = null;
  for (const [place, entry] of entries.entries()) {
    if (entry.kind !== kind) held.clear();
    kind = entry.kind;
    for (const word of new Set(wordsOf(entry)))
      for (const start of [
        ...Array.from({ length: MAX_SHORT }, (_, length) => `${word.slice(0, length + 1)}*`),
        word,
      ]) {
        const known = held.get(start) ?? 0;
        if (known === MAX_FIRSTS || start.length > word.length + 1) continue;
        held.set(start, known + 1);
        const places = firsts.get(start);
        if (!places) firsts.set(start, [place]);
        else if (places.at(-1) !== place) places.push(place);
      }
  }
  return firsts;
}

export const wordsOf = ({ kind, row }: Entry): string[] =>
  (kind === "categories" ? fold(`${row.name_en} ${row.name_es}`) : row.folded).split(" ");

function storeKeys(entries: readonly Entry[]): SearchableMap<number[]> {
  const keys = new SearchableMap<number[]>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind !== "stores") continue;
    const { folded, aliases, internal_name, domain } = entry.row;
    const host = domain.split(".")[0] ?? "";
    // A host is a name of its store when it begins alike: Pink lives at victoriassecret.com.
    const own = host.startsWith(keyOf(folded).slice(0, 3)) ? host : "";
    const names = [
      folded,
      internal_name.replaceAll("-", " "),
      own,
      ...aliases.filter((alias) => !isThing(readWords(alias))),
    ];
    for (const key of new Set(names.map(keyOf).filter(Boolean))) {
      const known = keys.get(key);
      if (known) known.push(place);
      else keys.set(key, [place]);
    }
  }
  return keys;
}

function couponsOf(entries: readonly Entry[]): Map<number, number[]> {
  const stores = new Map<string, number>();
  const coupons = new Map<number, number[]>();
  for (const [place, { kind, row }] of entries.entries()) {
    if (kind === "stores") stores.set(row.merchant_id, place);
    const store = kind === "coupons" ? stores.get(row.merchant_id) : undefined;
    if (store !== undefined) coupons.set(store, [...(coupons.get(store) ?? []), place]);
  }
  return coupons;
}

/** A name that is also what things are called, as "hotels", means the things. */
const isThing = (words: readonly string[]) =>
  kindsIn(meaningful(words)).some(({ from, to }) => from === 0 && to === words.length);

/** Well-known stores of whom no network brought us a programme; of those that are hidden nothing is told. */
function missingKeys(domains: readonly string[], names: SearchableMap<number[]>) {
  const ours = new Set(domains);
  const keys = new SearchableMap<{ name: string; category: string }>();
  for (const { name, aliases = [], domains, category, popularity, hidden, status } of knownStores().stores) {
    const wellKnown = popularity !== undefined && hidden === undefined && status !== "closed";
    if (!wellKnown || domains.some((domain) => ours.has(domain)) || names.has(keyOf(fold(name)))) continue;
    for (const alias of [name, ...aliases].map((each) => readWords(each)))
      if (!isThing(alias)) keys.set(keyOf(alias.join(" ")), { name, category: category ?? "" });
  }
  return keys;
}
