/** What a list of products can be narrowed by: attributes, stores and stock, with how many products each leaves. */
import type { Facet, FacetValue } from "./catalog.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { type FacetCount, readFacetCounts } from "./store/read-facets.ts";
import type { ProductFilter } from "./store/read-products.ts";
import { attributeInSpanish, attributeRank, valueInSpanish, valueOrder } from "./taxonomy/attribute-words.ts";

/** Values that were chosen, by attribute: of one attribute any will do, of several all must fit. */
export type Choice = ReadonlyMap<string, readonly string[]>;

/** An address holds so many letters of a choice (`page-address.ts`), and nobody needs more. */
const MAX_LETTERS = 190;
const MAX_CHOSEN = 12;
const MAX_ATTRIBUTES = 6;
const MAX_VALUES = 14;
const FEW_VALUES = 8;

/** `Color:Black~Color:White~Size:M`, as it stands in an address. */
export function readChoice(text: string | undefined): Choice {
  const found = new Map<string, string[]>();
  for (const part of (text ?? "").slice(0, 200).split("~").slice(0, MAX_CHOSEN)) {
    const at = part.indexOf(":");
    const name = part.slice(0, at);
    const value = part.slice(at + 1);
    if (at < 1 || value === "" || name.length > 40 || value.length > 40) continue;
    const values = found.get(name) ?? [];
    if (!values.includes(value)) found.set(name, [...values, value]);
  }
  return found;
}

export const writeChoice = (choice: Choice): string =>
  [...choice].flatMap(([name, values]) => values.map((value) => `${name}:${value}`)).join("~");

/** The same choice with this value taken or let go; null when the address would hold no more. */
function toggled(choice: Choice, name: string, value: string): string | null {
  const values = choice.get(name) ?? [];
  const next = new Map(choice);
  next.set(name, values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  const text = writeChoice(next);
  return encodeURIComponent(text).length > MAX_LETTERS && !values.includes(value) ? null : text;
}

export type Facets = { facets: Facet[]; sellers: FacetCount[]; ready: number };

/** Attributes are told of departments and searches, where they mean something; of everything together only stores and stock. */
export async function readFacets(deps: ReadDeps, filter: ProductFilter, choice: Choice): Promise<Facets> {
  const { pool } = deps.database;
  const narrow = filter.category !== undefined || filter.ids !== undefined;
  // What else an attribute offers is counted as if nothing of it were chosen yet, and so it is with stores and stock.
  const [whole, sellers, ready, ...others] = await Promise.all([
    narrow ? readFacetCounts(pool, filter, "facets") : [],
    readFacetCounts(pool, { ...filter, seller: undefined }, filter.ready ? "ready_at" : "sold_by"),
    readFacetCounts(pool, filter, "ready"),
    ...[...choice.keys()].map((name) =>
      readFacetCounts(
        pool,
        { ...filter, attributes: (filter.attributes ?? []).filter((each) => !each[0]?.startsWith(`${name}=`)) },
        "facets",
      ),
    ),
  ]);
  const counts = new Map<string, FacetCount[]>();
  const names = [...choice.keys()];
  const add = (rows: readonly FacetCount[], wanted: (name: string) => boolean) => {
    for (const row of rows) {
      const name = row.key.slice(0, row.key.indexOf("="));
      if (wanted(name))
        counts.set(name, [...(counts.get(name) ?? []), { key: row.key.slice(name.length + 1), count: row.count }]);
    }
  };
  add(whole, (name) => !choice.has(name));
  for (const [place, name] of names.entries()) add(others[place] ?? [], (each) => each === name);
  return { facets: shape(counts, choice), sellers, ready: ready[0]?.count ?? 0 };
}

function shape(counts: ReadonlyMap<string, readonly FacetCount[]>, choice: Choice): Facet[] {
  const covered = (name: string) => (counts.get(name) ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    [...counts]
      .filter(([name, rows]) => choice.has(name) || rows.length > 1)
      // An attribute whose values hardly repeat, such as a model's number, narrows nothing.
      .filter(([name, rows]) => choice.has(name) || rows.length <= FEW_VALUES || covered(name) >= rows.length * 2)
      .sort(
        ([a], [b]) =>
          Number(choice.has(b)) - Number(choice.has(a)) ||
          attributeRank(a) - attributeRank(b) ||
          covered(b) - covered(a),
      )
      .slice(0, MAX_ATTRIBUTES)
      .map(([name, rows]) => ({ name, name_es: attributeInSpanish(name), values: valuesOf(name, rows, choice) }))
  );
}

function valuesOf(name: string, rows: readonly FacetCount[], choice: Choice): FacetValue[] {
  const chosen = choice.get(name) ?? [];
  const most = [...rows]
    .sort((a, b) => Number(chosen.includes(b.key)) - Number(chosen.includes(a.key)) || b.count - a.count)
    .slice(0, MAX_VALUES);
  const missing = chosen.filter((value) => !rows.some(({ key }) => key === value)).map((key) => ({ key, count: 0 }));
  const shown = [...most, ...missing];
  const ordered = shown.every(({ key }) => valueOrder(key) !== null)
    ? shown.sort((a, b) => (valueOrder(a.key) ?? 0) - (valueOrder(b.key) ?? 0) || a.key.localeCompare(b.key))
    : shown;
  return ordered.map(({ key, count }) => ({
    value: key,
    value_es: valueInSpanish(key),
    count,
    chosen: chosen.includes(key),
    choice: toggled(choice, name, key),
  }));
}
