/** Up to four products beside each other: what they cost, who sells them, and every attribute that one of them has. */

import type { ComparedProduct, Comparison } from "./catalog.types.ts";
import { productId } from "./ids.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toProductCard } from "./shape-answers.ts";
import { readCompared } from "./store/read-products.ts";
import { attributeInSpanish, valueInSpanish } from "./taxonomy/attribute-words.ts";

export const MAX_COMPARED = 4;

/** In the order in which they were named; what is unknown is left out, and so is what is named twice. */
export async function compareProducts(deps: ReadDeps, productIds: readonly string[]): Promise<Comparison> {
  const ids = [...new Set(productIds.flatMap((id) => productId.read(id) ?? []))].slice(0, MAX_COMPARED);
  const rows = ids.length > 0 ? await readCompared(deps.database.pool, ids) : [];
  const products = rows.map(
    (row): ComparedProduct => ({
      ...toProductCard(row, deps.brand),
      category: row.category,
      ready: row.ready,
    }),
  );
  const names = [...new Set(rows.flatMap((row) => row.specs.map(({ name }) => name)))];
  return {
    products,
    rows: names.map((name) => ({
      name,
      name_es: attributeInSpanish(name),
      cells: rows.map((row) => {
        const value = row.specs.find((spec) => spec.name === name)?.value;
        return value === undefined ? null : { value, value_es: valueInSpanish(value) };
      }),
    })),
  };
}
