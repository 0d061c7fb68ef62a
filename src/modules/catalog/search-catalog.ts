/** One search for everything: suggestions while typing, the page of results, and the lists that take words. */
import SearchableMap from "minisearch/SearchableMap";
import type { SearchKind, SearchPage, SearchPageQuery, SearchSuggestions } from "./catalog.types.ts";
import { keepSearch } from "./keep-searches.ts";
import { pageOf } from "./page-places.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import {
  coverOf,
  OF_ITS_STORE,
  type Ranked,
  rank,
  SEARCH_KINDS,
  sortByScore,
  spread,
  type Weigh,
} from "./search/rank.ts";
import { readText, type TypedText } from "./search/read-text.ts";
import { meantBy } from "./search/said-rules.ts";
import type { Entry, SearchIndex } from "./search/search-memory.ts";
import { alikeIn, type Missing, type Slot, understand } from "./search/understand.ts";
import { logoUrl, ratesOf, toCard, toCoupon, toProductCard } from "./shape-answers.ts";
import { readCouponsByIds } from "./store/read-offers.ts";
import { readProductsByIds } from "./store/read-products.ts";
import { type Bounds, findRareCoupons, findRareProducts, matchWords } from "./store/search.ts";

const SUGGESTED = { stores: 6, products: 5, coupons: 4, categories: 4 };
const SHOWN_OF_ALL = { stores: 6, products: 8, coupons: 4, categories: 6 };
const SHOWN_OF_ONE = 24;
/** No list that is found by words is longer. */
const MAX_FOUND = 1_200;
/** With this many prominent ones the rare ones are not asked for: a beginning that fits many costs the database most. */
const ENOUGH = { products: 12, coupons: 4 };
const MAX_RARE = { products: 40, coupons: 12 };

export type ProductBounds = Bounds & { place?: string | undefined; brand?: string | undefined };
type Look = { typed: TypedText; ranked: Ranked; order: SearchKind[]; more: SearchKind[]; missing: Missing | null };

async function look(deps: BareReadDeps, given: string, bounds: ProductBounds = {}): Promise<Look> {
  const read = readText(given);
  const nothing: Ranked = { stores: [], products: [], coupons: [], categories: [] };
  if (!read.text) return { typed: read, ranked: nothing, order: [...SEARCH_KINDS], more: [], missing: null };
  const index = await deps.search.get();
  const typed = { ...read, words: meantBy(read.words, index.rules) };
  const now = deps.clock.now();
  const all = {
    ...bounds,
    min_minor: bounds.min_minor ?? typed.min_minor,
    max_minor: bounds.max_minor ?? typed.max_minor,
  };
  const understood = understand(index, typed);
  const wanted = (entry: Entry) =>
    entry.kind === "products" ? within(entry.row, all) : entry.kind !== "coupons" || isLive(entry.row, now);
  const { ranked, weigh } = rank(index, understood, { ...typed, text: typed.words.join(" "), wanted });
  const rest = await addRare(deps, index, ranked, { ...understood, bounds: all, now, weigh });
  if (typed.cheap) ranked.products.sort((a, b) => b.score - a.score || Number(a.row.from_minor - b.row.from_minor));
  else ranked.products = spread(ranked.products);
  const pinned = pinFirst(index, ranked, typed.text);
  const best = (kind: SearchKind) => ranked[kind][0]?.score ?? -1;
  const order = SEARCH_KINDS.toSorted((a, b) => best(b) - best(a));
  const more = SEARCH_KINDS.filter((kind) => ranked[kind].length > MAX_FOUND || rest.includes(kind));
  return { typed, ranked, order, more, missing: pinned ? null : understood.missing };
}

/** Answers whether an operator said which store comes first for this text, and it is there. */
function pinFirst(index: SearchIndex, ranked: Ranked, text: string): boolean {
  const name = index.rules.pinned.get(text);
  const entry =
    name === undefined
      ? undefined
      : index.entries.find((one) => one.kind === "stores" && one.row.internal_name === name);
  if (entry?.kind !== "stores") return false;
  const highest = Math.max(0, ...SEARCH_KINDS.map((kind) => ranked[kind][0]?.score ?? 0));
  ranked.stores = [{ row: entry.row, score: highest + 1 }, ...ranked.stores.filter(({ row }) => row !== entry.row)];
  return true;
}

const within = (
  row: { from_minor: bigint; place: string; brand: string | null },
  { min_minor, max_minor, place, brand }: ProductBounds,
) =>
  (min_minor === undefined || row.from_minor >= min_minor) &&
  (max_minor === undefined || row.from_minor <= max_minor) &&
  (place === undefined || row.place === place || row.place.startsWith(`${place}/`)) &&
  (brand === undefined || row.brand === brand);

const isLive = (coupon: { starts_at: Date | null; ends_at: Date | null }, now: Date) =>
  (coupon.starts_at === null || coupon.starts_at <= now) && (coupon.ends_at === null || coupon.ends_at > now);

/** A model's number, as 4070: hardly anything holds it, so what is kept may hold none of it. */
const isModel = (word: string) => word.length > 2 && /\d/.test(word);

