/** One search for everything: suggestions while typing, the page of results, and the lists that take words. */
import type { SearchKind, SearchPage, SearchPageQuery, SearchSuggestions } from "./catalog.types.ts";
import { keepSearch } from "./keep-searches.ts";
import { pageOf } from "./page-places.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { type Covers, coversOf, order, type Ranked, SEARCH_KINDS } from "./search/rank.ts";
import { readText, type TypedText } from "./search/read-text.ts";
import { meantBy } from "./search/said-rules.ts";
import { type Entry, entriesOf, type Missing, type Rows, type SearchIndex, textsOf } from "./search/search-memory.ts";
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
/** What holds as much as this holds every part of a text: of a brand or a model what is kept may hold little, though it holds much of that kind. */
const WHOLE = 0.78;
const MAX_RARE = { products: 40, coupons: 12 };
/** Coupons are asked for of stores that are named as surely as this. */
const SURELY = 0.7;

export type ProductBounds = Bounds & { place?: string | undefined; brand?: string | undefined };
type Look = { typed: TypedText; ranked: Ranked; more: SearchKind[]; missing: Missing | null };

async function look(deps: BareReadDeps, given: string, { place, brand, ...bounds }: ProductBounds = {}): Promise<Look> {
  const index = await deps.search.get();
  const read = readText(given);
  const typed = { ...read, words: meantBy(read.words, index.rules) };
  const now = deps.clock.now();
  const { min_minor = typed.min_minor ?? 0, max_minor = typed.max_minor ?? Number.MAX_SAFE_INTEGER } = bounds;
  const wanted = ({ kind, row }: Entry): boolean =>
    kind === "products"
      ? row.from_minor >= min_minor &&
        row.from_minor <= max_minor &&
        (place === undefined || `${row.place}/`.startsWith(`${place}/`)) &&
        (brand === undefined || row.brand === brand)
      : kind !== "coupons" ||
        ((row.starts_at === null || row.starts_at <= now) && (row.ends_at === null || row.ends_at > now));
  const understood = understand(index, typed);
  const covers = coversOf(index.texts, understood);
  const more = await addRare(deps, index, understood, covers, { wanted, min_minor, max_minor, now });
  const ranked = order(covers, understood, { ...typed, wanted });
  return {
    typed,
    ranked,
    more: SEARCH_KINDS.filter((kind) => ranked[kind].length > MAX_FOUND || more.includes(kind)),
    missing: understood.missing,
  };
}

type Asked = { wanted: (entry: Entry) => boolean; min_minor: number; max_minor: number; now: Date };

