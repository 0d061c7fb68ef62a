/** One search for everything: what suggestions, the page of results and the lists that take words are made of. */
import type { SearchKind } from "./catalog.types.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { coversOf, order, type Ranked, SEARCH_KINDS } from "./search/rank.ts";
import { keyOf, readText, type TypedText } from "./search/read-text.ts";
import { meantBy, meantByAll } from "./search/said-rules.ts";
import { type Entry, entriesOf, type Missing, textsOf } from "./search/search-memory.ts";
import { type Slot, understand } from "./search/understand.ts";
import { type Bounds, findRareCoupons, findRareProducts } from "./store/search.ts";

/** No list that is found by words is longer. */
export const MAX_FOUND = 1_200;
/** With this many prominent ones the rare ones are not asked for: a beginning that fits many costs the database most. */
const ENOUGH = { products: 12, coupons: 4 };
/** What holds as much as this holds every part of a text: of a brand or a model what is kept may hold little, though it holds much of that kind. */
const WHOLE = 0.78;
const MAX_RARE = { products: 40, coupons: 12 };
/** Coupons are asked for of stores that are named as surely as this. */
const SURELY = 0.7;

export type ProductBounds = Bounds & { place?: string | undefined; brand?: string | undefined };
type Look = { typed: TypedText; ranked: Ranked; more: SearchKind[]; missing: Missing | null };

export async function look(deps: BareReadDeps, given: string, bounds: ProductBounds = {}): Promise<Look> {
  const index = await deps.search.get();
  const isName = (words: readonly string[]) => index.names.has(keyOf(words.join(" ")));
  const meant = meantByAll(given, index.rules);
  const read = readText(given, isName);
  const typed =
    meant === null
      ? { ...read, words: meantBy(read.words, index.rules) }
      : { ...readText(meant, isName), text: read.text };
  const now = deps.clock.now();
  const { min_minor = typed.min_minor ?? 0, max_minor = typed.max_minor ?? Number.MAX_SAFE_INTEGER } = bounds;
  const { place, brand } = bounds;
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
  // Where little of what is kept fits, the database is asked for what is less prominent.
  const fitting = { products: 0, coupons: 0, stores: 0, categories: 0 };
  for (const [entry, cover] of covers) if (cover >= WHOLE && wanted(entry)) fitting[entry.kind] += 1;
  const query = queryOf(understood.slots);
  const named = [...understood.named].flatMap(([name, sure]) => (sure >= SURELY ? [name] : []));
  const asks = {
    products: !index.whole.products && query !== null && fitting.products < ENOUGH.products,
    coupons: !index.whole.coupons && (named.length > 0 || (query !== null && fitting.coupons < ENOUGH.coupons)),
  };
  const { pool } = deps.database;
  const rare = await Promise.all([
    asks.products && query ? findRareProducts(pool, query, { min_minor, max_minor }, MAX_RARE.products) : [],
    asks.coupons ? findRareCoupons(pool, query, named, now, MAX_RARE.coupons) : [],
  ]);
  const kinds = ["products", "coupons"] as const;
  const found = kinds.flatMap((kind, at) => entriesOf(kind, rare[at] ?? [], false));
  const texts = await textsOf(found.filter(({ row }) => !index.texts.has(row.id)));
  for (const [entry, cover] of coversOf(texts, understood)) covers.set(entry, cover);
  const ranked = order(covers, understood, { ...typed, wanted });
  const more = kinds.filter(
    (kind, at) => !index.whole[kind] && ranked[kind].length > 0 && (!asks[kind] || rare[at]?.length === MAX_RARE[kind]),
  );
  return {
    typed,
    ranked,
    more: SEARCH_KINDS.filter((kind) => ranked[kind].length > MAX_FOUND || more.some((each) => each === kind)),
    missing: understood.missing,
  };
}

/** Any of the ways in which something may be told, but for tags, which the database does not know. What names tell as "27 in" was read as one word. */
function textOf({ words, terms, called = [] }: Slot): string {
  const single = terms
    .filter(({ term }) => !term.includes(":"))
    .map(({ term, prefix }) => (prefix ? `${term}:*` : term.replace(/^(\d+)([a-z]+)$/, "$& | $1 <-> $2")));
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
