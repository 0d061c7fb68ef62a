/** One search for everything: suggestions while typing, the page of results, and the lists that take words. */
import type { SearchKind, SearchPage, SearchPageQuery, SearchSuggestions } from "./catalog.types.ts";
import { keepSearch } from "./keep-searches.ts";
import { pageOf } from "./page-places.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { type Covers, coversOf, order, type Ranked, SEARCH_KINDS } from "./search/rank.ts";
import { readText, type TypedText } from "./search/read-text.ts";
import { meantBy } from "./search/said-rules.ts";
import { type Entry, type Missing, type SearchIndex, searchedOf } from "./search/search-memory.ts";
import { type Slot, type Understood, understand } from "./search/understand.ts";
import { logoUrl, ratesOf, toCard, toCoupon, toProductCard } from "./shape-answers.ts";
import { readCouponsByIds } from "./store/read-offers.ts";
import { readProductsByIds } from "./store/read-products.ts";
import { type Bounds, findRareCoupons, findRareProducts } from "./store/search.ts";

const SUGGESTED = { stores: 6, products: 5, coupons: 4, categories: 4 };
const SHOWN_OF_ALL = { stores: 6, products: 8, coupons: 4, categories: 6 };
const SHOWN_OF_ONE = 24;
/** No list that is found by words is longer. */
const MAX_FOUND = 1_200;
/** With this many prominent ones the rare ones are not asked for: a beginning that fits many costs the database most. */
const ENOUGH = { products: 12, coupons: 4 };
const MAX_RARE = { products: 40, coupons: 12 };
/** Coupons are asked for of stores that are named as surely as this. */
const SURELY = 0.7;

export type ProductBounds = Bounds & { place?: string | undefined; brand?: string | undefined };
type Look = { typed: TypedText; ranked: Ranked; order: SearchKind[]; more: SearchKind[]; missing: Missing | null };

async function look(deps: BareReadDeps, given: string, bounds: ProductBounds = {}): Promise<Look> {
  const read = readText(given);
  const index = await deps.search.get();
  const typed = { ...read, words: meantBy(read.words, index.rules) };
  const now = deps.clock.now();
  const all = {
    ...bounds,
    min_minor: bounds.min_minor ?? typed.min_minor,
    max_minor: bounds.max_minor ?? typed.max_minor,
  };
  const wanted = ({ kind, row }: Entry) =>
    kind === "products" ? within(row, all) : kind !== "coupons" || isLive(row, now);
  const understood = understand(index, typed);
  const covers = coversOf(index, understood);
  const options = { ...typed, wanted, best: Math.max(0, ...covers.values()) };
  const kept = order(covers, understood, options);
  const rare = await findRare(deps, index, understood, { kept, bounds: all, now });
  for (const [entry, cover] of rare.covers) covers.set(entry, cover);
  const ranked = rare.covers.size > 0 ? order(covers, understood, options) : kept;
  const pinned = pinFirst(index, ranked, typed.text);
  const first = (kind: SearchKind) => ranked[kind][0]?.score ?? -1;
  return {
    typed,
    ranked,
    order: SEARCH_KINDS.toSorted((a, b) => first(b) - first(a)),
    more: SEARCH_KINDS.filter((kind) => ranked[kind].length > MAX_FOUND || rare.more.includes(kind)),
    missing: pinned ? null : understood.missing,
  };
}

