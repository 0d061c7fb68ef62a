/** SQL of the site map: names of everything public, in parts, by the order of their keys. */
import type pg from "pg";

export type SitemapKind = "stores" | "store-categories" | "coupon-categories" | "products" | "product-categories";

const NAMES: Record<SitemapKind, string> = {
  stores:
    "select internal_name as name from catalog.merchants where live and internal_name > $1 order by internal_name limit $2",
  "store-categories":
    "select distinct category as name from catalog.merchants where live and category > $1 order by category limit $2",
  "coupon-categories":
    "select distinct category as name from catalog.merchants where live and live_coupons > 0 and category > $1 order by category limit $2",
  products: "select slug as name from catalog.products where merchants > 0 and slug > $1 order by slug limit $2",
  "product-categories":
    "select category || case when subcategory = '' then '' else '/' || subcategory end as name from catalog.product_categories where products > 0 and category > $1 order by 1 limit $2",
};

export async function readNames(pool: pg.Pool, kind: SitemapKind, after: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(NAMES[kind], [after, most]);
  return rows.map((row) => row.name);
}

/** The name before which each part of the products begins, so that a part is one range of the index. */
export async function readProductParts(pool: pg.Pool, size: number): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>(
    `select slug from (select slug, row_number() over (order by slug) as place from catalog.products where merchants > 0) t where place % $1 = 0 order by slug`,
    [size],
  );
  return ["", ...rows.map((row) => row.slug)];
}