/** Where little of what is kept fits, the database is asked for what is less prominent. Tells of what there may be more still. */
async function addRare(
  { database: { pool } }: BareReadDeps,
  index: SearchIndex,
  understood: Understood,
  covers: Covers,
  { wanted, min_minor, max_minor, now }: Asked,
): Promise<SearchKind[]> {
  const fitting = { products: 0, coupons: 0, stores: 0, categories: 0 };
  for (const [entry, cover] of covers) if (cover >= WHOLE && wanted(entry)) fitting[entry.kind] += 1;
  const query = queryOf(understood.slots);
  const asks = {
    products: !index.whole.products && query !== null && fitting.products < ENOUGH.products,
    coupons: !index.whole.coupons && query !== null && fitting.coupons < ENOUGH.coupons,
  };
  const named = index.whole.coupons ? [] : [...understood.named].filter(([, sure]) => sure >= SURELY);
  const stores = named.map(([name]) => name);
  const [products, coupons] = await Promise.all([
    asks.products && query ? findRareProducts(pool, query, { min_minor, max_minor }, MAX_RARE.products) : [],
    asks.coupons || stores.length > 0
      ? findRareCoupons(pool, asks.coupons ? query : null, stores, now, MAX_RARE.coupons)
      : [],
  ]);
  const rare = { products, coupons };
  const found = [...entriesOf("products", products, false), ...entriesOf("coupons", coupons, false)];
  const texts = await textsOf(found.filter(({ row }) => !index.texts.has(row.id)));
  for (const [entry, cover] of coversOf(texts, understood)) covers.set(entry, cover);
  const kinds = ["products", "coupons"] as const;
  return kinds.filter((kind) => !index.whole[kind] && (!asks[kind] || rare[kind].length === MAX_RARE[kind]));
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

/** The stores, products or live coupons that a text means, best first; prices that it names are kept. */
export async function findIds(
  deps: BareReadDeps,
  kind: SearchKind,
  given: string,
  bounds?: ProductBounds,
): Promise<Found> {
  const { ranked, more } = await look(deps, given, bounds);
  return { ids: ranked[kind].slice(0, MAX_FOUND).map(({ id }) => id), more: more.includes(kind) };
}

const categoryOf = ({ name_en, name_es, id }: Rows["categories"][number]) => ({ name_en, name_es, href: id });

export async function searchCatalog(deps: ReadDeps, given: string): Promise<SearchSuggestions> {
  const { ranked, missing } = await look(deps, given);
  return {
    order: ranked.order,
    missing: missing && { name: missing.name },
    stores: ranked.stores.slice(0, SUGGESTED.stores).map((row) => ({
      name: row.name,
      internal_name: row.internal_name,
      logo_url: logoUrl(row.logo_path),
      rate: ratesOf(row, deps.brand).rate,
    })),
    products: ranked.products
      .slice(0, SUGGESTED.products)
      .map((row) => ({ name: row.name, href: `/${row.slug}-product`, price_minor: row.from_minor.toString() })),
    coupons: ranked.coupons.slice(0, SUGGESTED.coupons).map((row) => ({
      title: row.title,
      merchant_name: row.merchant_name,
      href: `/${row.internal_name}-coupons`,
    })),
    categories: ranked.categories.slice(0, SUGGESTED.categories).map(categoryOf),
  };
}

/** Everything that a text means, a part of each kind; or one kind whole, page by page. */
export async function showSearch(deps: ReadDeps, query: SearchPageQuery): Promise<SearchPage> {
  const { q, kind: only, language, min_minor, max_minor } = query;
  const { ranked, more, missing, typed } = await look(deps, q, { min_minor, max_minor });
  if (query.paying) ranked.stores = ranked.stores.filter((row) => row.rate_kind !== "none");
  if (query.by_price) ranked.products.sort((a, b) => Number(a.from_minor - b.from_minor));
  const counts = Object.fromEntries(
    SEARCH_KINDS.map((kind) => [kind, Math.min(MAX_FOUND, ranked[kind].length)]),
  ) as Record<SearchKind, number>;
  const { page, offset } = pageOf(query.page, only ? counts[only] : 0, SHOWN_OF_ONE);
  const part = <K extends SearchKind>(kind: K): Rows[K] => {
    const [from, most] = !only ? [0, SHOWN_OF_ALL[kind]] : only === kind ? [offset, SHOWN_OF_ONE] : [0, 0];
    return ranked[kind].slice(from, Math.min(from + most, MAX_FOUND)) as Rows[K];
  };
  const ids = (kind: SearchKind) => part(kind).map(({ id }) => id);
  const { pool } = deps.database;
  const now = deps.clock.now();
  const results = missing ? 0 : SEARCH_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const [products, coupons] = await Promise.all([
    readProductsByIds(pool, ids("products")),
    readCouponsByIds(pool, ids("coupons")),
    language && !only ? keepSearch(deps, { q, language, results }) : null,
  ]);
  return {
    counts,
    more,
    order: ranked.order,
    page,
    page_size: SHOWN_OF_ONE,
    missing: missing && { name: missing.name },
    max_minor: typed.max_minor ?? null,
    min_minor: typed.min_minor ?? null,
    stores: part("stores").map((row) => toCard(row, deps.brand)),
    products: products.map((row) => toProductCard(row, deps.brand)),
    coupons: coupons.map((row) => toCoupon(row, now)),
    categories: part("categories").map(categoryOf),
  };
}