/** How many of the products hold each of the words, in their names or in what their attributes tell. */
const holding = (products: Ranked["products"], words: readonly string[]) =>
  products.filter(({ row }) => words.every((word) => row.folded.includes(word) || row.told.includes(word))).length;

type Wish = { slots: Slot[]; named: Map<number, number>; bounds: ProductBounds; now: Date; weigh: Weigh };

/** Where little of what is kept fits, the database is asked for what is less prominent. Answers of what it may have more. */
async function addRare(
  deps: BareReadDeps,
  index: SearchIndex,
  ranked: Ranked,
  { slots, named, bounds, now, weigh }: Wish,
): Promise<SearchKind[]> {
  const { pool } = deps.database;
  const models = slots.flatMap(({ words }) => words.filter(isModel));
  const few = {
    products: holding(ranked.products, models) < ENOUGH.products,
    coupons: ranked.coupons.length < ENOUGH.coupons,
  };
  const ask = { products: few.products && !index.whole.products, coupons: few.coupons && !index.whole.coupons };
  const stores = [...named]
    .filter(([, sure]) => sure >= 0.7)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2);
  const ids = stores.flatMap(([place]) => {
    const entry = index.entries[place];
    return entry?.kind === "stores" ? [entry.row.merchant_id] : [];
  });
  const words = ask.products || ask.coupons ? await queriesOf(deps, index, slots) : null;
  const [products, coupons] = await Promise.all([
    ask.products && words ? findRareProducts(pool, words, bounds, MAX_RARE.products) : [],
    (ask.coupons && words) || ids.length > 0
      ? findRareCoupons(pool, ask.coupons ? words : null, ids, now, MAX_RARE.coupons)
      : [],
  ]);
  const known = new Set(ranked.products.map(({ row }) => row.product_id));
  for (const row of products) {
    const entry: Entry = { kind: "products", row, prominence: 0 };
    const score = known.has(row.product_id) ? null : weigh(entry, coverOf(entry, words?.slots ?? slots));
    if (score !== null) ranked.products.push({ row, score });
  }
  sortByScore(ranked.products);
  const kept = new Set(ranked.coupons.map(({ row }) => row.offer_id));
  for (const row of coupons) {
    const entry: Entry = { kind: "coupons", row, prominence: 0 };
    const ofStore = ids.includes(row.merchant_id) ? OF_ITS_STORE : 0;
    const score = kept.has(row.offer_id)
      ? null
      : weigh(entry, Math.max(ofStore, coverOf(entry, words?.slots ?? slots)));
    if (score !== null) ranked.coupons.push({ row, score });
  }
  sortByScore(ranked.coupons);
  const left = { products: few.products ? products : null, coupons: few.coupons ? coupons : null };
  return (["products", "coupons"] as const).filter(
    (kind) => !index.whole[kind] && (left[kind] === null || left[kind].length === MAX_RARE[kind]),
  );
}

/** A beginning that fits half of everything costs most and narrows nothing: the index is asked for words that few hold. */
const MAX_FEW = 8_000;

async function queriesOf(
  deps: BareReadDeps,
  index: SearchIndex,
  slots: readonly Slot[],
): Promise<{ rare: string; query: string; best: string; slots: Slot[] } | null> {
  const said = slots.filter((slot) => slot.words.length > 0);
  const words = said.flatMap((slot) => slot.words);
  if (words.length === 0) return null;
  const matches = (await matchWords(deps.database.pool, words)).map(({ uses, similar }, place) => {
    const word = words[place] as string;
    const alike = SearchableMap.from(similar.map((each) => [each.word, each]));
    // A word that is known is no slip of another, however rarely anything is called so.
    return { uses, similar: index.words.has(word) ? [] : alikeIn(alike, word).map(([, each]) => each) };
  });
  const parts = said.map((slot) => {
    const found = slot.words.map((word) => matches[words.indexOf(word)]);
    const other = found.flatMap((match) => match?.similar ?? []);
    const begun = slot.terms.some(({ prefix, term }) => prefix && term.length > 2);
    const texts = slot.words.map((word, place) => {
      const similar = (found[place]?.similar ?? []).map((each) => each.word);
      // What names tell as "27 in" was typed and read as one word.
      const [, figure, unit] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
      const any = [word + (begun ? ":*" : ""), ...(figure ? [`(${figure} <-> ${unit})`] : []), ...similar];
      return any.length > 1 ? `(${any.join(" | ")})` : (any[0] ?? word);
    });
    const uses = Math.min(...found.map((match) => match?.uses || MAX_FEW + 1), ...other.map((each) => each.uses));
    const terms = other.map(({ word: term }) => ({ term, quality: 0.8, prefix: false }));
    const called = [texts, ...(slot.called ?? [])].map((each) => each.join(" & "));
    const text = called.length > 1 ? `(${called.map((each) => `(${each})`).join(" | ")})` : (called[0] ?? "");
    return { slot, terms, text, rare: !begun && uses <= MAX_FEW };
  });
  const all = (some: typeof parts) => some.map(({ text }) => text).join(" & ");
  // What kind of thing it is its name need not tell, nor in this language.
  const named = parts.filter(({ slot }) => !slot.whole_kind);
  const needed = named.length > 0 ? named : parts;
  return {
    query: all(needed),
    rare: all(needed.filter(({ rare }) => rare)) || all(needed),
    best: all(parts),
    slots: slots.map((slot) => ({
      ...slot,
      terms: [...slot.terms, ...parts.flatMap((part) => (part.slot === slot ? part.terms : []))],
    })),
  };
}

