/** SQL of listings that are not priced in dollars. */
import type pg from "pg";
import type { Listing } from "../catalog.types.ts";

export type ForeignRow = {
  listing_id: string;
  internal_name: string;
  name: string;
  currency: string;
  price_minor: bigint;
  availability: Listing["availability"];
};

/** What is to be had first, then by currency and price. */
export async function readForeignPrices(pool: pg.Pool, productId: string, most: number): Promise<ForeignRow[]> {
  const { rows } = await pool.query<ForeignRow>({
    name: "catalog-foreign-prices",
    text: `select l.listing_id, m.internal_name, m.name, l.currency, l.price_minor, l.availability
      from catalog.listings l join catalog.merchants m using (merchant_id)
      where l.product_id = $1 and l.currency <> 'USD' and l.gone_at is null and m.live
      order by l.availability = 'out_of_stock', l.currency, l.price_minor, l.listing_id limit $2`,
    values: [productId, most],
  });
  return rows;
}

export type ForeignProductRow = { slug: string; name: string; currency: string; price_minor: bigint };

/** What a store sells for other money than dollars, newest first. */
export async function readForeignProducts(
  pool: pg.Pool,
  internalName: string,
  most: number,
): Promise<ForeignProductRow[]> {
  const { rows } = await pool.query<ForeignProductRow>({
    name: "catalog-foreign-products",
    text: `select p.slug, p.name, l.currency, l.price_minor
      from catalog.merchants m join catalog.listings l using (merchant_id) join catalog.products p using (product_id)
      where m.internal_name = $1 and l.currency <> 'USD' and l.gone_at is null and l.availability = 'in_stock'
      order by l.added_run desc, l.listing_id limit $2`,
    values: [internalName, most],
  });
  return rows;
}
