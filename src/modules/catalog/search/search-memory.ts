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
import type { SearchKind } from "../catalog.types.ts";
import { knownStores } from "../known-stores/known-stores.ts";
import { fold } from "../names.ts";
import {
  type CategoryFind,
  type CouponFind,
  type ProductFind,
  readAllStoreNames,
  readCategoryNames,
  readHiddenDomains,
  readProminentCoupons,
  readProminentProducts,
  readSearchWords,
  type StoreFind,
} from "../store/search.ts";
import { readSearchRules } from "../store/search-rules.ts";
import { KIND_WORDS, type Kind, kindsIn } from "./kinds.ts";
import { keyOf, meaningful, readWords, stemOf } from "./read-text.ts";
import { rulesOf, type SaidRules } from "./said-rules.ts";

/** SPEC §9: default cache 5 minutes. */
const FRESH_MS = 5 * 60_000;
/** No more is kept however many there are: the rest is the database's. */
const MAX_KEPT = { products: 20_000, coupons: 20_000 };
/** What is written more rarely is hardly what a slip of it means. */
const MAX_WORDS = 50_000;

export type Rows = { stores: StoreFind[]; products: ProductFind[]; coupons: CouponFind[]; categories: CategoryFind[] };
export type Entry = { [K in SearchKind]: { kind: K; row: Rows[K][number]; prominence: number } }[SearchKind];
type StoreEntry = Extract<Entry, { kind: "stores" }>;
export type Missing = { name: string; category: string };
/** `name` is what it is called, and tags of where it belongs; `about` what else is said of it. */
type Texts = { id: number; name: string; about: string };
export type Searched = { entries: readonly Entry[]; texts: MiniSearch<Texts> };

export type SearchIndex = Searched & {
  /** Each word with how many texts hold it. */
  words: SearchableMap<number>;
  /** Stores by their names, other names and hosts, without gaps, the most prominent first; also one that is not with us. */
  names: SearchableMap<{ stores: readonly StoreEntry[]; missing?: Missing }>;
  /** What operators say of texts. */
  rules: SaidRules;
  /** True when every product is kept: then nothing else can be found. */
  whole: { products: boolean; coupons: boolean };
  /** Of all that is kept. */
  ids: ReadonlySet<string>;
};

type SearchDeps = { database: DatabaseHandle; clock: Clock; log: Log };

/** Changes that come together need one making. */
const SOON_MS = 1_000;

export class SearchMemory {
  readonly #deps: SearchDeps;
  readonly #most: typeof MAX_KEPT;
  #held: SearchIndex | null = null;
  #making: Promise<SearchIndex> | null = null;
  #until = 0;
  #soon: NodeJS.Timeout | undefined;

  constructor(deps: SearchDeps, most = MAX_KEPT) {
    this.#deps = deps;
    this.#most = most;
  }

  async get(): Promise<SearchIndex> {
    this.#renew();
    return this.#held ?? this.#make();
  }

  /** Begins to make what the first who asks would otherwise wait for; nobody waits for it here. */
  prepare() {
    this.#make().catch((error) => this.#deps.log.warn({ err: error }, "what search keeps could not be made"));
  }

  #renew() {
    if (this.#held !== null && this.#until < stopwatch()) this.prepare();
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
    this.#until = 0;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#renew(), SOON_MS).unref();
  }