/** Answers whether an operator said which store comes first for this text, and it is there. */
function pinFirst(index: SearchIndex, ranked: Ranked, text: string): boolean {
  const name = index.rules.pinned.get(text);
  if (name === undefined) return false;
  const entry = index.entries.find((one) => one.kind === "stores" && one.row.internal_name === name);
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

const idOf = (row: Entry["row"]): string =>
  "product_id" in row
    ? row.product_id
    : "offer_id" in row
      ? row.offer_id
      : "merchant_id" in row
        ? row.merchant_id
        : row.place;

const isLive = (coupon: { starts_at: Date | null; ends_at: Date | null }, now: Date) =>
  (coupon.starts_at === null || coupon.starts_at <= now) && (coupon.ends_at === null || coupon.ends_at > now);

type Wish = { kept: Ranked; bounds: ProductBounds; now: Date };

/** Where little of what is kept fits, the database is asked for what is less prominent. Tells of what there may be more still. */
async function findRare(
  deps: BareReadDeps,
  index: SearchIndex,
  understood: Understood,
  { kept, bounds, now }: Wish,
): Promise<{ covers: Covers; more: SearchKind[] }> {
  const { pool } = deps.database;
  // Of a brand or a model, as 4070, what is kept may hold little, though it holds much of that kind; what is still typed is not asked for so.
  const isTyped = (slot: Slot) => slot.terms.some(({ prefix }) => prefix);
  const narrowed = understood.slots.filter((slot) => slot.words.length > 0 && !slot.called && !isTyped(slot));
  const holds = (text: string) => narrowed.every(({ terms }) => terms.some(({ term }) => text.includes(term)));
  const holding = kept.products.filter(({ row }) => holds(`${row.folded} ${row.told}`));
  const asks = {
    products: !index.whole.products && holding.length < ENOUGH.products,
    coupons: !index.whole.coupons && kept.coupons.length < ENOUGH.coupons,
  };
  const query = queryOf(understood.slots);
  const named = [...understood.named].flatMap(([name, sure]) => (sure < SURELY || index.whole.coupons ? [] : [name]));
  const [products, coupons] = await Promise.all([
    asks.products && query ? findRareProducts(pool, query, bounds, MAX_RARE.products) : [],
    (asks.coupons && query) || named.length > 0
      ? findRareCoupons(pool, asks.coupons ? query : null, named, now, MAX_RARE.coupons)
      : [],
  ]);
  const known = new Set([...kept.products, ...kept.coupons].map(({ row }) => idOf(row)));
  const found = searchedOf();
  const add = (kind: "products" | "coupons", rows: readonly Entry["row"][]) =>
    found.add(
      rows.flatMap((row, place) =>
        known.has(idOf(row)) ? [] : [{ kind, row, prominence: -place / rows.length } as Entry],
      ),
    );
  add("products", products);
  add("coupons", coupons);
  const rows = { products, coupons };
  const more = (["products", "coupons"] as const).filter(
    (kind) => !index.whole[kind] && (!asks[kind] || rows[kind].length === MAX_RARE[kind]),
  );
  return { covers: coversOf(found, understood), more };
}

/** Any of the ways in which something may be told, but for tags, which the database does not know. What names tell as "27 in" was read as one word. */
function textOf({ words, terms, called = [] }: Slot): string {
  const plain = terms.filter(({ term }) => !term.includes(":"));
  const single = plain.map(({ term, prefix }) =>
    prefix ? `${term}:*` : term.replace(/^(\d+)([a-z]+)$/, "$& | $1 <-> $2"),
  );
  return `(${[...single, ...[words, ...called].map((each) => each.join(" & "))].join(" | ")})`;
}

/** What the database is asked for: all that must be held, and with what it comes first. */
function queryOf(slots: readonly Slot[]): { query: string; best: string } | null {
  const said = slots.filter(({ words }) => words.length > 0);
  // What kind of thing it is its name need not tell, nor in this language.
  const named = said.filter(({ called }) => !called);
  const all = (some: readonly Slot[]) => some.map(textOf).join(" & ");
  return said.length > 0 ? { query: all(named.length > 0 ? named : said), best: all(said) } : null;
}

export type Found = { ids: string[]; more: boolean };

async function find(deps: BareReadDeps, given: string, kind: SearchKind, bounds?: ProductBounds): Promise<Found> {
  const { ranked, more } = await look(deps, given, bounds);
  return { ids: ranked[kind].slice(0, MAX_FOUND).map(({ row }) => idOf(row)), more: more.includes(kind) };
}

/** The stores, products or live coupons that a text means, best first; prices that it names are kept. */
export const findStores = (deps: BareReadDeps, given: string) => find(deps, given, "stores");
export const findProducts = (deps: BareReadDeps, given: string, bounds: ProductBounds) =>
  find(deps, given, "products", bounds);
export const findCoupons = (deps: BareReadDeps, given: string) => find(deps, given, "coupons");

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
