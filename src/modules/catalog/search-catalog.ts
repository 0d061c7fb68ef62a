/** One search for everything: what suggestions, the page of results and the lists that take words are made of. */
import type { SearchKind } from "./catalog.types.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { coversOf, order, type Ranked, SEARCH_KINDS } from "./search/rank.ts";
import { type Entry, entriesOf, textsOf } from "./search/search-memory.ts";
import { type Slot, type Understood, understand } from "./search/understand.ts";
import { findRareCoupons, findRareProducts, type Prices, type Query } from "./store/search.ts";

/** No list that is found by words is longer. */
export const MAX_FOUND = 1_200;
/** With this many prominent ones the rare ones are not asked for: a beginning that fits many costs the database most. */
const ENOUGH = { products: 12, coupons: 4 };
/** What holds as much as this holds every part of a text: of a brand or a model what is kept may hold little, though it holds much of that kind. */
const WHOLE = 0.78;
const MAX_RARE = { products: 40, coupons: 12 };
/** Coupons are asked for of stores that are named as surely as this. */
const SURELY = 0.7;

export type ProductBounds = { [B in "place" | "brand"]?: string | undefined } & {
  [P in keyof Prices]?: number | undefined;
};
type Look = Pick<Understood, "min_minor" | "max_minor" | "missing"> & { ranked: Ranked; more: SearchKind[] };

export async function look(deps: BareReadDeps, given: string, bounds: ProductBounds = {}): Promise<Look> {
  const index = await deps.search.get();
  const understood = understand(index, given);
  const now = deps.clock.now();
  const min_minor = bounds.min_minor ?? understood.min_minor ?? 0;
  const max_minor = bounds.max_minor ?? understood.max_minor ?? Number.MAX_SAFE_INTEGER;
  const { place, brand } = bounds;
  const wanted = ({ kind, row }: Entry): boolean =>
    kind === "products"
      ? row.from_minor >= min_minor &&
        row.from_minor <= max_minor &&
        (place === undefined || `${row.place}/`.startsWith(`${place}/`)) &&
        (brand === undefined || row.brand === brand)
      : kind !== "coupons" ||
        ((row.starts_at === null || row.starts_at <= now) && (row.ends_at === null || row.ends_at > now));
  const covers = coversOf(index.texts, understood);
  // Where little of what is kept fits, the database is asked for what is less prominent.
  const fitting = { products: 0, coupons: 0, stores: 0, categories: 0 };
  for (const [entry, cover] of covers) if (cover >= WHOLE && wanted(entry)) fitting[entry.kind] += 1;
  const query = queryOf(understood.slots);
  const stores = [...understood.named].flatMap(([name, sure]) => (sure >= SURELY ? [name] : []));
  const { pool } = deps.database;
  const [products, coupons] = await Promise.all([
    !index.whole.products && query && fitting.products < ENOUGH.products
      ? findRareProducts(pool, query, { min_minor, max_minor }, MAX_RARE.products)
      : null,
    !index.whole.coupons && (stores.length > 0 || (query && fitting.coupons < ENOUGH.coupons))
      ? findRareCoupons(pool, query?.query ?? null, stores, now, MAX_RARE.coupons)
      : null,
  ]);
  const rare = [...entriesOf("products", products ?? [], false), ...entriesOf("coupons", coupons ?? [], false)];
  const texts = await textsOf(rare.filter(({ row }) => !index.texts.has(row.id)));
  for (const [entry, cover] of coversOf(texts, understood)) covers.set(entry, cover);
  const ranked = order(covers, understood, wanted);
  const isCut = {
    products: !index.whole.products && (products === null || products.length === MAX_RARE.products),
    coupons: !index.whole.coupons && (coupons === null || coupons.length === MAX_RARE.coupons),
    stores: false,
    categories: false,
  };
  const more = SEARCH_KINDS.filter((kind) => ranked[kind].length > (isCut[kind] ? 0 : MAX_FOUND));
  return { ...understood, ranked, more };
}

/** Any of the ways in which something may be told, but for tags, which the database does not know. What names tell as "27 in" was read as one word. */
function textOf({ words, terms, called = [] }: Slot): string {
  const single = terms
    .filter(({ term }) => !term.includes(":"))
    .map(({ term, prefix }) => (prefix ? `${term}:*` : term.replace(/^(\d+)([a-z]+)$/, "$& | $1 <-> $2")));
  return `(${[...single, ...[words, ...called].map((each) => each.join(" & "))].join(" | ")})`;
}

function queryOf(slots: readonly Slot[]): Query | null {
  const said = slots.filter(({ words }) => words.length > 0);
  // What kind of thing it is its name need not tell, nor in this language.
  const named = said.filter(({ called }) => !called);
  const all = (some: readonly Slot[]) => some.map(textOf).join(" & ");
  return said.length > 0 ? { query: all(named.length > 0 ? named : said), best: all(said) } : null;
}

export type Found = { ids: string[]; more: boolean; missing: { name: string } | null };

/** The stores, products or live coupons that a text means, best first; prices that it names are kept. */
export async function findIds(
  deps: BareReadDeps,
  kind: SearchKind,
  given: string,
  bounds?: ProductBounds,
): Promise<Found> {
  const { ranked, more, missing } = await look(deps, given, bounds);
  return {
    ids: ranked[kind].slice(0, MAX_FOUND).map(({ id }) => id),
    more: more.includes(kind),
    missing: missing && { name: missing.name },
  };
}
