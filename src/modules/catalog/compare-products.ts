/** Up to four products beside each other: what they cost, who sells them, and every attribute that one of them has. */

import type { ComparedProduct, Comparison, Listing } from "./catalog.types.ts";
import { productId } from "./ids.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toListings, toProductCard } from "./shape-answers.ts";
import { readCompared } from "./store/read-products.ts";
import { attributeInSpanish, shownSpec } from "./taxonomy/attribute-words.ts";

export const MAX_COMPARED = 4;

const bestOf = (listings: readonly Listing[]): Listing | null =>
  listings.find(({ availability }) => availability === "in_stock") ?? listings[0] ?? null;

/** In the order in which they were named; what is unknown is left out, and so is what is named twice. */
export async function compareProducts(deps: ReadDeps, productIds: readonly string[]): Promise<Comparison> {
  const ids = [...new Set(productIds.flatMap((id) => productId.read(id) ?? []))].slice(0, MAX_COMPARED);
  const rows = ids.length > 0 ? await readCompared(deps.database.pool, ids) : [];
  const products = rows.map((row): ComparedProduct => {
    const card = toProductCard(row, deps.brand);
    const cheapest = bestOf(toListings(row.listings, deps.brand));
    return {
      ...card,
      // As the product's own page says it.
      from_minor: cheapest?.price_minor ?? card.from_minor,
      after_cash_back_minor: cheapest?.after_cash_back_minor ?? card.after_cash_back_minor,
      plus: cheapest ? cheapest.plus : card.plus,
      category: row.category,
      kind: `${row.category}/${row.subcategory}`,
      ready: row.ready,
      cheapest,
    };
  });
  const names = [...new Set(rows.flatMap((row) => row.specs.map(({ name }) => name)))];
  return {
    products,
    rows: names.map((name) => ({
      name,
      name_es: attributeInSpanish(name),
      cells: rows.map((row) => {
        const spec = row.specs.find((one) => one.name === name);
        return spec ? shownSpec(spec) : null;
      }),
    })),
  };
}
