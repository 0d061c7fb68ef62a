/** SQL of listings that are not priced in dollars. */
import type pg from "pg";
import type { Listing } from "../catalog.types.ts";
import { sells } from "./sellers.ts";

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
      where l.product_id = $1 and l.currency <> 'USD' and l.gone_at is null and ${sells("m")}
      order by l.availability = 'out_of_stock', l.currency, l.price_minor, l.listing_id limit $2`,
    values: [productId, most],
  });
  return rows;
}
