/** Up to four products beside each other: what they cost, who sells them, and every attribute that one of them has. */

import type { ComparedProduct, Comparison, Listing } from "./catalog.types.ts";
import { productId } from "./ids.ts";
import { byPriceInTheEnd } from "./listing-order.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toListings, toProductCard } from "./shape-answers.ts";
import { readCompared } from "./store/read-products.ts";
import { attributeInSpanish, shownSpec } from "./taxonomy/attribute-words.ts";

export const MAX_COMPARED = 4;

const bestOf = (listings: readonly Listing[]): Listing | null =>
  listings.find(({ availability }) => availability === "in_stock") ?? listings[0] ?? null;

/** As the product's own page says it. */
const priceOf = (cheapest: Listing) => ({
  from_minor: cheapest.price_minor,
  after_cash_back_minor: cheapest.after_cash_back_minor,
  cheapest,
});

function pricesOf(listings: readonly Listing[]): Partial<ComparedProduct> & Pick<ComparedProduct, "cheapest" | "plus"> {
  const cheapest = bestOf(listings);
  const own = bestOf(listings.map((listing) => ({ ...listing, ...listing.plus })).sort(byPriceInTheEnd));
  return { ...(cheapest && priceOf(cheapest)), cheapest, plus: own?.plus ? priceOf(own) : null };
}

/** In the order in which they were named; what is unknown is left out, and so is what is named twice. */
export async function compareProducts(deps: ReadDeps, productIds: readonly string[]): Promise<Comparison> {
  const ids = [...new Set(productIds.flatMap((id) => productId.read(id) ?? []))].slice(0, MAX_COMPARED);
  const rows = ids.length > 0 ? await readCompared(deps.database.pool, ids) : [];
  const products = rows.map((row): ComparedProduct => {
    return {
      ...toProductCard(row, deps.brand),
      category: row.category,
      kind: `${row.category}/${row.subcategory}`,
      ready: row.ready,
      ...pricesOf(toListings(row.listings, deps.brand)),
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
