/** Categories of stores and of products, which nearly every page shows. */
import { CATEGORY_CACHE_HOURS } from "./cached-lists.ts";
import type { Category, ProductCategory } from "./catalog.types.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { readCategories } from "./store/read-merchants.ts";
import { readProductCategories } from "./store/read-products.ts";
import { MERCHANT_CATEGORIES, type Named, PRODUCT_CATEGORIES } from "./taxonomy/taxonomy.ts";

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

/** A category of stores, of those that have some or of those that we know: its page is there, and empty, while no store is of it. */
export function findCategory(filled: readonly Category[], slug: string | undefined): Category | null {
  const known = MERCHANT_CATEGORIES.find((category) => category.slug === slug);
  return filled.find((category) => category.slug === slug) ?? (known ? empty(known) : null);
}

/**
 * A department and its category of those that have products, or of those that we know: a page is there, and empty, before the first
 * product came to it. Null is what no department is called.
 */
export function findPlace(
  filled: readonly ProductCategory[],
  asked: { category?: string | undefined; subcategory?: string | undefined },
): { category: ProductCategory | null; subcategory: Category | null } {
  const known = PRODUCT_CATEGORIES.find(({ slug }) => slug === asked.category);
  const category =
    filled.find(({ slug }) => slug === asked.category) ?? (known ? { ...empty(known), subcategories: [] } : null);
  const sub = known?.subcategories.find(({ slug }) => slug === asked.subcategory);
  const subcategory =
    category?.subcategories.find(({ slug }) => slug === asked.subcategory) ?? (sub ? empty(sub) : null);
  return { category, subcategory };
}

const empty = ({ slug, name_en, name_es }: Named): Category => ({ slug, name_en, name_es, count: 0 });