  #make(): Promise<SearchIndex> {
    if (this.#making !== null) return this.#making;
    this.#until = stopwatch() + FRESH_MS;
    const making: Promise<SearchIndex> = readIndex(this.#deps, this.#most)
      .then((index) => {
        if (this.#making === making) this.#held = index;
        return index;
      })
      .catch((error) => {
        this.#until = 0;
        throw error;
      })
      .finally(() => {
        if (this.#making !== making) return;
        this.#making = null;
        // What changed meanwhile it does not know of.
        if (this.#until === 0) this.growOld();
      });
    this.#making = making;
    return making;
  }
}

const HANDFUL = 500;

/** One list after the other and in handfuls, so that other requests are answered between them. */
async function readIndex({ database: { pool }, clock }: SearchDeps, most: typeof MAX_KEPT): Promise<SearchIndex> {
  const categories = await readCategoryNames(pool);
  const stores = await readAllStoreNames(pool);
  const hidden = await readHiddenDomains(pool);
  const rules = rulesOf(await readSearchRules(pool));
  const products = await readProminentProducts(pool, most.products);
  const coupons = await readProminentCoupons(pool, clock.now(), most.coupons);
  const used = await readSearchWords(pool, MAX_WORDS);
  const words = SearchableMap.from<number>([...[...KIND_WORDS].map((word): [string, number] => [word, 1]), ...used]);
  const index = searchedOf();
  for (const [kind, rows] of Object.entries({ categories, stores, products, coupons }))
    for (let from = 0; from < rows.length; from += HANDFUL) {
      const handful = rows.slice(from, from + HANDFUL);
      index.add(handful.map((row, place) => ({ kind, row, prominence: 1 - (from + place) / rows.length }) as Entry));
      await new Promise((resolve) => setImmediate(resolve));
    }
  const whole = { products: products.length < most.products, coupons: coupons.length < most.coupons };
  const ids = new Set(index.entries.map(({ row }) => row.id));
  return { ...index, words, names: namesOf(index.entries, hidden), rules, whole, ids };
}

/** An empty index, and how entries come into it. */
export function searchedOf() {
  const entries: Entry[] = [];
  const texts = new MiniSearch<Texts>({
    fields: ["name", "about"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => (term === "" || term.includes(":") ? term : [...new Set([term, stemOf(term)])]),
  });
  const add = (more: readonly Entry[]) => {
    texts.addAll(
      more.map((entry, place) => {
        const { name, tags, about = [] } = textsOf(entry);
        return { id: entries.length + place, name: [...name, ...tags].join(" "), about: about.join(" ") };
      }),
    );
    entries.push(...more);
  };
  return { entries, texts, add };
}

/** Kind, place of products and its department, category of stores, store, brand. */
export const tagOf = (sort: "k" | "p" | "d" | "s" | "n" | "b", what: string): string =>
  `${sort}:${what.replaceAll(" ", "-")}`;

/** As its store would be called, if it has one. */
export const nameOf = (brand: string | null): string => fold(brand ?? "").replaceAll(" ", "-");

/** A store is of the kinds that its name tells and that it may sell: a Dog Haus among restaurants sells nothing for dogs. */
const tagsOfStore = (name: string, category: string, internalName: string): string[] => [
  ...kindsNamed(readWords(name))
    .filter(({ stores, maybe }) => stores.includes(category) || maybe.includes(category))
    .map(({ kind }) => tagOf("k", kind)),
  tagOf("s", category),
  tagOf("n", internalName),
];

const kindsNamed = (words: readonly string[]): Kind[] => kindsIn(meaningful(words)).flatMap(({ kinds }) => kinds);

function textsOf({ kind, row }: Entry): { name: string[]; tags: string[]; about?: string[] } {
  if (kind === "categories")
    return {
      name: readWords(`${row.name_en} ${row.name_es}`),
      tags: [tagOf(row.of === "stores" ? "s" : "p", row.place)],
    };
  const name = readWords(row.folded);
  if (kind === "stores")
    return {
      name: [...name, ...readWords(row.aliases.join(" "))],
      tags: tagsOfStore(row.folded, row.category, row.internal_name),
      about: readWords(row.description.slice(0, 200)),
    };
  if (kind === "coupons") {
    const { merchant_name, category, internal_name, discount_kind: off, discount_bps, discount_minor } = row;
    const tags = [
      ...kindsNamed(name).map((each) => tagOf("k", each.kind)),
      ...tagsOfStore(merchant_name, category, internal_name),
      ...(off === "percent"
        ? [`${discount_bps / 100}pct`]
        : off === "amount"
          ? [`${Number(discount_minor) / 100}usd`]
          : []),
    ];
    return { name: [...name, ...readWords(merchant_name)], tags };
  }
  // Where its name tells what it is, its place tells nothing, unless all there is of that: not everything among clothes is a coat.
  const unplaced = row.place === "other";
  const kinds = kindsNamed(name).filter(({ places }) => unplaced || places.includes(row.place));
  const places = [tagOf("p", row.place), tagOf("d", row.place.split("/")[0] ?? "")];
  return {
    name: [...name, ...readWords(row.brand ?? "")],
    tags: [
      tagOf("b", nameOf(row.brand)),
      // The thing itself stands last in an English name.
      ...kinds.slice(unplaced ? -1 : 0).map((each) => tagOf("k", each.kind)),
      ...(kinds.every((each) => each.a_sort) ? places : []),
    ],
    // Of a description the figures: sizes and speeds.
    about: [...readWords(row.told), ...readWords(row.about).filter((word) => /\d/.test(word))],
  };
}

/** A name that is also what things are called, as "hotels", means the things. */
const isThing = (words: readonly string[]) =>
  kindsIn(meaningful(words)).some(({ from, to }) => from === 0 && to === words.length);

/** Beside our stores the well-known ones of whom no network brought us a programme; of those that are hidden nothing is told. */
function namesOf(entries: readonly Entry[], hidden: readonly string[]): SearchIndex["names"] {
  const names: SearchIndex["names"] = new SearchableMap();
  const ours = new Set(hidden);
  for (const entry of entries) {
    if (entry.kind !== "stores") continue;
    const { folded, aliases, internal_name, domain } = entry.row;
    ours.add(domain);
    const others = aliases.filter((alias) => !isThing(readWords(alias)));
    for (const key of new Set([folded, internal_name.replaceAll("-", " "), ...others].map(keyOf).filter(Boolean)))
      names.set(key, { stores: [...(names.get(key)?.stores ?? []), entry] });
  }
  for (const { name, aliases = [], domains, category = "", popularity, hidden, status } of knownStores().stores) {
    const wellKnown = popularity !== undefined && hidden === undefined && status !== "closed";
    if (!wellKnown || domains.some((domain) => ours.has(domain)) || names.has(keyOf(fold(name)))) continue;
    for (const alias of [name, ...aliases].map(readWords)) {
      const key = keyOf(alias.join(" "));
      if (!isThing(alias) && !names.has(key)) names.set(key, { stores: [], missing: { name, category } });
    }
  }
  return names;
}