export type Found = { ids: string[]; more: boolean };

/** The stores that a text means, best first. */
export async function findStores(deps: BareReadDeps, given: string): Promise<Found> {
  const { ranked, more } = await look(deps, given);
  return {
    ids: ranked.stores.slice(0, MAX_FOUND).map(({ row }) => row.merchant_id),
    more: more.includes("stores"),
  };
}

/** The products that a text means, best first; prices that it names are kept. */
export async function findProducts(deps: BareReadDeps, given: string, bounds: ProductBounds): Promise<Found> {
  const { ranked, more } = await look(deps, given, bounds);
  return {
    ids: ranked.products.slice(0, MAX_FOUND).map(({ row }) => row.product_id),
    more: more.includes("products"),
  };
}

/** The live coupons that a text means, best first. */
export async function findCoupons(deps: BareReadDeps, given: string): Promise<Found> {
  const { ranked, more } = await look(deps, given);
  return { ids: ranked.coupons.slice(0, MAX_FOUND).map(({ row }) => row.offer_id), more: more.includes("coupons") };
}

const categoryOf = ({ row }: Ranked["categories"][number]): SearchSuggestions["categories"][number] => ({
  name_en: row.name_en,
  name_es: row.name_es,
  href: `/${row.of}/${row.place}`,
});

export async function searchCatalog(deps: ReadDeps, given: string): Promise<SearchSuggestions> {
  const { ranked, order, missing } = await look(deps, given);
  return {
    order,
    missing: missing && { name: missing.name },
    stores: ranked.stores.slice(0, SUGGESTED.stores).map(({ row }) => ({
      name: row.name,
      internal_name: row.internal_name,
      logo_url: logoUrl(row.logo_path),
      rate: ratesOf(row, deps.brand).rate,
    })),
    products: ranked.products
      .slice(0, SUGGESTED.products)
      .map(({ row }) => ({ name: row.name, href: `/${row.slug}-product`, price_minor: row.from_minor.toString() })),
    coupons: ranked.coupons.slice(0, SUGGESTED.coupons).map(({ row }) => ({
      title: row.title,
      merchant_name: row.merchant_name,
      href: `/${row.internal_name}-coupons`,
    })),
    categories: ranked.categories.slice(0, SUGGESTED.categories).map(categoryOf),
  };
}

/** Everything that a text means, a part of each kind; or one kind whole, page by page. */
export async function showSearch(deps: ReadDeps, query: SearchPageQuery): Promise<SearchPage> {
  const { min_minor, max_minor } = query;
  const { ranked, order, more, missing, typed } = await look(deps, query.q, { min_minor, max_minor });
  if (query.paying) ranked.stores = ranked.stores.filter(({ row }) => row.rate_kind !== "none");
  if (query.by_price) ranked.products.sort((a, b) => Number(a.row.from_minor - b.row.from_minor));
  const counts = Object.fromEntries(
    SEARCH_KINDS.map((kind) => [kind, Math.min(MAX_FOUND, ranked[kind].length)]),
  ) as Record<SearchKind, number>;
  const total = query.kind ? counts[query.kind] : 0;
  const { page } = pageOf(query.page, total, SHOWN_OF_ONE);
  const part = <K extends SearchKind>(kind: K): Ranked[K] => {
    const from = query.kind === kind ? (page - 1) * SHOWN_OF_ONE : 0;
    const most = query.kind === kind ? SHOWN_OF_ONE : query.kind ? 0 : SHOWN_OF_ALL[kind];
    return ranked[kind].slice(from, Math.min(from + most, MAX_FOUND)) as Ranked[K];
  };
  const { pool } = deps.database;
  const now = deps.clock.now();
  const results = SEARCH_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const { q, language } = query;
  const [products, coupons] = await Promise.all([
    readProductsByIds(
      pool,
      part("products").map(({ row }) => row.product_id),
    ),
    readCouponsByIds(
      pool,
      part("coupons").map(({ row }) => row.offer_id),
    ),
    language && !query.kind ? keepSearch(deps, { q, language, results: missing ? 0 : results }) : null,
  ]);
  return {
    counts,
    more,
    order,
    page,
    page_size: SHOWN_OF_ONE,
    missing: missing && { name: missing.name },
    max_minor: typed.max_minor ?? null,
    min_minor: typed.min_minor ?? null,
    stores: part("stores").map(({ row }) => toCard(row, deps.brand)),
    products: products.map((row) => toProductCard(row, deps.brand)),
    coupons: coupons.map((row) => toCoupon(row, now)),
    categories: part("categories").map(categoryOf),
  };
}
