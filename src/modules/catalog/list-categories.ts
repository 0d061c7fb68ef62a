/** Categories of stores and of products, which nearly every page shows. */
import { CATEGORY_CACHE_HOURS } from "./cached-lists.ts";
import type { Category, ProductCategory } from "./catalog.types.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { readCategories } from "./store/read-merchants.ts";
import { readProductCategories } from "./store/read-products.ts";

export const listCategories = (deps: BareReadDeps): Promise<Category[]> =>
  deps.lists.get("categories", CATEGORY_CACHE_HOURS * 60, () => readCategories(deps.database.pool));

/** SPEC §7 `GET /api/product-categories`: departments with their subcategories, those that have products. */
export const listProductCategories = (deps: BareReadDeps): Promise<ProductCategory[]> =>
  deps.lists.get("product-categories", CATEGORY_CACHE_HOURS * 60, async () => {
    const departments = new Map<string, ProductCategory>();
    const rows = await readProductCategories(deps.database.pool);
    for (const row of rows)
      if (row.subcategory === "")
        departments.set(row.category, {
          slug: row.category,
          name_en: row.name_en,
          name_es: row.name_es,
          count: row.products,
          subcategories: [],
        });
    for (const row of rows)
      if (row.subcategory !== "")
        departments.get(row.category)?.subcategories.push({
          slug: row.subcategory,
          name_en: row.name_en,
          name_es: row.name_es,
          count: row.products,
        });
    return [...departments.values()];
  });
